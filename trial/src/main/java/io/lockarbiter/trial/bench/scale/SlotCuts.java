package io.lockarbiter.trial.bench.scale;

import io.lockarbiter.lua.redis.PartitionSlot;
import io.lockarbiter.embedded.server.EmbeddedRedisCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which hash slots each master of a Redis Cluster gets. Where a partition falls is chance, so
 * ranges of equal length hold unequal numbers of partitions.
 *
 * @param firstSlots the first slot of each master, rising from 0
 */
record SlotCuts(List<Integer> firstSlots, int[] slots) {
  private static final String DEPLOYMENT = "lockarbiter";

  /** Ranges of equal length, as {@code redis-cli --cluster create} makes them. */
  static SlotCuts equal(int partitions, int masters) {
    return new SlotCuts(
        IntStream.range(0, masters)
            .mapToObj(n -> n * EmbeddedRedisCluster.SLOTS / masters)
            .toList(),
        slots(partitions));
  }

  /** Ranges with as many partitions each, or one more. */
  static SlotCuts even(int partitions, int masters) {
    int[] slots = slots(partitions);
    int[] rising = IntStream.of(slots).sorted().toArray();
    List<Integer> firstSlots = new ArrayList<>(List.of(0));
    for (int n = 1; n < masters; n++) {
      firstSlots.add(rising[n * partitions / masters]);
    }
    return new SlotCuts(firstSlots, slots);
  }

  private static int[] slots(int partitions) {
    return IntStream.range(0, partitions)
        .map(partition -> PartitionSlot.of(DEPLOYMENT, partition))
        .toArray();
  }

  /** The master of a partition, from 0. */
  int master(int partition) {
    int master = 0;
    while (master + 1 < firstSlots.size() && firstSlots.get(master + 1) <= slots[partition]) {
      master++;
    }
    return master;
  }
}
