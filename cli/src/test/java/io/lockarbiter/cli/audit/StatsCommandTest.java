package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StatsCommandTest {
  @TempDir static Path folder;

  private static Path records = Path.of("");

  @BeforeAll
  static void record() throws IOException {
    records = OfficeHistory.of(5, 1_000).write(folder.resolve("records.jsonl"));
  }

  @Test
  void tables_sayWhatIsAsked() {
    AuditRun run = AuditRun.of("stats", records, "--top", 3);
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("1,000 requests for locks")
        .contains("TIMES", "REFUSALS", "LONGEST WAITS", "HOTTEST FOLDERS", "ACCOUNTS")
        .contains("LEASES THAT EXPIRED INSTEAD OF BEING RELEASED", "SUB-ACCOUNTS")
        .containsPattern("WAIT_TIMEOUT +\\d+")
        .containsPattern("/Projects/Aurora/Design +acme +\\d+");
    assertThat(run.out().lines().dropWhile(line -> !line.equals("HOTTEST FOLDERS")).skip(2))
        .element(3)
        .isEqualTo("");
  }

  @Test
  void json_isTheReport() {
    JsonNode report = json(AuditRun.of("stats", records, "--json"));
    long granted = report.path("totals").path("granted").asLong();
    assertThat(report.path("totals").path("requests").asLong()).isEqualTo(1_000);
    assertThat(granted).isBetween(500L, 1_000L);
    assertThat(report.path("longestWaits")).hasSize(10);
    assertThat(sum(report.path("accounts"), "granted")).isEqualTo(granted);
    assertThat(sum(report.path("decisions"), "granted")).isEqualTo(granted);
    assertThat(report.path("accounts").get(0).has("subAccount")).isFalse();
  }

  @Test
  void account_narrowsEverything() {
    JsonNode report = json(AuditRun.of("stats", records, "--json", "--account", "acme"));
    assertThat(report.path("accounts")).hasSize(1);
    assertThat(report.path("totals").path("requests").asLong()).isLessThan(1_000);
  }

  @Test
  void page_holdsTheSameReport() throws IOException {
    Path html = folder.resolve("stats.html");
    AuditRun run = AuditRun.of("stats", records, "--json", "--html", html);
    String page = Files.readString(html);
    int begin = page.indexOf("id=\"data\">") + 10;
    JsonNode data =
        JsonMapper.shared().readTree(page.substring(begin, page.indexOf("</script>", begin)));
    assertThat(data.path("report")).isEqualTo(json(run));
  }

  @Test
  void nothing_isSaid() {
    assertThat(AuditRun.of("stats", records, "--account", "nobody").out())
        .isEqualTo("no events in what was asked for%n".formatted());
  }

  @Test
  void badTop_isNamed() {
    assertThat(AuditRun.of("stats", records, "--top", 0).err())
        .startsWith("--top=0, expected 1 or more");
  }

  private static JsonNode json(AuditRun run) {
    assertThat(run.code()).isZero();
    return JsonMapper.shared().readTree(run.out());
  }

  private static long sum(JsonNode rows, String field) {
    return rows.valueStream().mapToLong(row -> row.path(field).asLong()).sum();
  }
}
