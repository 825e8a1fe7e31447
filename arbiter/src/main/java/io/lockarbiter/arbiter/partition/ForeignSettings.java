package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes dead letters of the {@code settings} records that a partition did not obey, and warns,
 * because only an arbiter may send settings. Used by one thread.
 */
final class ForeignSettings {
  private static final Logger LOG = LoggerFactory.getLogger(ForeignSettings.class);
  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

  private final int partition;
  private final ElapsedClock clock;
  private final DecisionMeters meters;
  private @Nullable Long lastLineNanos;

  ForeignSettings(int partition, PartitionServices services) {
    this.partition = partition;
    this.clock = services.clock();
    this.meters = services.meters();
  }

  /**
   * All dead letters of a batch, in the order of offsets.
   *
   * @param settings the settings of the state after the batch, or after any later one. They show
   *     whether a record was obeyed, because the first number of partitions stands and rules never
   *     go back. Two cases are misjudged. A record that named the rules of its time, and is read
   *     again after the batch that raised them, becomes a dead letter needlessly. So does one that
   *     was to leave case out while there were locks, if a later one told that case counts
   */
  List<DeadLetter> deadLetters(Batch batch, Settings settings) {
    List<DeadLetter> foreign = new ArrayList<>(0);
    Settings before = settings.with(Setting.RULES, rulesBefore(batch, settings));
    // A first epoch that was told is in the settings after it; another was behind an event.
    boolean hasEvents = true;
    for (ReceivedSettings received : batch.settings()) {
      SettingsChange change = received.change();
      Integer rules = change.get(Setting.RULES);
      String objection = change.objection(before, partition, hasEvents, Settings.NEWEST_RULES);
      if (objection != null) {
        String why = "the settings record: " + objection;
        foreign.add(new DeadLetter(received.offset(), null, received.value(), why));
      } else if (rules != null) {
        before = before.with(Setting.RULES, rules);
      }
    }
    if (foreign.isEmpty()) {
      return batch.deadLetters();
    }
    tell(foreign);
    List<DeadLetter> all = new ArrayList<>(batch.deadLetters());
    all.addAll(foreign);
    all.sort(Comparator.comparing(DeadLetter::offset));
    return all;
  }

  /**
   * The rules before the batch, as far as they are known: if the batch raised them, the first ones.
   */
  private static int rulesBefore(Batch batch, Settings settings) {
    Integer rules = settings.get(Setting.RULES);
    return batch.settings().stream().anyMatch(one -> rules.equals(one.change().get(Setting.RULES)))
        ? Settings.FIRST_RULES
        : rules;
  }

  private void tell(List<DeadLetter> foreign) {
    meters.settingsRefused(foreign.size());
    long now = clock.nanos();
    if (lastLineNanos != null && now - lastLineNanos < BETWEEN_LINES.toNanos()) {
      return;
    }
    lastLineNanos = now;
    LOG.warn(
        "partition={} offset={}: {} ({} such records in this batch; at most one line a minute). They are not obeyed and lie in the dead letters. No arbiter of this deployment sends them: somebody else writes settings, and could force locks open too. Fix: kafka-acls.sh --bootstrap-server BROKER --list --topic lock.commands, and leave Write to gateways and arbiters alone",
        partition,
        foreign.get(0).offset(),
        foreign.get(0).why(),
        foreign.size());
  }
}
