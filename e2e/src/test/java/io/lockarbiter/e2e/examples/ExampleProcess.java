package io.lockarbiter.e2e.examples;

import io.lockarbiter.e2e.process.JavaProcess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** An example in a process of its own, with only its own classes and its dependencies. */
final class ExampleProcess {
  private ExampleProcess() {}

  /**
   * Starts it.
   *
   * @param module folder below {@code examples}
   * @param mainClass simple name
   */
  static JavaProcess start(String module, String mainClass, String... arguments) {
    Path target = Path.of("..", "examples", module, "target").toAbsolutePath().normalize();
    if (!Files.isDirectory(target.resolve("lib"))) {
      throw new IllegalStateException(
          target + "/lib is missing; the example is not packaged. Fix: ./mvnw package");
    }
    return JavaProcess.start(
        target + "/classes" + File.pathSeparator + target + "/lib/*",
        "io.lockarbiter.examples." + mainClass,
        List.of(arguments));
  }
}
