package io.lockarbiter.trial.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arbiters die, freeze, leave and join while the demo's members work on real files. */
@Tag("nightly")
class FilesInChaosIT {
  private static final long SEED = 2;
  private static final int COMMANDS_PER_SECOND = 120;

  @Test
  void arbitersThatComeAndGo_damageNoFile() throws Exception {
    try (ChaosStage stage = new ChaosStage()) {
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(SEED, ChaosFault.of(ChaosFault.Part.ARBITER), true, null),
                  stage,
                  true,
                  System.out::println)
              .run(COMMANDS_PER_SECOND);
      List<String> lines = ChaosText.lines(report, false);
      lines.forEach(System.out::println);

      assertThat(report.faults())
          .extracting(FaultRecord::fault)
          .containsAll(ChaosFault.of(ChaosFault.Part.ARBITER));
      assertThat(report.isClean(false)).as(String.join("\n", lines)).isTrue();
      assertThat(lines).anyMatch(line -> line.matches("files: [1-9].* operations, no damage"));
    }
  }
}
