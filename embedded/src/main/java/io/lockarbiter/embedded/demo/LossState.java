package io.lockarbiter.embedded.demo;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The losses of Redis so far, and their effect on the locks.
 *
 * @param latest the last of them
 * @param ago time since then
 * @param latestSilenceMs the longest time after it in which an account got no event, ms
 * @param counts by kind, without kinds that did not happen
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

  /** Describes the latest loss, for a spectator. */
  String now() {
    return latest == null
        ? "Redis has lost nothing yet"
        : "Redis lost %s %d s ago: an account was silent for %.2f s at most"
            .formatted(latest.text(), ago.toSeconds(), latestSilenceMs / 1e3);
  }

  /** Describes all losses, for the summary. */
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
