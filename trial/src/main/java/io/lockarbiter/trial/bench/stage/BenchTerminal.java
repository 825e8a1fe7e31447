package io.lockarbiter.trial.bench.stage;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The terminal of a benchmark, and the checks of what it is told. */
@Command
public class BenchTerminal {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  /** For a mixin. */
  public BenchTerminal() {}

  /** Prints a line at once. */
  public final void print(String line) {
    PrintWriter out = spec().commandLine().getOut();
    out.println(line);
    out.flush();
  }

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below one
   */
  public final void requireAtLeastOne(String option, long value) {
    requireAtLeast(option, value, 1);
  }

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below the least
   */
  public final void requireAtLeast(String option, long value, long least) {
    if (value < least) {
      throw refusal("%s=%d, expected at least %d".formatted(option, value, least));
    }
  }

  /** The exception that refuses what the command was told. */
  public final ParameterException refusal(String why) {
    return new ParameterException(spec().commandLine(), why);
  }

  private CommandSpec spec() {
    return Objects.requireNonNull(spec, "a command that nobody parsed");
  }
}
