package io.lockarbiter.embedded.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What Redis has lost so far, and how the locks bore it.
 *
 * @param latest the last of them
 * @param ago since when
 * @param latestSilenceMs the longest time in which an account heard nothing after it, ms
 * @param counts by kind, only of those that happened
 * @param silencesMs the longest silences after each kind
 * @param fallenTokens grants whose token was not above the account's one before
 */
record LossState(
    @Nullable Loss latest,
    Duration ago,
    long latestSilenceMs,
    Map<Loss, Integer> counts,
    Map<Loss, Long> silencesMs,
    long fallenTokens) {

  /** In words, for one who looks on. */
  String now() {
    return latest == null
        ? "Redis has lost nothing yet"
        : "Redis lost %s %d s ago: an account was silent for %.2f s at most"
            .formatted(latest.text(), ago.toSeconds(), latestSilenceMs / 1e3);
  }

  /** In words, for the end. */
  String all() {
    return Arrays.stream(Loss.values())
        .filter(counts::containsKey)
        .map(
            loss ->
                "%s %d times, silent for %.2f s at most"
                    .formatted(
                        loss.text(), counts.get(loss), silencesMs.getOrDefault(loss, 0L) / 1e3))
        .collect(Collectors.joining("; "));
  }
}
