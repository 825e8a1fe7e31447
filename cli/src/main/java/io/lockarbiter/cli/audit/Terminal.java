package io.lockarbiter.cli.audit;

import io.lockarbiter.cli.text.Output;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The outputs for answers and for progress. */
final class Terminal {
  private Terminal() {}

  /** An output for sentences and tables. */
  static Output text(@Nullable CommandSpec spec) {
    return Output.ofText(out(spec));
  }

  /** An output for JSON. */
  static Output json(@Nullable CommandSpec spec) {
    return Output.ofJson(out(spec));
  }

  /** An output for cells of CSV. */
  static OutcomeCsv csv(@Nullable CommandSpec spec, boolean raw) {
    return new OutcomeCsv(out(spec), raw);
  }

  /** Standard output, or its replacement in a test; callers get it only wrapped. */
  private static PrintWriter out(@Nullable CommandSpec spec) {
    return spec == null
        ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
        : spec.commandLine().getOut();
  }

  /** An output for progress on standard error, so that answers can be redirected into a file. */
  static ReplayProgress progress(int partitions) {
    String size = System.getProperty("lockarbiter.terminal", "");
    return new ReplayProgress(System.err, size.matches("\\d+x\\d+"), partitions);
  }
}
