package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.ByRules;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * The version of the rules that holds for a record. The log tells it; if retention has removed that
 * part of the log, the answers show it.
 */
final class RulesInForce {
  private final int partition;
  private final int newestRules;
  private final boolean isWhole;
  private boolean areAllTold;
  private Settings settings;

  /**
   * Begins before the first record. If retention has cut the log, the number of partitions was told
   * before that.
   */
  RulesInForce(HistoryStart start, int newestRules) {
    partition = start.partition();
    this.newestRules = newestRules;
    isWhole = start.isWhole();
    areAllTold = isWhole;
    settings =
        isWhole || start.partitions() == Settings.UNTOLD
            ? Settings.INITIAL
            : Settings.INITIAL.with(Setting.PARTITIONS, start.partitions());
  }

  /** Applies a record. */
  void follow(DecodedCommand content) {
    if (content instanceof Valid valid
        && valid.command() instanceof SettingsChange change
        && change.objection(settings, partition, newestRules) == null) {
      settings = change.applyTo(settings);
      areAllTold = areAllTold || change.isComplete();
    }
  }

  /** The settings in force; null if a part of the log may have told some that is gone. */
  @Nullable Settings settings() {
    return areAllTold ? settings : null;
  }

  /**
   * Says whether no later version can be in force than the one that is told. In a log without its
   * beginning a record that names earlier rules may not have been obeyed.
   */
  private boolean isKnown() {
    return isWhole || settings.get(Setting.RULES) == newestRules;
  }

  /**
   * Reads a record under the rules in force.
   *
   * @param answer to it; null if there is none
   */
  DecodedCommand read(DecodedCommand content, @Nullable Event answer) {
    int told = settings.get(Setting.RULES);
    if (isKnown() || answer == null || !(content instanceof ByRules byRules)) {
      return content.under(told);
    }
    DecodedCommand read = byRules.newer();
    for (int rules = byRules.sinceRules() - 1; rules >= told; rules--) {
      if (isAnsweredBy(read, answer)) {
        return read;
      }
      read = byRules.under(rules);
    }
    return read;
  }

  /**
   * Says whether the answer fits this reading. A word that earlier rules do not know makes a
   * command invalid, or is missing in its answer.
   */
  private static boolean isAnsweredBy(DecodedCommand read, Event answer) {
    if (read instanceof Refused refused) {
      return isOf(refused, answer);
    }
    return !isInvalid(answer)
        && !(read instanceof Valid valid
            && valid.command() instanceof Acquire asked
            && answer.subject() instanceof LockFields told
            && !told.equals(asked.fields()));
  }

  private static boolean isInvalid(Event event) {
    return event instanceof Rejected rejected && rejected.reason() == RejectReason.INVALID;
  }

  private static boolean isOf(Refused refused, Event answer) {
    return answer instanceof Rejected rejected
        && isInvalid(rejected)
        && refused.refusal().message().equals(rejected.message());
  }
}
