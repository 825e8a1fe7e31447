package io.lockarbiter.trial.bench.handover;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which member of the consumer group owned which partition when the group was stable.
 *
 * @param seenAtMs this host's clock
 * @param members of the group, with or without a partition
 * @param byPartition the member's id; a partition that nobody owned is missing
 */
record Owners(long seenAtMs, Set<String> members, Map<Integer, String> byPartition) {
  Owners {
    members = Set.copyOf(members);
    byPartition = Map.copyOf(byPartition);
  }

  /**
   * The partitions that had more than one owner. One that came back to the member it had left is
   * not told from one that stayed.
   */
  static Set<Integer> moved(List<Owners> seen) {
    Set<Integer> moved = new HashSet<>();
    seen.stream()
        .map(owners -> owners.byPartition().keySet())
        .flatMap(Collection::stream)
        .distinct()
        .filter(partition -> owners(seen, partition) > 1)
        .forEach(moved::add);
    return moved;
  }

  private static long owners(List<Owners> seen, int partition) {
    return seen.stream()
        .map(owners -> owners.byPartition().get(partition))
        .filter(Objects::nonNull)
        .distinct()
        .count();
  }
}
