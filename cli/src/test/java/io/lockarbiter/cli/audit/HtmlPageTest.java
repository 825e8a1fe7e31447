package io.lockarbiter.cli.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class HtmlPageTest {
  private static final Pattern DATA =
      Pattern.compile(
          "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL);
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</script><script>alert(1)</script>",
        "<!--<script>",
        "]]>",
        "\"quoted\" 'single' \\back\\slash",
        "&lt;entity&gt; &amp;",
        "{{data}} {{scripts}} {{policy}} $1 \\1",
        "line\u2028separator\u2029and\u0000control",
        "invoice\u202efdp.exe",
        "\ud83c\udfd6 emoji, عقود, ひろみ"
      })
  void data_comeBackAsTheyWere_andAreNeverMarkup(String text) throws IOException {
    String page = page(text);
    String data = only(DATA, page);
    assertThat(data).doesNotContain("<", ">", "&");
    assertThat(JsonMapper.shared().readTree(data).path("text").asString()).isEqualTo(text);
    assertThat(Pattern.compile("<script", Pattern.CASE_INSENSITIVE).matcher(head(page)).results())
        .hasSameSizeAs(
            Pattern.compile("<script", Pattern.CASE_INSENSITIVE)
                .matcher(head(page("")))
                .results()
                .toList());
  }

  @Test
  void halfASurrogatePair_isReplaced() throws IOException {
    assertThat(only(DATA, page("a\ud83cb"))).isEqualTo("{\"text\":\"a?b\"}");
  }

  @Test
  void policy_letsRunTheInlinedScriptsOnly() throws Exception {
    String page = page("");
    String policy = only(Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\""), page);
    List<String> scripts = SCRIPT.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(scripts).hasSize(2);
    assertThat(policy)
        .startsWith("default-src 'none'; ")
        .contains(
            "script-src 'sha256-%s' 'sha256-%s'; "
                .formatted(digest(scripts.get(0)), digest(scripts.get(1))));
  }

  @Test
  void pages_bringEverythingAlong() throws IOException {
    for (HtmlPage page : List.of(TimelineCommand.PAGE, StatsCommand.PAGE)) {
      Path file = folder.resolve("page.html");
      page.write(file, json -> json.writeStartObject().writeEndObject());
      String text = Files.readString(file);
      assertThat(text)
          .doesNotContain("{{policy}}", "{{style}}", "{{data}}", "{{scripts}}")
          .doesNotContain("sourceMappingURL")
          .doesNotContainPattern("(?i)<(script|img|iframe|link)[^>]+(src|href)=\"(?!data:)");
      assertThat(head(text)).doesNotContainPattern("(?i)@import|url\\(");
      assertThat(Files.size(file)).isLessThan(500_000);
    }
  }

  @Test
  void libraries_comeWithTheirLicence() {
    assertThat(Webjar.D3.text())
        .startsWith("/*! d3 7")
        .contains("Mike Bostock", "Permission to use");
    assertThat(Webjar.CHART_JS.text())
        .startsWith("/*! chart.js 4")
        .contains("Chart.js Contributors", "Permission is hereby granted");
  }

  private String page(String text) throws IOException {
    Path file = folder.resolve("page.html");
    TimelineCommand.PAGE.write(
        file, json -> json.writeStartObject().writeStringProperty("text", text).writeEndObject());
    return Files.readString(file);
  }

  private static String head(String page) {
    return page.substring(0, page.indexOf("<script>"));
  }

  private static String only(Pattern pattern, String page) {
    List<String> found =
        pattern.matcher(page).results().map((MatchResult match) -> match.group(1)).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static String digest(String script) throws NoSuchAlgorithmException {
    return Base64.getEncoder()
        .encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(UTF_8)));
  }
}
