package io.lockarbiter.contracts.lock;

import java.util.List;
import java.util.stream.Stream;

/**
 * A setting that decisions depend on beside the commands themselves: its name on the wire, its
 * least value and its default. Values are whole numbers up to {@link #max}. Stores keep them in the
 * order of the constants, so new settings come last.
 */
public enum Setting {
  /** Version of the lock rules. The default is that of a new log; see {@link Settings#INITIAL}. */
  RULES("rules", Settings.FIRST_RULES, Settings.NEWEST_RULES),
  /**
   * Number of partitions of both topics; part of a deployment's identity. The default is that of a
   * deployment; a partition has no number before a settings record sets it.
   */
  PARTITIONS("partitions", 1, 12),
  /** Most locks, held and waiting, of one sub-account. */
  LOCKS_PER_SUB_ACCOUNT("locksPerSubAccount", 1, 10_000),
  /** Most locks, held and waiting, of one account. */
  LOCKS_PER_ACCOUNT("locksPerAccount", 1, 100_000),
  /** Most waiting requests of one account. */
  WAITERS_PER_ACCOUNT("waitersPerAccount", 1, 1_000),
  /** Most waiting requests of one sub-account. */
  WAITERS_PER_SUB_ACCOUNT("waitersPerSubAccount", 1, 100),
  /** Most acquires of one sub-account within {@link #WINDOW_MS}; 0 = unlimited. */
  ACQUIRES_PER_WINDOW("acquiresPerWindow", 0, 2_000),
  /** Most acquires of one account within {@link #WINDOW_MS}; 0 = unlimited. */
  ACCOUNT_ACQUIRES_PER_WINDOW("accountAcquiresPerWindow", 0, 20_000),
  /** Length of the sliding window, ms of log time. */
  WINDOW_MS("windowMs", 1, 10_000),
  /** Time for which the id of an ended lock is remembered, ms of log time. */
  REPEAT_WINDOW_MS("repeatMs", 0, 60_000),
  /** Most ended ids remembered of one account within {@link #REPEAT_WINDOW_MS}. */
  ENDINGS_PER_ACCOUNT("endingsPerAccount", 1, 20_000),
  /** Most bytes charged to one sub-account for its locks, held and waiting. */
  BYTES_PER_SUB_ACCOUNT("bytesPerSubAccount", 1, 32 << 20),
  /** Most bytes charged to one account for its locks, held and waiting. */
  BYTES_PER_ACCOUNT("bytesPerAccount", 1, 256 << 20),
  /** Most bytes charged to a partition, for locks and for the ended ids remembered. */
  BYTES_PER_PARTITION("bytesPerPartition", 1, 1 << 30),
  /** Most kept locks, held and waiting, of one sub-account. */
  KEPT_PER_SUB_ACCOUNT("keptPerSubAccount", 1, 1_000),
  /** Most kept locks, held and waiting, of one account. */
  KEPT_PER_ACCOUNT("keptPerAccount", 1, 20_000),
  /** The lease to which longer ones are cut, unless they are kept, ms of log time; 0 = uncut. */
  LONGEST_LEASE_MS("longestLeaseMs", 0, 0),
  /** The lease to which longer ones of kept locks are cut, ms of log time; 0 = uncut. */
  LONGEST_KEEP_MS("longestKeepMs", 0, 0),
  /** The longest time that every lock has at most, ms of log time; 0 = what it asks for. */
  LONGEST_HOLD_MS("longestHoldMs", 0, 0),
  /**
   * 1 = names that differ in case alone are one name; told with the partitions, once for all.
   * {@link Settings#UNTOLD_CASE} in a partition where locks have kept it from being told.
   */
  NAMES_WITHOUT_CASE("namesWithoutCase"),
  /** 1 = paths of requests with a backslash are invalid. */
  NAMES_WITHOUT_BACKSLASH("namesWithoutBackslash"),
  /** 1 = it is remembered which paths are gone, and acquires may say that theirs exist. */
  REMEMBERS_MOVES("remembersMoves"),
  /** The epoch of the deployment, told with the partitions, once for all: see {@link Epoch}. */
  EPOCH("epoch", 0, 0, Epoch.LAST);

  /**
   * The limits, which an operator chooses; the other settings follow from the program and its
   * topics.
   */
  public static final List<Setting> LIMITS =
      Stream.of(values())
          .filter(
              setting ->
                  setting != RULES
                      && setting != PARTITIONS
                      && setting != EPOCH
                      && !setting.isFlag())
          .toList();

  private final String text;
  private final int min;
  private final int byDefault;
  private final int max;

  Setting(String text, int min, int byDefault, int max) {
    this.text = text;
    this.min = min;
    this.byDefault = byDefault;
    this.max = max;
  }

  Setting(String text, int min, int byDefault) {
    this(text, min, byDefault, Integer.MAX_VALUE);
  }

  /** A flag, which is off by default. */
  Setting(String text) {
    this(text, 0, 0, 1);
  }

  /** Its name in {@code settings} records. */
  public String text() {
    return text;
  }

  /** The least value allowed. */
  public int min() {
    return min;
  }

  /** The default; a partition begins with {@link Settings#INITIAL}. */
  public int byDefault() {
    return byDefault;
  }

  /** The greatest value allowed. */
  public int max() {
    return max;
  }

  /** Says whether it is 1 for yes, 0 for no. */
  public boolean isFlag() {
    return max == 1;
  }

  /** Says whether it is a length of log time in ms, not a number of things. */
  public boolean isDuration() {
    return name().endsWith("_MS");
  }

  /** Says whether it cuts what an acquire or a renewal asks for, unless it is 0. */
  public boolean isCap() {
    return name().startsWith("LONGEST_");
  }

  /** Says whether it is a number of bytes. */
  public boolean isSize() {
    return name().startsWith("BYTES_");
  }
}
