package io.lockarbiter.sandbox.bench.stage;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of what a benchmark is told. */
public final class Arguments {
  private Arguments() {}

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below one
   */
  public static void requireAtLeastOne(@Nullable CommandSpec spec, String option, int value) {
    requireAtLeast(spec, option, value, 1);
  }

  /**
   * Refuses what cannot be measured.
   *
   * @throws ParameterException if the value is below the least
   */
  public static void requireAtLeast(
      @Nullable CommandSpec spec, String option, int value, int least) {
    if (value < least) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "%s=%d, expected at least %d".formatted(option, value, least));
    }
  }
}
