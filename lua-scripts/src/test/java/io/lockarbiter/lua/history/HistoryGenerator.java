package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Dead;
import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** An endless log of one partition, the same for the same seed. */
public final class HistoryGenerator {
  /** The partition that the log belongs to. */
  public static final int PARTITION = HistoryWords.PARTITION;

  /** The number of partitions. */
  public static final int PARTITIONS = HistoryWords.PARTITIONS;

  private static final int REMEMBERED = 120;

  /** Records from the first settings to those behind a time in which every lease has ended. */
  private static final int UNTIL_WITHOUT_LOCKS = 60;

  private static final List<Integer> EPOCHS = List.of(0, 1, Epoch.LAST);

  private static final long BEYOND_ALL_LEASES_MS = 8 * 3_600_000L;

  private final HistoryWords words;
  private final HistoryAcquires acquires;
  private final HistoryScenes scenes;

  /** The remaining commands of a scene that has begun. */
  private final Deque<AccountCommand> scene = new ArrayDeque<>();

  private final List<AccountCommand> sent = new ArrayList<>();

  /** Apart from the other words, which are the same whatever the epoch. */
  private final Random epochs;

  private final boolean isWithoutCase;
  private final boolean remembersMoves;
  private final int recordsBeforeSettings;
  private SettingsChange first = SettingsChange.NOTHING;
  private boolean isFirstAgain;
  private int records;
  private long offset;
  private long appendedAt = 1_000;
  private int leaderEpoch;
  private int commands;

  public HistoryGenerator(long seed) {
    this(seed, /* withMoves= */ false);
  }

  /**
   * Makes a log.
   *
   * @param withMoves whether it is remembered, mostly, which paths are gone
   */
  public HistoryGenerator(long seed, boolean withMoves) {
    words = new HistoryWords(new Random(seed));
    epochs = new Random(seed + EPOCHS.size());
    acquires = new HistoryAcquires(words);
    scenes = new HistoryScenes(words, acquires);
    isWithoutCase = words.chance(0.4);
    remembersMoves = withMoves;
    words.sayThatPathsExist(withMoves);
    recordsBeforeSettings = words.chance(0.5) ? 0 : words.below(100);
  }

  /** The next record; the first, or one soon after it, sets the number of partitions. */
  public LogRecord next() {
    if (isFirstAgain) {
      isFirstAgain = false;
      return record(new Valid(first));
    }
    if (records++ == recordsBeforeSettings) {
      first =
          SettingsChange.NOTHING
              .with(Setting.RULES, words.rules())
              .with(Setting.PARTITIONS, HistoryWords.PARTITIONS)
              .with(Setting.LOCKS_PER_SUB_ACCOUNT, 40)
              .with(Setting.LOCKS_PER_ACCOUNT, 120)
              .with(Setting.WAITERS_PER_ACCOUNT, 30)
              .with(Setting.WAITERS_PER_SUB_ACCOUNT, 12)
              .with(Setting.ACQUIRES_PER_WINDOW, 0)
              .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
              .with(Setting.WINDOW_MS, 1_000)
              .with(Setting.REPEAT_WINDOW_MS, 4_000)
              .with(Setting.ENDINGS_PER_ACCOUNT, 200)
              .with(Setting.BYTES_PER_SUB_ACCOUNT, 200_000)
              .with(Setting.BYTES_PER_ACCOUNT, 600_000)
              .with(Setting.BYTES_PER_PARTITION, 1_500_000)
              .with(Setting.REMEMBERS_MOVES, remembersMoves ? Integer.valueOf(1) : null)
              .with(Setting.NAMES_WITHOUT_CASE, isWithoutCase ? Integer.valueOf(1) : null)
              .with(Setting.EPOCH, records == 1 ? epoch() : null);
      // Locks from before may keep case in force.
      isFirstAgain = records > 1;
      return record(new Valid(first));
    }
    if (isWithoutCase
        && recordsBeforeSettings > 0
        && records == recordsBeforeSettings + UNTIL_WITHOUT_LOCKS) {
      appendedAt += BEYOND_ALL_LEASES_MS;
      return record(new Valid(first));
    }
    return record(content());
  }

  /** Number of records so far that were commands of accounts, refused ones included. */
  public int commands() {
    return commands;
  }

