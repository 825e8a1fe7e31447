package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.contracts.testing.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The alert rules are complete, lead to sections that exist, and fire as their own tests say. */
class AlertRulesTest {
  private static final Path FOLDER = Path.of("deploy", "alerts");

  @Test
  void everyAlert_saysFactConsequenceAndRemedy() throws IOException {
    assertThat(alerts()).hasSizeGreaterThan(20);
    for (JsonNode alert : alerts()) {
      String name = alert.path("alert").asString();
      JsonNode notes = alert.path("annotations");
      assertThat(alert.path("labels").path("severity").asString())
          .as(name)
          .isIn("critical", "warning");
      assertThat(notes.path("summary").asString()).as(name).isNotBlank().hasSizeLessThan(80);
      assertThat(notes.path("description").asString().split("\\. ")).as(name).hasSizeBetween(3, 5);
      assertThat(notes.size()).as(name).isEqualTo(3);
      assertThat(name).startsWith("LockArbiter");
    }
  }

  @Test
  void everyRunbookLink_leadsToASection() throws IOException {
    for (JsonNode alert : alerts()) {
      links(alert.path("annotations").path("runbook_url").asString())
          .forEach(
              link -> {
                String[] parts = link.split("#", -1);
                assertThat(parts).as(link).hasSize(2);
                assertThat(MarkdownPage.read(parts[0]).hasAnchor(parts[1])).as(link).isTrue();
              });
    }
  }

  /** Whoever is woken finds each alert that wakes on one page, and no other. */
  @Test
  void alertsThatWakeSomebody_standOnThePageForTheNight() throws IOException {
    String page = MarkdownPage.read("docs/AT-3-AM.md").text();
    for (JsonNode alert : alerts()) {
      boolean wakes = alert.path("labels").path("severity").asString().equals("critical");
      String name = "`" + alert.path("alert").asString() + "`";
      assertThat(page.contains(name)).as(name).isEqualTo(wakes);
    }
    assertThat(page.lines().count()).as("one page").isLessThan(60);
  }

  /** The link of a stall names its cause. */
  private static Stream<String> links(String url) {
    return Stream.of(StallCause.values())
        .map(cause -> url.replace("{{ $labels.cause }}", cause.name().toLowerCase(Locale.ROOT)))
        .distinct();
  }

  @Test
  void everyAlert_hasACaseInWhichItFires_andOneInWhichItIsSilent() throws IOException {
    List<JsonNode> checks =
        read("lock-arbiter.test.yaml")
            .path("tests")
            .valueStream()
            .flatMap(test -> test.path("promql_expr_test").valueStream())
            .toList();
    for (JsonNode alert : alerts()) {
      String name = alert.path("alert").asString();
      List<Boolean> fires =
          checks.stream()
              .filter(check -> check.path("expr").asString().contains('"' + name + '"'))
              .map(check -> !check.path("exp_samples").isEmpty())
              .toList();
      assertThat(fires).as(name).containsExactlyInAnyOrder(true, false);
    }
  }

  @Test
  @Needs(OptionalTool.PROMTOOL)
  void rules_fireAsTheirTestsSay(@TempDir Path folder) throws Exception {
    String rules = FOLDER.resolve("lock-arbiter.rules.yaml").toString();
    assertThat(promtool(folder, "check", "rules", rules)).contains("SUCCESS");
    assertThat(promtool(folder, "test", "rules", FOLDER.resolve("lock-arbiter.test.yaml") + ""))
        .contains("SUCCESS");
  }

  private static String promtool(Path folder, String... arguments) throws Exception {
    File output = folder.resolve("promtool.out").toFile();
    ProcessBuilder program =
        new ProcessBuilder(
            Stream.concat(
                    Stream.of(OptionalTool.PROMTOOL.program("promtool")), Stream.of(arguments))
                .toList());
    Process process =
        program
            .directory(MarkdownPage.ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output)
            .start();
    try {
      assertThat(process.waitFor(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String said = Files.readString(output.toPath());
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  private static List<JsonNode> alerts() throws IOException {
    return read("lock-arbiter.rules.yaml")
        .path("groups")
        .valueStream()
        .flatMap(group -> group.path("rules").valueStream())
        .toList();
  }

  private static JsonNode read(String name) throws IOException {
    Path file = MarkdownPage.ROOT.resolve(FOLDER).resolve(name);
    return JsonMapper.shared()
        .valueToTree(new Yaml().<Map<String, Object>>load(Files.readString(file)));
  }
}
