package io.lockarbiter.trial.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each kind of fault, alone and with others, must do no damage. */
@Tag("nightly")
class KindsOfFaultsIT {
  private static final long SEED = 2;
  private static final int COMMANDS_PER_SECOND = 120;

  @Test
  void faultsOfEachKind_loseAndDoubleNothing(@TempDir Path folder) throws Exception {
    try (ChaosStage stage = new ChaosStage()) {
      ChaosReport report =
          new ChaosRun(
                  new ChaosPlan(SEED, List.of(), false, null), stage, false, System.out::println)
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
}
