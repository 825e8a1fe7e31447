package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.PartitionHistory;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where answers and progress go. */
final class Terminal {
  private Terminal() {}

  /** Answers: standard output, or what a test put in its place. */
  static PrintWriter out(@Nullable CommandSpec spec) {
    return spec == null
        ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
        : spec.commandLine().getOut();
  }

  /** Progress: standard error, so that answers can go into a file. */
  static ReplayProgress progress(PartitionHistory history) {
    String size = System.getProperty("lockarbiter.terminal", "");
    long begin = history.commands().begin();
    long end = history.commands().end();
    return new ReplayProgress(System.err, size.matches("\\d+x\\d+"), end < 0 ? -1 : end - begin);
  }
}
