package io.lockarbiter.cli.checkouts;

import io.lockarbiter.client.YieldWish;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say who acts on somebody else's check-out, and why. */
final class Reason {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--by",
      paramLabel = "ID",
      required = true,
      description = "Your name, as a sub-account: it stands in the log.")
  private String by = "";

  @Option(
      names = "--comment",
      paramLabel = "TEXT",
      required = true,
      description = "The reason, for the member and the audit, at most 1 KiB.")
  private String comment = "";

  Reason() {}

  String by() {
    return by;
  }

  String comment() {
    return comment;
  }

  /**
   * Checks the options.
   *
   * @param grace the time that members have before a release by force; null if they decide
   * @throws ParameterException if one is wrong
   */
  void requireValid(Selection selection, @Nullable Duration grace) {
    selection.requireId("--by", by);
    if (comment.isBlank()) {
      throw wrong("--comment is blank, expected a reason: it stands in the log");
    }
    try {
      new YieldWish(grace, comment);
    } catch (IllegalArgumentException e) {
      throw wrong("--" + e.getMessage());
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
