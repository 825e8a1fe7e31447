package io.lockarbiter.sandbox.bench.stage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports as files. */
public final class BenchFiles {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private BenchFiles() {}

  /** Writes a report as JSON. */
  public static void writeJson(Path file, Object report) throws IOException {
    Files.writeString(file, JSON.writeValueAsString(report) + "\n", StandardCharsets.UTF_8);
  }
}
