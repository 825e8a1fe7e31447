package io.lockarbiter.e2e.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.process.JavaProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The recipe for object storage in Node, against a store that compares and writes in one step. */
@Needs(OptionalTool.NODE)
class ObjectStorageInNodeIT {
  @Test
  void testsOfTheRecipe_pass() {
    Path tests = Path.of("..", "examples", "node", "object-storage.test.mjs");
    try (JavaProcess run =
        JavaProcess.start(
            new ProcessBuilder(
                OptionalTool.NODE.program("node"),
                "--test",
                "--test-reporter=tap",
                tests.toAbsolutePath().normalize().toString()))) {
      assertThat(run.awaitExit()).as(run.output()).isZero();
      assertThat(run.output()).contains("# pass 6", "# fail 0");
    }
  }
}
