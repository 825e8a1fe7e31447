package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A log of many days of one account: locks that are kept for minutes to weeks beside short ones.
 * They are renewed, asked for and released. Mostly ticks follow, at what is due next; sometimes
 * time jumps by up to two days.
 */
public final class HistoryOfKeptLocks {
  private static final String ACCOUNT = "acme";

  /** The partition of the account. */
  public static final int PARTITION =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.get(Setting.PARTITIONS));

  /** The number of kept locks has no limit that counts. */
  private static final Settings SETTINGS =
      Settings.DEFAULT
          .with(Setting.KEPT_PER_SUB_ACCOUNT, 1_000_000)
          .with(Setting.KEPT_PER_ACCOUNT, 1_000_000);

  private static final int DAY_MS = 86_400_000;

  private final Random random;
  private final int mostLive;

  /** The owners of the locks that are held or wait, by id, as far as is known. */
  private final Map<String, Owner> live = new LinkedHashMap<>();

  private long offset;
  private long at = 1_000_000;

  /**
   * A history that has not begun.
   *
   * @param mostLive with so many locks it asks for no more by itself
   */
  public HistoryOfKeptLocks(long seed, int mostLive) {
    random = new Random(seed);
    this.mostLive = mostLive;
  }

  /**
   * The next record.
   *
   * @param due when something happens next by itself; null if nothing does
   */
  public LogRecord next(@Nullable Long due) {
    return next(due, Long.MAX_VALUE);
  }

  /**
   * The next record, so much later at most.
   *
   * @param due when something happens next by itself; null if nothing does
   */
  public LogRecord next(@Nullable Long due, long mostMs) {
    Command command = command();
    long later =
        switch (random.nextInt(12)) {
          case 0 -> random.nextInt(5_000);
          case 1 -> 0;
          case 2 -> random.nextInt(400_000);
          case 3 -> random.nextInt(40) == 0 ? random.nextInt(2 * DAY_MS) : 10_000;
          default -> due == null ? 1_000 : Math.max(0, due - at) + random.nextInt(50);
        };
    at += Math.min(later, mostMs);
    return record(command);
  }

  /** One lock more, which is kept for one to thirty days, a moment later. */
  public LogRecord keptLock() {
    at += random.nextInt(30);
    return record(acquire(DAY_MS * (1L + random.nextInt(30))));
  }

  /** A tick, so much later. */
  public LogRecord tick(long laterMs) {
    at += laterMs;
    return record(new Tick());
  }

  /** A record that sets all settings, at the time of the record before it. */
  public LogRecord settings() {
    return record(SettingsChange.to(SETTINGS));
  }

  private LogRecord record(Command command) {
    return new LogRecord(++offset, at, 0, new Valid(command));
  }

  /** Notes which lock has ended. */
  public void follow(EncodedEvent event) {
    if (event.type() == EventType.RELEASED && !event.repeated()) {
      live.remove(event.lockId());
    }
  }

  private Command command() {
    int dice = random.nextInt(100);
    if (dice < 20 && live.size() < mostLive) {
      return acquire(leaseMs());
    } else if (dice >= 32 || live.isEmpty()) {
      return new Tick();
    }
    List<String> ids = new ArrayList<>(live.keySet());
    String id = ids.get(random.nextInt(ids.size()));
    String commandId = "n" + offset;
    if (dice < 22) {
      return new Release(commandId, ACCOUNT, owner(id), null, id, false);
    } else if (dice < 29) {
      Long leaseMs = random.nextInt(8) > 0 ? null : Long.valueOf(5_000 + random.nextInt(590_000));
      return new Renew(commandId, ACCOUNT, owner(id), null, id, leaseMs, null);
    }
    Long graceMs = random.nextInt(3) > 0 ? null : Long.valueOf(random.nextInt(600_000));
    return new Yield(commandId, ACCOUNT, new Owner("ops", null), null, id, graceMs, "why");
  }

  private Owner owner(String id) {
    return live.getOrDefault(id, new Owner("u", null));
  }

  private Acquire acquire(long leaseMs) {
    String id = "c" + offset;
    Owner owner = new Owner("u" + random.nextInt(20), random.nextBoolean() ? null : "s");
    LockPath path = LockPath.of("/d" + random.nextInt(30) + "/f" + random.nextInt(mostLive));
    Operation operation = random.nextBoolean() ? Operation.UPLOAD : Operation.CHECK_OUT;
    LockRef replaces = live.isEmpty() || random.nextInt(5) > 0 ? null : replaces();
    live.put(id, owner);
    return new Acquire(
        ACCOUNT,
        random.nextBoolean() ? null : "gw-" + id,
        new LockFields(
            id,
            owner,
            operation,
            path,
            null,
            operation.targets(path, null),
            leaseMs,
            replaces == null ? random.nextInt(2) * 60_000L : 0,
            random.nextInt(10) == 0 ? DAY_MS : 0,
            List.of(),
            replaces,
            new TreeMap<>(Map.of("note", "back on Monday"))));
  }

  private LockRef replaces() {
    List<String> ids = new ArrayList<>(live.keySet());
    String id = ids.get(random.nextInt(ids.size()));
    return new LockRef(id, owner(id));
  }

  private long leaseMs() {
    return switch (random.nextInt(6)) {
      case 0, 1 -> 30_000;
      case 2 -> Settings.MAX_LEASE_MS + random.nextInt(2);
      case 3 -> Settings.MAX_KEEP_MS;
      default -> Settings.MAX_LEASE_MS + 1 + random.nextInt(20 * DAY_MS - 600_001);
    };
  }
}
