package io.lockarbiter.trial.bench.stage;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where a benchmark's figures go, and the checks of what it is told. */
public final class BenchOptions {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all figures as JSON.",
      converter = FileToWrite.class)
  private @Nullable Path json;

  /** Prints a line at once. */
  public void print(String line) {
    PrintWriter out = spec().commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /** Writes a report as JSON if a file is named for it. */
  public void write(Object report) throws IOException {
    if (json != null) {
      Files.writeString(json, JSON.writeValueAsString(report) + "\n", StandardCharsets.UTF_8);
    }
  }

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below one
   */
  public void requireAtLeastOne(String option, int value) {
    requireAtLeast(option, value, 1);
  }

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below the least
   */
  public void requireAtLeast(String option, int value, int least) {
    if (value < least) {
      throw new ParameterException(
          spec().commandLine(), "%s=%d, expected at least %d".formatted(option, value, least));
    }
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "a command that nobody parsed");
  }
}
