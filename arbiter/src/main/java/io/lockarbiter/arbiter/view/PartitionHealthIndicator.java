package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of the partitions assigned to this instance, and of those that no arbiter has: DOWN if
 * one is halted or a thread died, OUT_OF_SERVICE while one starts, retries, recovers or is stalled,
 * otherwise UP, also without any partition.
 */
public final class PartitionHealthIndicator implements HealthIndicator {
  private final ShownPartitions partitions;
  private final LongSupplier deadThreads;

  /**
   * An indicator.
   *
   * @param deadThreads the number of threads, of listeners and of partitions, that ended by
   *     themselves
   */
  public PartitionHealthIndicator(ShownPartitions partitions, LongSupplier deadThreads) {
    this.partitions = partitions;
    this.deadThreads = deadThreads;
  }

  @Override
  public Health health() {
    List<ShownPartition> known = partitions.known();
    long dead = deadThreads.getAsLong();
    Map<String, Object> shown = new LinkedHashMap<>();
    known.forEach(one -> shown.put(Integer.toString(one.partition()), details(one)));
    return Health.status(status(known, dead))
        .withDetail("deadThreads", dead)
        .withDetail("partitions", shown)
        .build();
  }

  private static Status status(List<ShownPartition> known, long dead) {
    if (dead > 0 || known.stream().anyMatch(one -> is(one, PartitionState.HALTED))) {
      return Status.DOWN;
    }
    return known.stream().allMatch(one -> is(one, PartitionState.RUNNING))
        ? Status.UP
        : Status.OUT_OF_SERVICE;
  }

  private static boolean is(ShownPartition one, PartitionState state) {
    return state.name().equals(one.state());
  }

  private static Map<String, Object> details(ShownPartition shown) {
    PartitionStatus status = shown.status();
    Map<String, Object> details = new LinkedHashMap<>();
    putIfKnown(details, "state", shown.state());
    putIfKnown(details, "reason", shown.reason());
    putIfKnown(details, "halt", status == null ? null : status.haltId());
    putIfKnown(details, "why", shown.why());
    if (status != null && status.recovery() != null) {
      details.put("recovery", PartitionsEndpoint.RecoveryView.of(status.recovery()));
    }
    if (shown.lag() >= 0) {
      details.put("lag", shown.lag());
    }
    return details;
  }

  private static void putIfKnown(Map<String, Object> details, String name, @Nullable String value) {
    if (value != null) {
      details.put(name, value);
    }
  }
}
