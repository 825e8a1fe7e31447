package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The traps against the client for TypeScript in pages of Chromium, a new one for each. */
@Tag("nightly")
@Needs(OptionalTool.NODE)
@Needs(OptionalTool.BROWSER)
class BrowserTrapsIT {
  private static final Path CLIENTS = Path.of("..", "sdk").toAbsolutePath().normalize();
  private static final Duration LONGEST = Duration.ofMinutes(40);

  @Test
  void everyTrap_isPassedInABrowser() {
    try (JavaProcess traps =
        JavaProcess.start(
            new ProcessBuilder(
                OptionalTool.NODE.program("node"),
                CLIENTS.resolve("traps/run.mjs").toString(),
                "--browser",
                "--jobs=2",
                OptionalTool.NODE.program("node"),
                CLIENTS.resolve("typescript/browser.mjs").toString(),
                OptionalTool.BROWSER.program("chromium")))) {
      assertThat(traps.awaitExit(LONGEST)).as(traps.output()).isZero();
      assertThat(traps.output()).contains(" passed, 0 failed, 6 left out");
    }
  }
}