  private LogRecord record(DecodedCommand content) {
    offset += words.chance(0.8) ? 1 : 2 + words.below(3);
    appendedAt = Math.max(0, appendedAt + words.timeStep());
    if (words.chance(0.01)) {
      leaderEpoch = words.chance(0.2) ? -1 : Math.max(0, leaderEpoch) + 1;
    }
    return new LogRecord(offset, appendedAt, leaderEpoch, content);
  }

  private DecodedCommand content() {
    double draw = words.below(1_000) / 1_000.0;
    if (draw < 0.02) {
      return new Dead("the account cannot be read");
    } else if (draw < 0.06) {
      return new Valid(new Tick());
    } else if (draw < 0.077) {
      return new Valid(settings());
    }
    commands++;
    if (draw < 0.107) {
      return new Refused(refusal());
    }
    return new Valid(accountCommand());
  }

  private int epoch() {
    return EPOCHS.get(epochs.nextInt(EPOCHS.size()));
  }

  private Refusal refusal() {
    return new Refusal(
        words.account(), words.newId(), words.replyTo(), "path", "the path has " + words.text());
  }

  private Command accountCommand() {
    if (!sent.isEmpty() && words.chance(0.1)) {
      return words.recent(sent);
    }
    if (words.chance(0.07)) {
      return send(keepAlive());
    }
    if (scene.isEmpty() && words.chance(0.06)) {
      scene.addAll(scenes.next());
    }
    if (!scene.isEmpty() && words.chance(0.75)) {
      return send(scene.removeFirst());
    }
    return send(
        acquires.made().isEmpty() || words.chance(0.55) ? acquires.next() : aboutOneBefore());
  }

  /** Mostly for a session that is alive, or was a while ago. */
  private KeepAlive keepAlive() {
    if (!acquires.keptAlive().isEmpty() && words.chance(0.6)) {
      KeepAlive before = words.recent(acquires.keptAlive());
      return keepAlive(before.account(), before.owner());
    }
    return keepAlive(words.account(), words.ownerWithSession());
  }

  private KeepAlive keepAlive(String account, Owner owner) {
    String id = words.newId();
    return new KeepAlive(id, account, owner, words.replyTo(), words.sessionLeaseMs());
  }

  private Command send(AccountCommand command) {
    if (command instanceof KeepAlive keep) {
      acquires.remember(keep);
    }
    if (command instanceof Acquire acquire) {
      acquires.remember(acquire);
    }
    sent.add(command);
    if (sent.size() > REMEMBERED) {
      sent.remove(0);
    }
    return command;
  }

  /**
   * A release, renewal, request to yield or forced release for a lock that may be held, ended or
   * never granted; or a release of all of its owner, or of its sub-account.
   */
  private AccountCommand aboutOneBefore() {
    Acquire acquire = words.recent(acquires.made());
    String id = words.chance(0.9) ? words.newId() : acquire.commandId();
    String account = words.chance(0.95) ? acquire.account() : words.account();
    Owner owner = words.chance(0.85) ? acquire.owner() : words.owner();
    String lockId = words.chance(0.93) ? acquire.commandId() : words.newId();
    double draw = words.below(100) / 100.0;
    if (draw < 0.55) {
      return new Release(id, account, owner, words.replyTo(), lockId, outcome());
    } else if (draw < 0.8) {
      Long leaseMs = words.chance(0.5) ? null : words.leaseMs();
      String declined = words.chance(0.8) ? null : words.text();
      return new Renew(id, account, owner, words.replyTo(), lockId, leaseMs, declined);
    }
    if (words.chance(0.15)) {
      Owner all = words.chance(0.6) ? owner : new Owner(owner.subAccount(), null);
      return new ReleaseAll(id, account, all, words.replyTo());
    }
    String comment = words.chance(0.3) ? null : words.text();
    if (draw < 0.9) {
      return new Yield(
          id, account, words.owner(), words.replyTo(), lockId, words.graceMs(), comment);
    }
    return new ForceRelease(id, account, words.owner(), words.replyTo(), lockId, comment);
  }

  private WorkOutcome outcome() {
    return new WorkOutcome(
        words.chance(remembersMoves ? 0.6 : 0.2),
        words.chance(remembersMoves ? 0.1 : 0.3),
        words.chance(0.3) ? words.text() : null);
  }

