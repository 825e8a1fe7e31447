package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.watch.Stalls;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import java.util.List;
import java.util.stream.IntStream;

/** All partitions of the deployment as they are shown. */
public final class ShownPartitions {
  private final PartitionStatuses statuses;
  private final Stalls stalls;
  private final TransactionWatch commands;
  private final int partitions;

  /**
   * Those that an instance can tell of.
   *
   * @param commands the watch of {@code lock.commands}
   * @param partitions how many there are
   */
  public ShownPartitions(
      PartitionStatuses statuses, Stalls stalls, TransactionWatch commands, int partitions) {
    this.statuses = statuses;
    this.stalls = stalls;
    this.commands = commands;
    this.partitions = partitions;
  }

  /** Every partition, lowest first; also one that the topic has too many. */
  List<ShownPartition> all() {
    IntStream assigned = statuses.all().stream().mapToInt(PartitionStatus::partition);
    return IntStream.concat(IntStream.range(0, partitions), assigned)
        .distinct()
        .sorted()
        .mapToObj(
            partition ->
                new ShownPartition(
                    partition,
                    statuses.get(partition),
                    stalls.of(partition),
                    commands.heldBack(partition).orElse(0)))
        .toList();
  }

  /** Those of this instance, and those of which something is wrong. */
  List<ShownPartition> known() {
    return all().stream().filter(one -> one.isAssigned() || one.isStalled()).toList();
  }
}
