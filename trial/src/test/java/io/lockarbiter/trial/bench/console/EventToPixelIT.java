package io.lockarbiter.trial.bench.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How long an event takes to the screen while an account of many locks is at work, and what page
 * and console keep in memory. It prints the figures beside their bars. It asserts what no busy
 * machine changes: each screen shows events, and no heap grows.
 *
 * <p>{@code -Dlockarbiter.console.locks=100000 -Dlockarbiter.console.seconds=600
 * -Dlockarbiter.console.fluid=true} measures for longer, and the tree under somebody's hands.
 */
@Tag("nightly")
@Needs(OptionalTool.BROWSER)
class EventToPixelIT {
  private static final ConsoleSettings SETTINGS =
      new ConsoleSettings(
          List.of("tree", "waits", "activity"),
          Integer.getInteger("lockarbiter.console.locks", 10_000),
          1_000,
          500,
          Integer.getInteger("lockarbiter.console.seconds", 120));

  @Test
  void eventsOfABusyAccount_reachEachScreenAndNoHeapGrows() throws Exception {
    ConsoleReport report;
    try (BenchStage stage = BenchStage.start(null, StopSignal.never());
        Chromium page = new Chromium(Chromium.find().orElseThrow())) {
      report =
          new ConsoleRun(SETTINGS, stage, page, System.out::println)
              .run(Boolean.getBoolean("lockarbiter.console.fluid"));
    }
    System.out.println(report);

    assertThat(report.delays()).containsOnlyKeys(SETTINGS.screens());
    assertThat(report.delays().values()).allMatch(delays -> delays.events() > 0);
    assertThat(ConsoleReport.growth(report.pageMb())).isLessThan(ConsoleReport.MOST_GROWTH_MB);
    assertThat(ConsoleReport.growth(report.consoleMb())).isLessThan(ConsoleReport.MOST_GROWTH_MB);
  }
}
