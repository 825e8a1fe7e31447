package io.lockarbiter.trial.bench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {
  private static final ConsoleSettings SETTINGS =
      new ConsoleSettings(List.of("tree", "waits"), 10_000, 1_000, 500, 600);

  private static ConsoleReport report(
      Map<String, List<Double>> delays, List<Double> heapMb, Map<String, Double> fluid) {
    return new ConsoleReport(
        SETTINGS, ConsoleReport.quantiles(delays), 499, heapMb, List.of(60.0, 61.0), fluid);
  }

  @Test
  void everythingInItsBar_isSaid() {
    ConsoleReport report =
        report(
            Map.of("tree", List.of(90.0, 250.0), "waits", List.of(100.0)),
            List.of(4.0, 14.0),
            Map.of("search", 1_000.0, "p95 frame typing", 50.0, "longest frame typing", 250.0));
    assertThat(report.isInBars()).isTrue();
    assertThat(report.toString())
        .startsWith("10,000 held, 1,000 waiting, 499 events/s came (500 asked for), 600 s")
        .contains("heap of the page after a collection, minute 1 and end: 4.0 and 14.0 MB")
        .contains("heap of the console after a collection, minute 1 and end: 60.0 and 61.0 MB")
        .endsWith("within the bars")
        .doesNotContain("MISSED");
  }

  @Test
  void eachBarThatIsMissed_isSaidWhereItIs() {
    ConsoleReport report =
        report(
            Map.of("tree", List.of(251.0), "waits", List.of(100.0)),
            List.of(4.0, 14.1),
            Map.of("search", 1_001.0, "p95 frame typing", 51.0, "longest frame typing", 200.0));
    assertThat(report.isInBars()).isFalse();
    assertThat(report.toString().lines().filter(line -> line.endsWith("MISSED")))
        .extracting(line -> line.split(" event|:|, m")[0].strip())
        .containsExactlyInAnyOrder(
            "tree", "heap of the page after a collection", "p95 frame typing", "search", "MISSED");
  }

  /** A screen without figures is not in its bar. */
  @Test
  void screenThatDrewNothing_isMissed() {
    ConsoleReport report =
        report(Map.of("tree", Collections.nCopies(5, 90.0)), List.of(4.0, 4.0), Map.of());
    assertThat(report.isInBars()).isFalse();
    assertThat(report.toString()).contains("0 events: MISSED");
  }
}
