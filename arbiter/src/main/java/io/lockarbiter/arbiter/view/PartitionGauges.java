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
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The number of partitions, and the gauges of those assigned to this instance. */
public final class PartitionGauges {
  private final PartitionStatuses statuses;
  private final Settings configured;
  private final GaugeRows held;
  private final GaugeRows waiting;
  private final GaugeRows lag;
  private final GaugeRows settingsDiffer;
  private final GaugeRows recovery;
  private final GaugeRows state;

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
    this.held = new GaugeRows(MeterName.LOCKS_HELD, registry);
    this.waiting = new GaugeRows(MeterName.LOCKS_WAITING, registry);
    this.lag = new GaugeRows(MeterName.LAG, registry);
    this.settingsDiffer = new GaugeRows(MeterName.SETTINGS_DIFFER, registry);
    this.recovery = new GaugeRows(MeterName.RECOVERY_REMAINING, registry);
    this.state = new GaugeRows(MeterName.PARTITION_STATE, registry);
  }

  /** Updates the gauges from the present statuses. */
  public void refresh() {
    List<PartitionStatus> all = statuses.all();
    set(held, all, status -> row(status, PartitionProgress::held));
    set(waiting, all, status -> row(status, PartitionProgress::waiting));
    set(lag, all, status -> status.lag() < 0 ? Map.of() : row(status, status.lag()));
    set(settingsDiffer, all, status -> row(status, this::settingsDiffer));
    set(recovery, all, PartitionGauges::remaining);
    set(state, all, PartitionGauges::states);
  }

  private static void set(
      GaugeRows gauge,
      List<PartitionStatus> all,
      Function<PartitionStatus, Map<Tags, Double>> rows) {
    Map<Tags, Double> together = new HashMap<>();
    all.forEach(status -> together.putAll(rows.apply(status)));
    gauge.set(together);
  }

  private static Map<Tags, Double> row(
      PartitionStatus status, ToDoubleFunction<PartitionProgress> number) {
    PartitionProgress progress = status.progress();
    return progress == null ? Map.of() : row(status, number.applyAsDouble(progress));
  }

  private static Map<Tags, Double> row(PartitionStatus status, double number) {
    return Map.of(tags(status), number);
  }

  private long settingsDiffer(PartitionProgress progress) {
    return SettingsProposal.isAsConfigured(progress.header().settings(), configured) ? 0 : 1;
  }

  private static Map<Tags, Double> remaining(PartitionStatus status) {
    RecoveryProgress recovery = status.recovery();
    return recovery == null ? Map.of() : row(status, recovery.remaining());
  }

  private static Map<Tags, Double> states(PartitionStatus status) {
    Map<Tags, Double> rows = new HashMap<>();
    for (PartitionState each : PartitionState.values()) {
      rows.put(
          tags(status).and("state", each.name().toLowerCase(Locale.ROOT)),
          each == status.state() ? 1.0 : 0.0);
    }
    return rows;
  }

  private static Tags tags(PartitionStatus status) {
    return Tags.of("partition", Integer.toString(status.partition()));
  }
}
