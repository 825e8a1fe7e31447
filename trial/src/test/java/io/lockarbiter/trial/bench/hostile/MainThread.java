package io.lockarbiter.trial.bench.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The main thread of a process, as Linux tells of it. */
record MainThread(Path file) {
  static MainThread of(String processId) {
    return new MainThread(Path.of("/proc", processId, "task", processId, "schedstat"));
  }

  /** Processor time since its start; −1 where the system does not tell. */
  long nanoseconds() {
    if (!Files.exists(file)) {
      return -1;
    }
    try {
      return Long.parseLong(Files.readString(file, StandardCharsets.US_ASCII).split(" ", 2)[0]);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }
}
