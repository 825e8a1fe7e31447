package io.lockarbiter.cli.audit;

import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.cli.text.Output;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Where answers and progress go. */
final class Terminal {
  private Terminal() {}

  /** Sentences and tables. */
  static Output text(@Nullable CommandSpec spec) {
    return Output.ofText(out(spec));
  }

  /** JSON. */
  static Output json(@Nullable CommandSpec spec) {
    return Output.ofJson(out(spec));
  }

  /** Cells of CSV. */
  static OutcomeCsv csv(@Nullable CommandSpec spec, boolean raw) {
    return new OutcomeCsv(out(spec), raw);
  }

  /** Standard output, or what a test put in its place: nobody else gets it as it is. */
  private static PrintWriter out(@Nullable CommandSpec spec) {
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
