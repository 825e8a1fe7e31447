package io.lockarbiter.trial.bench.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The terminal of a benchmark that can also write its figures as JSON. */
public final class BenchOptions extends BenchTerminal {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all figures as JSON.",
      converter = FileToWrite.class)
  private @Nullable Path json;

  /** Writes a report as JSON if a file is named for it. */
  public void write(Object report) throws IOException {
    if (json != null) {
      Files.writeString(json, JSON.writeValueAsString(report) + "\n", StandardCharsets.UTF_8);
    }
  }
}