  /**
   * A change of settings, each of which may also stay as it is; some of these records must not be
   * obeyed.
   */
  private SettingsChange settings() {
    SettingsChange change = limits();
    if (epochs.nextInt(8) == 0) {
      change = change.with(Setting.EPOCH, epoch());
    }
    if (words.chance(0.1)) {
      return change.with(Setting.NAMES_WITHOUT_CASE, words.below(2));
    }
    if (words.chance(0.3)) {
      return words.chance(0.5)
          ? change.with(Setting.RULES, Settings.NEWEST_RULES + words.oneOf(List.of(1, 6)))
          : change.with(Setting.PARTITIONS, foreignNumber());
    }
    return change
        .with(Setting.RULES, orNothing(words.rules()))
        .with(Setting.PARTITIONS, orNothing(HistoryWords.PARTITIONS));
  }

  /**
   * A wrong number of partitions; before the right one is set, only a number with no room for this
   * partition is wrong.
   */
  private int foreignNumber() {
    return records <= recordsBeforeSettings
        ? HistoryWords.PARTITION
        : words.oneOf(List.of(1, 2, 4, 12));
  }

  /** Limits that are small, so that histories reach them. */
  private SettingsChange limits() {
    return SettingsChange.NOTHING
        .with(
            Setting.LOCKS_PER_SUB_ACCOUNT,
            orNothing(words.oneOf(List.of(2, 20, 40, 40, 10_000, 10_000))))
        .with(
            Setting.LOCKS_PER_ACCOUNT,
            orNothing(words.oneOf(List.of(8, 60, 120, 120, 100_000, 100_000))))
        .with(
            Setting.WAITERS_PER_ACCOUNT,
            orNothing(words.oneOf(List.of(0, 3, 12, 30, 1_000, 1_000))))
        .with(Setting.ACQUIRES_PER_WINDOW, orNothing(words.oneOf(List.of(0, 0, 0, 0, 0, 0, 1, 10))))
        .with(Setting.WINDOW_MS, orNothing(words.oneOf(List.of(1, 100, 1_000, 5_000))))
        .with(Setting.REPEAT_WINDOW_MS, orNothing(words.oneOf(List.of(0, 100, 2_000, 4_000))))
        .with(Setting.WAITERS_PER_SUB_ACCOUNT, orNothing(words.oneOf(List.of(1, 3, 12, 100))))
        .with(
            Setting.ACCOUNT_ACQUIRES_PER_WINDOW, orNothing(words.oneOf(List.of(0, 0, 0, 0, 2, 30))))
        .with(Setting.ENDINGS_PER_ACCOUNT, orNothing(words.oneOf(List.of(1, 20, 200, 200))))
        .with(
            Setting.BYTES_PER_SUB_ACCOUNT,
            orNothing(words.oneOf(List.of(4_000, 40_000, 200_000, 1 << 25))))
        .with(
            Setting.BYTES_PER_ACCOUNT,
            orNothing(words.oneOf(List.of(20_000, 150_000, 600_000, 1 << 28))))
        .with(
            Setting.BYTES_PER_PARTITION,
            orNothing(words.oneOf(List.of(60_000, 600_000, 1_500_000, 1 << 30))))
        .with(Setting.KEPT_PER_SUB_ACCOUNT, orNothing(words.oneOf(List.of(1, 3, 1_000))))
        .with(Setting.KEPT_PER_ACCOUNT, orNothing(words.oneOf(List.of(2, 6, 20_000))))
        .with(Setting.LONGEST_LEASE_MS, orNothing(words.oneOf(List.of(0, 0, 0, 2_500, 9_000))))
        .with(Setting.LONGEST_KEEP_MS, orNothing(words.oneOf(List.of(0, 0, 4_000, 700_000))))
        .with(Setting.LONGEST_HOLD_MS, orNothing(words.oneOf(List.of(0, 0, 0, 3_000, 20_000))))
        .with(Setting.NAMES_WITHOUT_BACKSLASH, orNothing(words.oneOf(List.of(0, 0, 0, 1))))
        .with(Setting.REMEMBERS_MOVES, remembering());
  }

  private @Nullable Integer remembering() {
    if (!remembersMoves) {
      return 0;
    }
    return words.chance(0.1) ? words.oneOf(List.of(0, 1, 1, 1)) : null;
  }

  private @Nullable Integer orNothing(int value) {
    return words.chance(0.5) ? value : null;
  }
}
