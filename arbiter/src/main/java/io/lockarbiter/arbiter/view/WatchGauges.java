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
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private final MultiGauge ahead;
  private final MultiGauge behind;
  private final MultiGauge heldBack;
  private final MultiGauge lagSeconds;
  private final MultiGauge stalled;

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
    this.ahead = MultiGauge.builder(MeterName.CLOCK_AHEAD.text()).register(registry);
    this.behind = MultiGauge.builder(MeterName.CLOCK_BEHIND.text()).register(registry);
    this.heldBack = MultiGauge.builder(MeterName.HELD_BACK.text()).register(registry);
    this.lagSeconds = MultiGauge.builder(MeterName.LAG_SECONDS.text()).register(registry);
    this.stalled = MultiGauge.builder(MeterName.STALLED.text()).register(registry);
  }

  /** Updates the gauges. */
  public void refresh() {
    List<PartitionStatus> all = statuses.all();
    register(ahead, all, status -> ofHeader(status, clocks::aheadMs));
    register(behind, all, status -> ofHeader(status, ClockWatch::behindMs));
    register(
        lagSeconds,
        all,
        status -> seconds(lagAge.ms(status, transactions.heldBack(status.partition()).orElse(0))));
    register(
        heldBack,
        all,
        status -> {
          OptionalLong offsets = transactions.heldBack(status.partition());
          return offsets.isPresent()
              ? OptionalDouble.of(offsets.getAsLong())
              : OptionalDouble.empty();
        });
    registerStalls();
  }

  private void registerStalls() {
    List<Row<?>> rows = new ArrayList<>();
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
        rows.add(Row.of(tags, causes.contains(cause) ? 1 : 0));
      }
    }
    stalled.register(rows, true);
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

  private static void register(
      MultiGauge gauge,
      List<PartitionStatus> all,
      Function<PartitionStatus, OptionalDouble> values) {
    List<Row<?>> rows = new ArrayList<>();
    for (PartitionStatus status : all) {
      values
          .apply(status)
          .ifPresent(
              value ->
                  rows.add(
                      Row.of(Tags.of("partition", Integer.toString(status.partition())), value)));
    }
    gauge.register(rows, true);
  }
}
