package io.lockarbiter.embedded.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.embedded.measure.Latencies;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTableTest {
  private static final DemoTable TABLE =
      new DemoTable(Locking.PATHS.title(), List.of("a".repeat(200), "b"), 80);

  @Test
  void largestState_fitsTheTerminal() {
    Map<RejectReason, Long> rejections = new EnumMap<>(RejectReason.class);
    RejectReason.known().forEach(reason -> rejections.put(reason, 1_234_567L));
    List<String> recent = List.of("x".repeat(300), "x".repeat(300), "x".repeat(300));

    assertFits(TABLE.rows(state(Locking.PATHS, rejections, recent)), 23);
  }

  @Test
  void rowsBeforeAnythingHappened_areAsManyAsLater() {
    assertFits(TABLE.rows(state(Locking.PATHS, Map.of(), List.of())), 23);
  }

  @Test
  void queue_hasItsRows() {
    List<String> rows = TABLE.rows(state(Locking.PATHS, Map.of(), List.of()));

    assertThat(rows)
        .containsSubsequence(
            Style.BOLD.of("WAITING IN LINE"),
            "  waiting now        1,000  wait p50          0.00 s  p99              61.50 s",
            "  timed out         89,012  longest          61.50 s  deadlocks          3,456");
  }

  @Test
  void widerTerminal_showsMoreOfWhatIsCutAndNoMoreThanItHolds() {
    DemoTable wide = new DemoTable("title", List.of("a".repeat(200)), 100);

    assertThat(wide.rows(state(Locking.PATHS, Map.of(), List.of("x".repeat(300)))))
        .contains(Style.DIM.of("    " + "x".repeat(93) + "…"))
        .allMatch(row -> row.replaceAll("\u001b\\[[0-9;]*m", "").length() <= 98);
  }

  @Test
  void withoutLocks_nothingIsSaidAboutLocks() {
    List<String> rows = TABLE.rows(state(Locking.NONE, Map.of(), List.of()));

    assertThat(rows).noneMatch(row -> row.contains("granted") || row.contains("waiting"));
    assertThat(rows).anyMatch(row -> row.contains("DAMAGE"));
  }

  @Test
  void largestLine_fitsItsColumnsBelowAHeaderThatIsRepeated() {
    ProgressLines lines = new ProgressLines();
    DemoState state = state(Locking.PATHS, Map.of(RejectReason.CONFLICT, 7_654_321L), List.of());

    assertThat(lines.next(state))
        .containsExactly(
            "  time  ops/s  uploads  downloads  deletions   moves  granted  rejected  waiting  wait p99  answer p50       p99  damage",
            " 61:01    0.0        0          0          0       0     123M    7,654k    1,000    61.5 s      3.5 ms    12.3 s       1")
        .allMatch(line -> line.length() <= ProgressLines.COLUMNS);
    for (int i = 1; i < 20; i++) {
      assertThat(lines.next(state)).hasSize(1);
    }
    assertThat(lines.next(state)).hasSize(2);
  }

  @Test
  void lineWithoutLocks_saysNothingAboutThem() {
    assertThat(new ProgressLines().next(state(Locking.NONE, Map.of(), List.of())))
        .containsExactly(
            "  time  ops/s  uploads  downloads  deletions   moves  damage",
            " 61:01    0.0        0          0          0       0       1");
  }

  private static DemoState state(
      Locking locking, Map<RejectReason, Long> rejections, List<String> recent) {
    FileChecks checks = new FileChecks();
    checks.found(Violation.GHOST, "/a");
    return new DemoState(
        locking,
        Duration.ofSeconds(3_661),
        123_456_789,
        1_000,
        new QueueState(1_000, durations(0, 61_499_000_000L), 61_499, 1_234_567, 89_012, 3_456),
        durations(1, 2),
        durations(3_500_000, 12_345_670_000L),
        99_999,
        rejections,
        recent,
        new FileCounts(),
        checks,
        null);
  }

  private static Latencies durations(long... nanos) {
    LatencyHistogram histogram = new LatencyHistogram();
    Arrays.stream(nanos).forEach(histogram::record);
    return histogram.snapshot();
  }

  private static void assertFits(List<String> rows, int count) {
    assertThat(rows).hasSize(count).hasSizeLessThan(Screen.ROWS);
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row.replaceAll("\u001b\\[[0-9;]*m", ""))
                    .hasSizeLessThanOrEqualTo(Screen.COLUMNS));
  }
}
