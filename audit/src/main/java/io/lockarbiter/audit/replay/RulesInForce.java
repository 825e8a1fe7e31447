package io.lockarbiter.audit.replay;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.ByRules;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings that hold for a record, as far as its meaning hangs on them: the version of the
 * rules, what holds for names, and whether moves are remembered. The log tells them. What retention
 * has removed of it, and whether there were locks when a record was to leave case out, the events
 * show; until then several settings are possible.
 */
final class RulesInForce {
  /** Most settings that are held possible; more records than that are forged. */
  private static final int MOST = 32;

  /** Settings that a log without its beginning does not show by its events, or by its topics. */
  private static final Set<Setting> OTHERS =
      EnumSet.complementOf(
          EnumSet.of(Setting.PARTITIONS, Setting.NAMES_WITHOUT_CASE, Setting.EPOCH));

  private final HistoryStart start;
  private final int newestRules;
  private Set<Possible> possible = new LinkedHashSet<>();
  private boolean hasEvents;

  /**
   * Settings that may be in force.
   *
   * @param untold those that are not known even if these are the ones
   */
  private record Possible(Settings settings, Set<Setting> untold) {
    Possible after(SettingsChange change, boolean hasLocks) {
      Set<Setting> left = EnumSet.noneOf(Setting.class);
      left.addAll(untold);
      left.removeAll(change.values().keySet());
      return new Possible(change.applyTo(settings, hasLocks), left);
    }
  }

  /**
   * Begins before the first record. If retention has cut the log, the number of partitions was told
   * before that or was not, and case beside it, unless locks were in the way. A later epoch is told
   * if there has been an event of it.
   */
  RulesInForce(HistoryStart start, int newestRules) {
    this.start = start;
    this.newestRules = newestRules;
    hasEvents = start.eventsBegin() > 0;
    if (start.isWhole()) {
      possible.add(new Possible(Settings.INITIAL, Set.of()));
      return;
    }
    Settings told = start.shown();
    for (Settings one :
        List.of(
            told,
            told.with(Setting.NAMES_WITHOUT_CASE, 1),
            told.with(Setting.NAMES_WITHOUT_CASE, Settings.UNTOLD_CASE),
            Settings.INITIAL)) {
      for (int flags = 0; flags < 4; flags++) {
        Settings read =
            one.with(Setting.NAMES_WITHOUT_BACKSLASH, flags % 2)
                .with(Setting.REMEMBERS_MOVES, flags / 2);
        possible.add(new Possible(read, OTHERS));
      }
    }
  }

  /** Applies a record. */
  void follow(DecodedCommand content) {
    if (content instanceof Valid valid && valid.command() instanceof SettingsChange change) {
      Set<Possible> next = new LinkedHashSet<>();
      for (Possible before : possible) {
        follow(change, before, next);
      }
      possible =
          next.size() <= MOST
              ? next
              : Set.of(new Possible(next.iterator().next().settings(), OTHERS));
    }
  }

  /** Adds what may follow. Case stays untold while somebody has locks. */
  private void follow(SettingsChange change, Possible before, Set<Possible> next) {
    Settings settings = before.settings();
    if (change.objection(settings, start.partition(), hasEvents, newestRules) != null) {
      next.add(before);
      return;
    }
    next.add(before.after(change, /* hasLocks= */ false));
    next.add(before.after(change, /* hasLocks= */ true));
  }

  /** The settings in force; null if a part of the log may have told some that is gone. */
  @Nullable Settings settings() {
    boolean isCertain = possible.size() == 1 && possible.iterator().next().untold().isEmpty();
    return isCertain && isKnown() ? first() : null;
  }

  /** The number of partitions that the log tells; {@link Settings#UNTOLD} if it does not. */
  int partitions() {
    int partitions = first().get(Setting.PARTITIONS);
    return possible.stream().allMatch(one -> one.settings().get(Setting.PARTITIONS) == partitions)
        ? partitions
        : Settings.UNTOLD;
  }

  private Settings first() {
    return possible.iterator().next().settings();
  }

  /**
   * Says whether no later version can be in force than the one that is told. In a log without its
   * beginning a record that names earlier rules may not have been obeyed.
   */
  private boolean isKnown() {
    return start.isWhole() || first().get(Setting.RULES) == newestRules;
  }

  /**
   * Reads a record as it was read when it was decided.
   *
   * @param answer to it; null if there is none
   * @param events those that it caused
   */
  DecodedCommand read(DecodedCommand content, @Nullable Event answer, List<RecordedEvent> events) {
    hasEvents |= !events.isEmpty();
    if (hasEvents && !start.isWhole() && start.epoch() > 0) {
      keep(one -> one.settings().get(Setting.EPOCH) == start.epoch());
    }
    if (possible.size() > 1 || !start.isWhole()) {
      Boolean withoutCase = ToldNames.withoutCase(events);
      if (withoutCase != null) {
        keep(one -> one.settings().areNamesWithoutCase() == withoutCase);
      }
      if (answer != null) {
        keep(one -> isAnsweredBy(read(content, answer, Reading.of(one.settings())), answer));
      }
    }
    return read(content, answer, Reading.of(first()));
  }

  /**
   * Keeps those settings that fit what was seen. If none does and the log is cut, a record before
   * was not obeyed that would have been without what is gone: what was seen counts.
   */
  private void keep(Predicate<Possible> fits) {
    Set<Possible> kept = fitting(possible, fits);
    if (kept.isEmpty() && !start.isWhole()) {
      kept = fitting(withAllFlags(), fits);
    }
    possible = kept.isEmpty() ? possible : kept;
  }

  private static Set<Possible> fitting(Set<Possible> from, Predicate<Possible> fits) {
    Set<Possible> kept = new LinkedHashSet<>();
    for (Possible one : from) {
      if (fits.test(one)) {
        kept.add(one);
      }
    }
    return kept;
  }

  /** The possible settings with each of the ways in which commands may be read. */
  private Set<Possible> withAllFlags() {
    Set<Possible> all = new LinkedHashSet<>();
    for (Possible one : possible) {
      for (int flags = 0; flags < 12; flags++) {
        Settings read =
            one.settings()
                .with(Setting.NAMES_WITHOUT_CASE, flags % 3)
                .with(Setting.NAMES_WITHOUT_BACKSLASH, flags / 3 % 2)
                .with(Setting.REMEMBERS_MOVES, flags / 6);
        all.add(new Possible(read, OTHERS));
      }
    }
    return all;
  }

  private DecodedCommand read(DecodedCommand content, @Nullable Event answer, Reading told) {
    if (isKnown() || answer == null || !(content instanceof ByRules byRules)) {
      return content.under(told);
    }
    DecodedCommand read = byRules.newer().under(told);
    for (int rules = byRules.sinceRules() - 1; rules >= told.rules(); rules--) {
      if (isAnsweredBy(read, answer)) {
        return read;
      }
      read = byRules.under(told.withRules(rules));
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
