package io.lockarbiter.cli.audit;

import io.lockarbiter.cli.text.Output;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The outputs for answers and for progress. */
final class Terminal {
  /** Exit code of an answer about an account of which nothing is on record. */
  static final int NOT_ON_RECORD = 1;

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

  /**
   * Ends an answer about an account: flushes it, and warns on standard error if no record is of the
   * account.
   *
   * @return the exit code
   */
  static int end(Output out, AskedAccount asked, @Nullable CommandSpec spec) {
    out.flush();
    String problem = asked.problem();
    if (problem == null) {
      return 0;
    }
    warn(spec, problem);
    return NOT_ON_RECORD;
  }

  /** Writes a line to standard error. */
  static void warn(@Nullable CommandSpec spec, String problem) {
    PrintWriter err =
        spec == null
            ? new PrintWriter(System.err, true, StandardCharsets.UTF_8)
            : spec.commandLine().getErr();
    Output.ofText(err).line(problem);
    err.flush();
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
