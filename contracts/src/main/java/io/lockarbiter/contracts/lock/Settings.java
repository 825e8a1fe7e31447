package io.lockarbiter.contracts.lock;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The settings that decisions depend on beside the commands: a value of each {@link Setting}. They
 * enter a partition through its log, as a {@code settings} record, so that a replay decides alike.
 *
 * @param values in the order of {@link Setting}; one that is missing takes its default
 */
public record Settings(Map<Setting, Integer> values) {
  /**
   * The earliest version of the rules that this code can decide by; each partition uses the version
   * in its log.
   */
  public static final int FIRST_RULES = 1;

  /** The newest version of the rules that this code can decide by. */
  public static final int NEWEST_RULES = 1;

  /** The defaults. */
  public static final Settings DEFAULT = new Settings(Map.of());

  /** Stands for a number of partitions that no record has set yet. */
  public static final int UNTOLD = 0;

  /**
   * Stands for {@link Setting#NAMES_WITHOUT_CASE} where it was asked for while there were locks,
   * and is not told yet: case counts. No record has this value.
   */
  public static final int UNTOLD_CASE = 2;

  /**
   * The settings of a partition before its first {@code settings} record: the defaults, but with
   * the first rules and no number of partitions.
   */
  public static final Settings INITIAL =
      DEFAULT.with(Setting.RULES, FIRST_RULES).with(Setting.PARTITIONS, UNTOLD);

  /** Leases, ms. */
  public static final long DEFAULT_LEASE_MS = 30_000;

  public static final long MIN_LEASE_MS = 1_000;
  public static final long MAX_LEASE_MS = 600_000;

  /** Leases of locks that are kept, ms. */
  public static final long MIN_KEEP_MS = 60_000;

  public static final long MAX_KEEP_MS = 2_592_000_000L;

  /** Longest lease of a lock that closes an account, ms: 3,650 d. */
  public static final long MAX_CLOSE_MS = 315_360_000_000L;

  /** How often a lock with a lease beyond {@link #MAX_LEASE_MS} is told again, ms. */
  public static final long TELL_MS = 300_000;

  /** The times of tellings are multiples of this, ms, so that many fall on one tick. */
  public static final long TELL_STEP_MS = 10_000;

  /** Longest wait limit, ms. */
  public static final long MAX_WAIT_MS = 600_000;

  /** Shortest and longest time for which a lock may ask to be held at most, ms. */
  public static final long MIN_MAX_HOLD_MS = 1_000;

  public static final long MAX_MAX_HOLD_MS = 86_400_000;

  /** Longest time from a request to yield to the end that it sets, ms. */
  public static final long MAX_GRACE_MS = 600_000;

  /** Shortest time between two requests to yield the same lock, ms. */
  public static final long YIELD_PAUSE_MS = 1_000;

  /** Most locks whose holders one waiting request asks, in the order of its blockers. */
  public static final int MAX_ASKED = 1_000;

  /** Most locks and waiting requests that one command to release all ends. */
  public static final int MAX_RELEASED = 1_000;

  /** Most locks and requests looked at in search of a deadlock. */
  public static final int MAX_DEADLOCK_NODES = 64;

  /** Fills in the defaults of missing settings. */
  public Settings {
    Map<Setting, Integer> all = new EnumMap<>(Setting.class);
    for (Setting setting : Setting.values()) {
      all.put(setting, values.getOrDefault(setting, setting.byDefault()));
    }
    values = Collections.unmodifiableMap(all);
  }

  /** Says whether this code can decide by that version of the rules. */
  public static boolean knowsRules(int version) {
    return version >= FIRST_RULES && version <= NEWEST_RULES;
  }

  /** The versions of the rules that this code can decide by, such as {@code 1 to 3}. */
  public static String knownRules() {
    return range(FIRST_RULES, NEWEST_RULES);
  }

  /** A range as text, such as {@code 1 to 3}, or {@code 2} from 2 to 2. */
  public static String range(int first, int last) {
    return first >= last ? String.valueOf(first) : first + " to " + last;
  }

  /** The value of a setting. */
  public int get(Setting setting) {
    return Objects.requireNonNull(values.get(setting));
  }

  /** Says whether names that differ in case alone are one name. */
  public boolean areNamesWithoutCase() {
    return get(Setting.NAMES_WITHOUT_CASE) == 1;
  }

  /**
   * Says whether it is told how names are compared: beside the number of partitions, unless locks
   * were in the way.
   */
  public boolean isCaseTold() {
    return get(Setting.PARTITIONS) != UNTOLD && get(Setting.NAMES_WITHOUT_CASE) != UNTOLD_CASE;
  }

  /** The number before the first event of a partition with these settings. */
  public long seqBefore() {
    return Epoch.begin(get(Setting.EPOCH));
  }

  /** These settings with one changed. */
  public Settings with(Setting setting, int value) {
    Map<Setting, Integer> changed = new EnumMap<>(values);
    changed.put(setting, value);
    return new Settings(changed);
  }

  /** All settings by their names on the wire. */
  public Map<String, Integer> byName() {
    Map<String, Integer> names = new LinkedHashMap<>();
    values.forEach((setting, value) -> names.put(setting.text(), value));
    return names;
  }

  /** The differences, such as {@code locksPerAccount=1 instead of 100000}; empty if none. */
  public String differenceFrom(Settings other) {
    return values.entrySet().stream()
        .filter(value -> !value.getValue().equals(other.values.get(value.getKey())))
        .map(
            value ->
                "%s=%d instead of %d"
                    .formatted(value.getKey().text(), value.getValue(), other.get(value.getKey())))
        .collect(Collectors.joining(", "));
  }

  /** The settings as text, such as {@code rules=1 partitions=12 …}. */
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(value -> value.getKey().text() + "=" + value.getValue())
        .collect(Collectors.joining(" "));
  }
}
