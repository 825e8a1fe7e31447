package io.lockarbiter.trial.bench.stage;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which version a benchmark measures. */
public final class MeasuredJar {
  @Option(
      names = "--jar",
      paramLabel = "FILE",
      description = "Another lockarbiter.jar to measure, to compare versions.",
      converter = FileToRead.class)
  private @Nullable Path file;

  /** The jar; null = what this JVM runs. */
  public @Nullable Path file() {
    return file;
  }
}
