package io.lockarbiter.audit.verify.events;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;

/** The version of the rules at a record, as far as the log has told it so far. */
final class RulesInForce {
  private final int partition;
  private Settings settings;
  private boolean known;

  /** At the first record. The number of partitions was told before it, if retention cut the log. */
  RulesInForce(HistoryStart start) {
    partition = start.partition();
    known = start.isWhole();
    settings =
        known || start.partitions() == Settings.UNTOLD
            ? Settings.INITIAL
            : SettingsChange.NOTHING
                .with(Setting.PARTITIONS, start.partitions())
                .applyTo(Settings.INITIAL);
  }

  /** Takes up the record's content, once its events are judged. */
  void follow(DecodedCommand content) {
    if (content instanceof Valid valid
        && valid.command() instanceof SettingsChange change
        && change.objection(settings, partition) == null) {
      settings = change.applyTo(settings);
    }
  }

  /** Claims that it is known to be a later one, or this. */
  boolean areSince(int version) {
    return known && settings.get(Setting.RULES) >= version;
  }

  /** Claims that it is known to be an earlier one. */
  boolean areBefore(int version) {
    return known && settings.get(Setting.RULES) < version;
  }
}
