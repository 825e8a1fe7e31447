package io.lockarbiter.trial.bench.handover;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * What one change did to each partition.
 *
 * @param round which one it was, or in which round
 * @param lengthMs from its beginning to half a second after every partition was owned and answered
 * @param stallsMs the longest standstill of each partition
 * @param moved the partitions that changed their owner
 */
public record Change(
    int round, Cause cause, long lengthMs, List<Long> stallsMs, Set<Integer> moved) {
  public Change {
    stallsMs = List.copyOf(stallsMs);
    moved = new TreeSet<>(moved);
  }

  /** The standstills of those that moved, or of those that did not. */
  List<Long> stallsMs(boolean ofMoved) {
    return IntStream.range(0, stallsMs.size())
        .filter(partition -> moved.contains(partition) == ofMoved)
        .mapToObj(stallsMs::get)
        .toList();
  }

  /** The cause and the longest standstills, for people. */
  public String text() {
    List<Long> ofMoved = stallsMs(true);
    List<Long> ofOthers = stallsMs(false);
    return "%s: %s%d stayed, longest standstill %,d ms"
        .formatted(
            cause,
            ofMoved.isEmpty()
                ? ""
                : "%d moved, longest standstill %,d ms; "
                    .formatted(ofMoved.size(), longest(ofMoved)),
            ofOthers.size(),
            longest(ofOthers));
  }

  private static long longest(List<Long> stalls) {
    return stalls.stream().mapToLong(Long::longValue).max().orElse(0);
  }
}
