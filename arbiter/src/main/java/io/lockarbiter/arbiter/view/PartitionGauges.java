package io.lockarbiter.arbiter.view;

import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RecoveryProgress;
import io.lockarbiter.arbiter.partition.SettingsProposal;
import io.lockarbiter.contracts.lock.Settings;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** The number of partitions, and the gauges of those assigned to this instance. */
public final class PartitionGauges {
  private final PartitionStatuses statuses;
  private final Settings configured;
  private final MultiGauge held;
  private final MultiGauge waiting;
  private final MultiGauge lag;
  private final MultiGauge settingsDiffer;
  private final MultiGauge recovery;
  private final MultiGauge state;

  /**
   * Gauges without rows.
   *
   * @param partitions the number of the deployment's partitions
   * @param configured the settings that each partition should have
   */
  public PartitionGauges(
      PartitionStatuses statuses, int partitions, Settings configured, MeterRegistry registry) {
    this.statuses = statuses;
    this.configured = configured;
    Gauge.builder(MeterName.PARTITIONS.text(), () -> partitions).register(registry);
    this.held = MultiGauge.builder(MeterName.LOCKS_HELD.text()).register(registry);
    this.waiting = MultiGauge.builder(MeterName.LOCKS_WAITING.text()).register(registry);
    this.lag = MultiGauge.builder(MeterName.LAG.text()).register(registry);
    this.settingsDiffer = MultiGauge.builder(MeterName.SETTINGS_DIFFER.text()).register(registry);
    this.recovery = MultiGauge.builder(MeterName.RECOVERY_REMAINING.text()).register(registry);
    this.state = MultiGauge.builder(MeterName.PARTITION_STATE.text()).register(registry);
  }

  /** Updates the gauges from the present statuses. */
  public void refresh() {
    List<PartitionStatus> all = statuses.all();
    register(held, all, status -> row(status, PartitionProgress::held));
    register(waiting, all, status -> row(status, PartitionProgress::waiting));
    register(
        lag,
        all,
        status ->
            status.lag() < 0 ? Stream.empty() : Stream.of(Row.of(tags(status), status.lag())));
    register(settingsDiffer, all, status -> row(status, this::settingsDiffer));
    register(recovery, all, PartitionGauges::remaining);
    register(state, all, PartitionGauges::states);
  }

  private static void register(
      MultiGauge gauge,
      List<PartitionStatus> all,
      Function<PartitionStatus, Stream<Row<Number>>> rows) {
    gauge.register(all.stream().flatMap(rows).toList(), true);
  }

  private static Stream<Row<Number>> row(
      PartitionStatus status, ToDoubleFunction<PartitionProgress> number) {
    PartitionProgress progress = status.progress();
    return progress == null
        ? Stream.empty()
        : Stream.of(Row.of(tags(status), number.applyAsDouble(progress)));
  }

  private long settingsDiffer(PartitionProgress progress) {
    return SettingsProposal.isAsConfigured(progress.header().settings(), configured) ? 0 : 1;
  }

  private static Stream<Row<Number>> remaining(PartitionStatus status) {
    RecoveryProgress recovery = status.recovery();
    return recovery == null
        ? Stream.empty()
        : Stream.of(Row.of(tags(status), recovery.remaining()));
  }

  private static Stream<Row<Number>> states(PartitionStatus status) {
    return Stream.of(PartitionState.values())
        .map(
            each ->
                Row.of(
                    tags(status).and("state", each.name().toLowerCase(Locale.ROOT)),
                    each == status.state() ? 1 : 0));
  }

  private static Tags tags(PartitionStatus status) {
    return Tags.of("partition", Integer.toString(status.partition()));
  }
}
