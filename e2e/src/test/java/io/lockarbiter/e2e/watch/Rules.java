package io.lockarbiter.e2e.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The alert rules of this product, as they are or with shorter times. */
public final class Rules {
  private static final Path FILE = Path.of("../deploy/alerts/lock-arbiter.rules.yaml");
  private static final Pattern TIME =
      Pattern.compile("(?<=for: |offset |\\[)(\\d+)([smh])(?=$|[])\\s])", Pattern.MULTILINE);

  private Rules() {}

  /** Returns the file as an operator installs it. */
  public static String real() throws IOException {
    return Files.readString(FILE);
  }

  /**
   * Returns the rules with each {@code for}, each range and each offset divided by a number. What
   * is compared with what stays as it is, thresholds in seconds too.
   */
  public static String faster(int times) throws IOException {
    return TIME.matcher(real()).replaceAll(found -> shorter(found, times));
  }

  private static String shorter(MatchResult time, int times) {
    long number = Long.parseLong(time.group(1));
    Duration duration =
        switch (time.group(2)) {
          case "s" -> Duration.ofSeconds(number);
          case "m" -> Duration.ofMinutes(number);
          default -> Duration.ofHours(number);
        };
    return duration.dividedBy(times).toMillis() + "ms";
  }
}
