package io.lockarbiter.embedded.demo.yielding;

import io.lockarbiter.embedded.measure.Quantiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The result of one deletion.
 *
 * @param asker who asked the holders to yield
 * @param toldMs for each upload: from the request to its arrival in the upload; from the deletion's
 *     own request if the client asks one holder after another
 * @param untold uploads that were not told
 * @param grantedMs from the deletion's request to its lock
 * @param mostSentAgain most bytes that one upload sent more than once
 * @param silentEnded uploads that do not listen, and lost their lock by force
 * @param lateRefused writes of such uploads that came after the deletion and were refused
 * @param silent uploads that do not listen
 * @param faults what else went wrong
 */
record YieldingRound(
    int number,
    Asker asker,
    List<Double> toldMs,
    int untold,
    double grantedMs,
    int mostSentAgain,
    int silentEnded,
    int lateRefused,
    int silent,
    List<String> faults) {
  static final double TOLD_P99_MS = 200;
  static final double GRANTED_MS = 5_000;
  static final String HEADER =
      "round  asked by   told p50 ms  p99 ms  granted ms  sent again  forced  late writes refused";

  /** The sender of the requests to yield. */
  enum Asker {
    /** An operator asks each holder by the id of its lock, all at once. */
    OPERATOR,
    /** The waiting deletion asks the blockers that its {@code queued} event names. */
    DELETION
  }

  /** Returns the bounds that a round broke, in words; empty if it kept them all. */
  List<String> broken() {
    List<String> reasons = new ArrayList<>(faults);
    if (untold > 0) {
      reasons.add("%d uploads heard nothing".formatted(untold));
    }
    if (grantedMs > GRANTED_MS) {
      reasons.add("the deletion waited %,.0f ms, %,.0f allowed".formatted(grantedMs, GRANTED_MS));
    }
    if (mostSentAgain > YieldingUpload.CHUNK_BYTES) {
      reasons.add("an upload sent %,d bytes again, more than a chunk".formatted(mostSentAgain));
    }
    if (silentEnded != silent) {
      reasons.add("%d of %d silent holders were forced".formatted(silentEnded, silent));
    }
    if (lateRefused != silent) {
      reasons.add("%d of %d late writers were refused".formatted(lateRefused, silent));
    }
    return reasons;
  }

  /** Returns the round in the columns of {@link #HEADER}, with the broken bounds below it. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%5d  %-9s  %11.1f  %6.1f  %,10.0f  %,10d  %6d  %19d  %s"
            .formatted(
                number,
                asker.name().toLowerCase(Locale.ROOT),
                Quantiles.of(toldMs, 0.5),
                Quantiles.of(toldMs, 0.99),
                grantedMs,
                mostSentAgain,
                silentEnded,
                lateRefused,
                broken().isEmpty() ? "kept" : "BROKEN"));
    broken().forEach(reason -> lines.add("       " + reason));
    return lines;
  }
}
