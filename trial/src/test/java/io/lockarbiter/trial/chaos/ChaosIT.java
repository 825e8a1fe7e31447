package io.lockarbiter.trial.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Some minutes of chaos, long enough for each kind of fault, must do no damage. */
@Tag("nightly")
class ChaosIT {
  private static final long SEED = 2;
  private static final int COMMANDS_PER_SECOND = 120;

  @Test
  void sixMinutes_loseAndDoubleNothing(@TempDir Path folder) throws Exception {
    try (ChaosStage stage = new ChaosStage()) {
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(SEED, List.of(), false),
                  Duration.ofMinutes(6),
                  stage,
                  false,
                  System.out::println)
              .run(COMMANDS_PER_SECOND);
      List<String> lines = ChaosText.lines(report, true);
      lines.forEach(System.out::println);
      if (!report.isClean(true)) {
        System.out.println("data and logs: " + stage.keep());
      }

      assertThat(report.broken()).isNull();
      assertThat(report.missing(true)).isEmpty();
      assertThat(report.isClean(true)).as(String.join("\n", lines)).isTrue();
      Path html = folder.resolve("chaos.html");
      ChaosPage.write(html, report, true);
      assertThat(Files.readString(html)).contains("\"fault\":\"REDIS_FAILED_OVER\"");
    }
  }

  /** Arbiters die, freeze, leave and join while the demo's members work on real files. */
  @Test
  void arbitersThatComeAndGo_damageNoFile() throws Exception {
    try (ChaosStage stage = new ChaosStage()) {
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(SEED, ChaosFault.of(ChaosFault.Part.ARBITER), true),
                  Duration.ofSeconds(90),
                  stage,
                  true,
                  System.out::println)
              .run(COMMANDS_PER_SECOND);
      List<String> lines = ChaosText.lines(report, false);
      lines.forEach(System.out::println);

      assertThat(report.faults())
          .extracting(FaultRecord::fault)
          .contains(ChaosFault.ARBITER_JOINS, ChaosFault.ARBITER_STOPPED);
      assertThat(report.isClean(false)).as(String.join("\n", lines)).isTrue();
      assertThat(lines).anyMatch(line -> line.matches("files: [1-9].* operations, no damage"));
    }
  }
}
