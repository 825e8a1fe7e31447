package io.lockarbiter.sandbox.examples;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** An example in a process of its own, with its own jar and what it depends on, nothing else. */
final class ExampleProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Process process;
  private final Path output;

  private ExampleProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts it.
   *
   * @param module folder below {@code examples}
   * @param mainClass simple name
   */
  static ExampleProcess start(String module, String mainClass, String... arguments)
      throws IOException {
    Path target = Path.of("..", "examples", module, "target").toAbsolutePath().normalize();
    if (!Files.isDirectory(target.resolve("lib"))) {
      throw new IllegalStateException(
          target + "/lib is missing; the example is not packaged. Fix: ./mvnw package");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(target + "/classes" + File.pathSeparator + target + "/lib/*");
    command.add("io.lockarbiter.examples." + mainClass);
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("lockarbiter-example-", ".log");
    return new ExampleProcess(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** Waits until it has written what the expression finds; answers its first group. */
  String await(String expression) {
    Pattern pattern = Pattern.compile(expression);
    Matcher[] found = new Matcher[1];
    Awaitility.await(expression)
        .atMost(PATIENCE)
        .until(
            () -> {
              found[0] = pattern.matcher(output());
              return found[0].find();
            });
    return found[0].groupCount() == 0 ? found[0].group() : found[0].group(1);
  }

  /** Waits for its end; answers the exit status. */
  int awaitExit() {
    Awaitility.await().atMost(PATIENCE).until(() -> !process.isAlive());
    return process.exitValue();
  }

  /** What it has written so far. */
  String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    awaitExit();
    Files.delete(output);
  }
}
