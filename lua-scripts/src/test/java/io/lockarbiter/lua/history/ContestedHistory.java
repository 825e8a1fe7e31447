package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A log in which few owners compete for few paths, with ids that are used again soon. */
final class ContestedHistory {
  static final int PARTITION = HistoryGenerator.PARTITION;
  private static final int PARTITIONS = HistoryGenerator.PARTITIONS;
  private static final List<String> PATHS =
      List.of("/", "/d", "/d/a", "/d/b", "/d/a/x", "/d/a/y", "/d-a", "/e", "/e/a", "/d/a/x/q");

  private final Random random;
  private final List<String> accounts = new ArrayList<>();
  private final List<Acquire> recent = new ArrayList<>();
  private final int owners;
  private final int idPool;
  private final double waiting;
  private final double time;
  private final double releases;
  private final double manyTargets;
  private final double holdingChance;
  private final int waiters;
  private final double checkOuts;
  private final double replacing;
  private final double asking;
  private final double closing;
  private long offset;
  private long at = 1_000_000;
  private int made;

  ContestedHistory(long seed) {
    random = new Random(seed * 7919 + 17);
    int number = new int[] {1, 1, 2, 6, 40}[random.nextInt(5)];
    for (int n = 0; accounts.size() < number; n++) {
      if (AccountHash.partition("acc" + n, PARTITIONS) == PARTITION) {
        accounts.add("acc" + n);
      }
    }
    owners = 2 + random.nextInt(6);
    idPool = new int[] {8, 40, 100_000}[random.nextInt(3)];
    waiting = 0.3 + 0.65 * random.nextDouble();
    time = new double[] {0.02, 0.1, 0.4}[random.nextInt(3)];
    releases = 0.15 + 0.3 * random.nextDouble();
    manyTargets = new double[] {0, 0.2, 0.7}[random.nextInt(3)];
    holdingChance = new double[] {0.05, 0.4, 0.8}[random.nextInt(3)];
    waiters = new int[] {6, 30, 200}[random.nextInt(3)];
    checkOuts = new double[] {0, 0.15, 0.4}[random.nextInt(3)];
    replacing = new double[] {0, 0.1, 0.5}[random.nextInt(3)];
    asking = new double[] {0, 0.1, 0.5}[random.nextInt(3)];
    closing = new double[] {0, 0, 0.02, 0.1}[random.nextInt(4)];
  }

  LogRecord next() {
    offset++;
    if (offset == 1) {
      return record(
          SettingsChange.NOTHING
              .with(Setting.RULES, Settings.NEWEST_RULES)
              .with(Setting.PARTITIONS, PARTITIONS)
              .with(Setting.WAITERS_PER_SUB_ACCOUNT, waiters)
              .with(Setting.REPEAT_WINDOW_MS, new int[] {0, 40, 1_000}[random.nextInt(3)]));
    }
    if (chance(time)) {
      at += chance(0.6) ? 10 : chance(0.7) ? 500 : 2_000;
    } else if (chance(0.01)) {
      at -= 300;
    }
    double draw = random.nextDouble();
    if (draw < 0.015) {
      return record(settings());
    } else if (draw < 0.03) {
      return record(new Tick());
    } else if (!recent.isEmpty() && draw < 0.03 + releases) {
      return record(about(recent.get(random.nextInt(recent.size()))));
    } else if (!recent.isEmpty() && draw < 0.05 + releases) {
      return record(recent.get(random.nextInt(recent.size())));
    }
    Acquire acquire = acquire();
    recent.add(acquire);
    if (recent.size() > 30) {
      recent.remove(0);
    }
    return record(acquire);
  }

  private Command about(Acquire lock) {
    String id = "r" + offset;
    Owner owner = chance(0.95) ? lock.owner() : owner();
    double draw = random.nextDouble();
    if (draw < 0.75) {
      return new Release(id, lock.account(), owner, null, lock.commandId(), chance(0.4));
    } else if (draw < 0.9) {
      return new Renew(
          id, lock.account(), owner, null, lock.commandId(), chance(0.5) ? null : 1_500L);
    }
    return new ForceRelease(id, lock.account(), owner, null, lock.commandId(), null);
  }

