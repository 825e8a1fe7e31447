package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.watch.ClockWatch;
import io.lockarbiter.arbiter.watch.LagAge;
import io.lockarbiter.arbiter.watch.Stall;
import io.lockarbiter.arbiter.watch.StallCause;
import io.lockarbiter.arbiter.watch.TransactionWatch;
import io.lockarbiter.lua.store.PartitionHeader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The gauges of the watches over the partitions assigned to this instance, and of the stalls of all
 * partitions.
 */
public final class WatchGauges {
  private static final double MS_PER_SECOND = 1_000;

  private final PartitionStatuses statuses;
  private final ShownPartitions partitions;
  private final ClockWatch clocks;
  private final TransactionWatch transactions;
  private final LagAge lagAge;
  private final GaugeRows ahead;
  private final GaugeRows behind;
  private final GaugeRows heldBack;
  private final GaugeRows lagSeconds;
  private final GaugeRows stalled;

  /** Gauges without rows. */
  public WatchGauges(
      PartitionStatuses statuses,
      ShownPartitions partitions,
      ClockWatch clocks,
      TransactionWatch transactions,
      LagAge lagAge,
      MeterRegistry registry) {
    this.statuses = statuses;
    this.partitions = partitions;
    this.clocks = clocks;
    this.transactions = transactions;
    this.lagAge = lagAge;
    this.ahead = new GaugeRows(MeterName.CLOCK_AHEAD, registry);
    this.behind = new GaugeRows(MeterName.CLOCK_BEHIND, registry);
    this.heldBack = new GaugeRows(MeterName.HELD_BACK, registry);
    this.lagSeconds = new GaugeRows(MeterName.LAG_SECONDS, registry);
    this.stalled = new GaugeRows(MeterName.STALLED, registry);
  }

  /** Updates the gauges. */
  public void refresh() {
    List<PartitionStatus> all = statuses.all();
    set(ahead, all, status -> ofHeader(status, clocks::aheadMs));
    set(behind, all, status -> ofHeader(status, ClockWatch::behindMs));
    set(
        lagSeconds,
        all,
        status -> seconds(lagAge.ms(status, transactions.heldBack(status.partition()).orElse(0))));
    set(
        heldBack,
        all,
        status -> {
          OptionalLong offsets = transactions.heldBack(status.partition());
          return offsets.isPresent()
              ? OptionalDouble.of(offsets.getAsLong())
              : OptionalDouble.empty();
        });
    setStalls();
  }

  private void setStalls() {
    Map<Tags, Double> rows = new HashMap<>();
    for (ShownPartition one : partitions.known()) {
      Set<StallCause> causes =
          one.stalls().stream().map(Stall::cause).collect(Collectors.toUnmodifiableSet());
      for (StallCause cause : StallCause.values()) {
        Tags tags =
            Tags.of(
                "partition",
                Integer.toString(one.partition()),
                "cause",
                cause.name().toLowerCase(Locale.ROOT));
        rows.put(tags, causes.contains(cause) ? 1.0 : 0.0);
      }
    }
    stalled.set(rows);
  }

  private static OptionalDouble ofHeader(
      PartitionStatus status, ToLongFunction<PartitionHeader> ms) {
    return status.progress() == null
        ? OptionalDouble.empty()
        : seconds(OptionalLong.of(ms.applyAsLong(status.progress().header())));
  }

  private static OptionalDouble seconds(OptionalLong ms) {
    return ms.isPresent()
        ? OptionalDouble.of(ms.getAsLong() / MS_PER_SECOND)
        : OptionalDouble.empty();
  }

  private static void set(
      GaugeRows gauge,
      List<PartitionStatus> all,
      Function<PartitionStatus, OptionalDouble> values) {
    Map<Tags, Double> rows = new HashMap<>();
    for (PartitionStatus status : all) {
      Tags tags = Tags.of("partition", Integer.toString(status.partition()));
      values.apply(status).ifPresent(value -> rows.put(tags, value));
    }
    gauge.set(rows);
  }
}
