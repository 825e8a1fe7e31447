package io.lockarbiter.cli.locks;

import io.lockarbiter.client.YieldWish;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say who acts on somebody else's lock, and why. */
final class Reason {
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
      throw selection.wrong("--comment is blank, expected a reason: it stands in the log");
    }
    try {
      new YieldWish(grace, comment);
    } catch (IllegalArgumentException e) {
      throw selection.wrong("--" + e.getMessage());
    }
  }
}