  private SettingsChange settings() {
    SettingsChange none = SettingsChange.NOTHING;
    return switch (random.nextInt(9)) {
      case 0 ->
          none.with(
              Setting.REPEAT_WINDOW_MS, new int[] {0, 1, 40, 1_000, 5_000}[random.nextInt(5)]);
      case 1 ->
          none.with(Setting.WINDOW_MS, new int[] {1, 7, 100, 1_000}[random.nextInt(4)])
              .with(Setting.ACQUIRES_PER_WINDOW, random.nextInt(5))
              .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, random.nextInt(9));
      case 2 ->
          none.with(Setting.ACQUIRES_PER_WINDOW, 0).with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0);
      case 3 -> none.with(Setting.ENDINGS_PER_ACCOUNT, 1 + random.nextInt(8));
      case 4 ->
          none.with(Setting.ENDINGS_PER_ACCOUNT, 100_000)
              .with(Setting.BYTES_PER_PARTITION, 1 << 30)
              .with(Setting.BYTES_PER_ACCOUNT, 1 << 28);
      case 5 -> none.with(Setting.BYTES_PER_PARTITION, 2_000 + random.nextInt(60_000));
      case 6 -> none.with(Setting.BYTES_PER_ACCOUNT, 2_000 + random.nextInt(60_000));
      case 7 ->
          none.with(Setting.LONGEST_LEASE_MS, new int[] {0, 300, 1_200}[random.nextInt(3)])
              .with(Setting.LONGEST_HOLD_MS, new int[] {0, 900, 2_000}[random.nextInt(3)]);
      default -> none.with(Setting.WAITERS_PER_SUB_ACCOUNT, 1 + random.nextInt(waiters));
    };
  }

  private Acquire acquire() {
    String account = accounts.get(random.nextInt(accounts.size()));
    Owner owner = owner();
    Set<Target> targets = new LinkedHashSet<>();
    int number = chance(manyTargets) ? 2 + random.nextInt(15) : 1;
    Mode only = chance(checkOuts) ? chance(0.7) ? Mode.GUARD : Mode.FREEZE : null;
    for (int n = 0; n < number; n++) {
      String path = PATHS.get(chance(0.1) ? 0 : 1 + random.nextInt(PATHS.size() - 1));
      if (chance(0.3) && !path.equals("/")) {
        path += "/" + random.nextInt(5);
      }
      Mode acting = Mode.acting().get(random.nextInt(Mode.acting().size()));
      targets.add(new Target(LockPath.of(path), only == null ? acting : only));
    }
    boolean closes = chance(closing);
    if (closes) {
      targets.clear();
      targets.add(new Target(LockPath.ROOT, Mode.CLOSE));
    }
    Set<String> holding = new LinkedHashSet<>();
    if (chance(holdingChance)) {
      for (Acquire before : recent) {
        if (before.account().equals(account)
            && before.owner().equals(owner)
            && chance(0.5)
            && holding.size() < 16) {
          holding.add(before.commandId());
        }
      }
    }
    String id = "i" + (idPool > 1_000 ? made++ : random.nextInt(idPool));
    holding.remove(id);
    long lease = new long[] {1_000, 1_000, 2_000, 5_000}[random.nextInt(4)];
    LockRef replaces = chance(replacing) ? replaces(account) : null;
    boolean waits = replaces == null && chance(waiting);
    long wait = waits ? new long[] {1, 500, 1_000, 2_000, 60_000}[random.nextInt(5)] : 0;
    Long grace = waits && chance(asking) ? Long.valueOf(random.nextInt((int) wait)) : null;
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            List.copyOf(targets),
            lease,
            wait,
            /* maxHoldMs= */ 0,
            List.copyOf(holding),
            replaces,
            new TreeMap<>()),
        grace,
        /* comment= */ null);
  }

  /** A lock that may be held; null if none was asked for lately. */
  private @Nullable LockRef replaces(String account) {
    List<Acquire> there = recent.stream().filter(each -> each.account().equals(account)).toList();
    if (there.isEmpty()) {
      return null;
    }
    int latest = Math.min(there.size(), 5);
    Acquire old = there.get(there.size() - 1 - random.nextInt(latest));
    return new LockRef(old.commandId(), chance(0.95) ? old.owner() : owner());
  }

  private Owner owner() {
    int n = random.nextInt(owners);
    return new Owner("u" + n / 2, n % 2 == 0 ? null : "s");
  }

  private boolean chance(double p) {
    return random.nextDouble() < p;
  }

  private LogRecord record(Command command) {
    return new LogRecord(offset, at, 0, new Valid(command));
  }
}
