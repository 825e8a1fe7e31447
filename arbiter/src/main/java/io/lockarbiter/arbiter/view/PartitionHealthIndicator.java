package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * The health of the partitions assigned to this instance: DOWN if one is halted or a thread died,
 * OUT_OF_SERVICE while one starts, retries or recovers, otherwise UP, also without any partition.
 */
public final class PartitionHealthIndicator implements HealthIndicator {
  private final PartitionStatuses statuses;
  private final LongSupplier deadThreads;

  /**
   * An indicator.
   *
   * @param deadThreads the number of threads, of listeners and of partitions, that ended by
   *     themselves
   */
  public PartitionHealthIndicator(PartitionStatuses statuses, LongSupplier deadThreads) {
    this.statuses = statuses;
    this.deadThreads = deadThreads;
  }

  @Override
  public Health health() {
    List<PartitionStatus> all = statuses.all();
    long dead = deadThreads.getAsLong();
    Map<String, Object> partitions = new LinkedHashMap<>();
    all.forEach(status -> partitions.put(Integer.toString(status.partition()), details(status)));
    return Health.status(status(all, dead))
        .withDetail("deadThreads", dead)
        .withDetail("partitions", partitions)
        .build();
  }

  private static Status status(List<PartitionStatus> all, long dead) {
    if (dead > 0 || all.stream().anyMatch(one -> one.state() == PartitionState.HALTED)) {
      return Status.DOWN;
    }
    return all.stream().allMatch(one -> one.state() == PartitionState.RUNNING)
        ? Status.UP
        : Status.OUT_OF_SERVICE;
  }

  private static Map<String, Object> details(PartitionStatus status) {
    Map<String, Object> details = new LinkedHashMap<>();
    details.put("state", status.state());
    if (status.halt() != null) {
      details.put("reason", status.halt());
      details.put("halt", status.haltId());
    }
    if (status.why() != null) {
      details.put("why", status.why());
    }
    if (status.recovery() != null) {
      details.put("recovery", PartitionsEndpoint.RecoveryView.of(status.recovery()));
    }
    if (status.lag() >= 0) {
      details.put("lag", status.lag());
    }
    return details;
  }
}
