package io.lockarbiter.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opens the page of figures in a browser. */
@Needs(OptionalTool.BROWSER)
class StatsPageIT {
  private static final List<String> CHARTS =
      List.of("decisions", "refusals", "durations", "folders", "expired");

  @TempDir Path folder;

  private final Browser browser = new Browser();

  @AfterEach
  void close() {
    browser.close();
  }

  @Test
  void report_isDrawnInLightAndDark() throws Exception {
    Path records = OfficeHistory.of(7, 2_000).write(folder.resolve("records.jsonl"));
    Path page = folder.resolve("stats.html");
    assertThat(AuditRun.of("stats", records, "--html", page).code()).isZero();
    browser.prefer("light");
    browser.open(page.toUri().toString());
    assertThat(browser.text("#tiles")).contains("Requests for locks\n2,000");
    assertThat(browser.text("#accounts")).contains("acme", "Brückner & Söhne");
    assertThat(browser.run("return document.querySelectorAll('#waits tbody tr').length"))
        .isEqualTo(10L);
    assertThat(browser.text("#main")).doesNotContain("undefined", "NaN", "null");
    for (String chart : CHARTS) {
      assertThat(colours(chart)).as(chart).isGreaterThan(5);
      assertThat(label(chart)).matches(".+: .*\\d.*");
    }
    Object light = picture();
    browser.prefer("dark");
    await().untilAsserted(() -> assertThat(picture()).isNotEqualTo(light));
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.strangers("file:")).isEmpty();
  }

  @Test
  void emptyHistory_isSaid() throws Exception {
    Path records = OfficeHistory.of(7, 10).write(folder.resolve("records.jsonl"));
    Path page = folder.resolve("stats.html");
    assertThat(AuditRun.of("stats", records, "--html", page, "--account", "nobody").code())
        .isEqualTo(1);
    browser.open(page.toUri().toString());
    assertThat(browser.text("#empty")).contains("No events here");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Number of colours in a chart; an empty one has one. */
  private long colours(String chart) {
    return (long)
        Objects.requireNonNull(
            browser.run(
                "const c = document.getElementById('"
                    + chart
                    + "'), d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer); return new Set(d).size"));
  }

  private String label(String chart) {
    return String.valueOf(
        browser.run("return document.getElementById('" + chart + "').getAttribute('aria-label')"));
  }

  private @Nullable Object picture() {
    return browser.run("return document.getElementById('folders').toDataURL()");
  }
}
