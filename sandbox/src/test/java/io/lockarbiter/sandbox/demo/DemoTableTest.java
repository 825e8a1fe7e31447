package io.lockarbiter.sandbox.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.RejectReason;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoTableTest {
  private static final DemoTable TABLE =
      new DemoTable("Lock Arbiter demo: " + Demo.cast(), List.of("a".repeat(200), "b"));

  @Test
  void largestState_fitsTheTerminal() {
    Map<RejectReason, Long> rejections = new EnumMap<>(RejectReason.class);
    Arrays.stream(RejectReason.values()).forEach(reason -> rejections.put(reason, 1_234_567L));
    List<String> recent = List.of("x".repeat(300), "x".repeat(300), "x".repeat(300));

    assertFits(TABLE.rows(state(true, rejections, recent)), 23);
  }

  @Test
  void rowsBeforeAnythingHappened_areAsManyAsLater() {
    assertFits(TABLE.rows(state(true, Map.of(), List.of())), 23);
  }

  @Test
  void withoutLocks_nothingIsSaidAboutLocks() {
    List<String> rows = TABLE.rows(state(false, Map.of(), List.of()));

    assertThat(rows).noneMatch(row -> row.contains("granted"));
    assertThat(rows).anyMatch(row -> row.contains("DAMAGE"));
  }

  @Test
  void line_saysItAll() {
    assertThat(TABLE.line(state(true, Map.of(RejectReason.CONFLICT, 7L), List.of())))
        .isEqualTo(
            "61:01 granted 123,456,789 rejected 7 (CONFLICT 7) held 1,000 p50 3.5 ms p99 12,345.7 ms 99,999 commands/s written 0 deleted 0 moved 0 downloaded 0 violations 1");
  }

  private static DemoState state(
      boolean locked, Map<RejectReason, Long> rejections, List<String> recent) {
    FileChecks checks = new FileChecks();
    checks.found(Violation.GHOST, "/a");
    return new DemoState(
        3_661,
        locked,
        123_456_789,
        1_000,
        987_654_321,
        99_999,
        3.5,
        12_345.67,
        rejections,
        recent,
        new FileCounts(),
        checks);
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
