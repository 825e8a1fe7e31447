package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TimelineCommandTest {
  @TempDir static Path folder;

  private static Path records = Path.of("");
  private final Path html = folder.resolve("timeline.html");

  @BeforeAll
  static void record() throws IOException {
    records = OfficeHistory.of(5, 300).write(folder.resolve("records.jsonl"));
  }

  @Test
  void history_becomesDataOfThePage() throws IOException {
    AuditRun run = AuditRun.of("timeline", records, "--html", html);
    assertThat(run.out()).isEqualTo("%s: 300 locks%n".formatted(html));
    assertThat(run.code()).isZero();
    JsonNode data = data();
    assertThat(data.path("scope").asString()).isEmpty();
    assertThat(data.path("omitted").asInt()).isZero();
    assertThat(data.path("locks")).hasSize(300);
    JsonNode waited = find(data, "queuedAt");
    assertThat(waited.propertyNames())
        .contains("partition", "account", "lockId", "subAccount", "operation", "path", "targets")
        .contains("leaseMs", "waitMs", "attributes", "requestedAt", "deadline", "renewals");
    assertThat(waited.path("blockedBy").get(0).propertyNames())
        .contains("lockId", "subAccount", "operation", "path", "mode", "relation", "waiting");
    JsonNode expired = find(data, "end", "EXPIRED");
    assertThat(expired.path("end").path("at").asLong())
        .isGreaterThanOrEqualTo(expired.path("expiresAt").asLong());
    assertThat(expired.path("token").isNumber()).isTrue();
  }

  @Test
  void tooMany_areCutWithAWord() throws IOException {
    AuditRun run = AuditRun.of("timeline", records, "--html", html, "--max", 100);
    assertThat(run.out())
        .contains(
            "cut to the newest 100 of 300. Fix: --max 300, or less with --account, --path, --from, --to");
    assertThat(data().path("locks")).hasSize(100);
    assertThat(data().path("omitted").asInt()).isEqualTo(200);
  }

  @Test
  void filters_takeWhatTheySay() throws IOException {
    String from = new Moment(OfficeHistory.START_MS + 60_000, false).toString();
    AuditRun run =
        AuditRun.of(
            "timeline",
            records,
            "--html",
            html,
            "--account",
            "acme",
            "--path",
            "/Projects",
            "--from",
            from);
    assertThat(run.code()).isZero();
    JsonNode data = data();
    assertThat(data.path("scope").asString())
        .isEqualTo("account acme, from 2026-11-20T08:01:00Z, at, above or below /Projects");
    assertThat(data.path("locks").size()).isBetween(1, 299);
    for (JsonNode lock : data.path("locks")) {
      assertThat(lock.path("account").asString()).isEqualTo("acme");
      assertThat(lock.path("targets").findValuesAsString("path"))
          .anyMatch(path -> path.startsWith("/Projects") || path.equals("/"));
      assertThat(lock.path("end").path("at").asLong(Long.MAX_VALUE))
          .isGreaterThanOrEqualTo(OfficeHistory.START_MS + 60_000);
    }
  }

  @Test
  void nothing_becomesAnEmptyPage() throws IOException {
    AuditRun run = AuditRun.of("timeline", records, "--html", html, "--account", "nobody");
    assertThat(run.out()).isEqualTo("%s: 0 locks%n".formatted(html));
    assertThat(data().path("locks")).isEmpty();
  }

  @Test
  void badOptions_areNamed() {
    assertThat(AuditRun.of("timeline", records, "--html", html, "--max", 0).err())
        .startsWith("--max=0, expected 1 or more");
    assertThat(AuditRun.of("timeline", records, "--html", html, "--path", "docs").err())
        .startsWith("--path=docs does not start with /");
    assertThat(AuditRun.of("timeline", records).err())
        .startsWith("Missing required option: '--html=FILE'");
  }

  private JsonNode data() throws IOException {
    Matcher data =
        Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(Files.readString(html));
    assertThat(data.find()).isTrue();
    return JsonMapper.shared().readTree(data.group(1));
  }

  private static JsonNode find(JsonNode data, String field) {
    return find(data, field, "");
  }

  private static JsonNode find(JsonNode data, String field, String reason) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode lock : data.path("locks")) {
      if (lock.has(field)
          && (reason.isEmpty() || lock.path(field).path("reason").asString().equals(reason))) {
        found.add(lock);
      }
    }
    assertThat(found).isNotEmpty();
    return found.get(0);
  }
}
