package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Random commands, most of which are about sessions and what is bound to them. */
final class SessionCommands {
  private static final List<String> ACCOUNTS = List.of("a", "ab", "a".repeat(128), "𝄞".repeat(32));
  private static final List<String> MEMBERS = List.of("u", "ub", "～", "𝄞", "x".repeat(128));
  private static final List<String> SESSIONS = List.of("s", "sb", "～", "𝄞".repeat(32), "\"\\");
  private static final List<Operation> OPERATIONS =
      List.of(
          Operation.UPLOAD,
          Operation.UPLOAD,
          Operation.DELETE,
          Operation.DOWNLOAD,
          Operation.CHECK_OUT,
          Operation.FREEZE,
          Operation.UPLOAD_FOLDER,
          Operation.MOVE);
  private static final List<String> PATHS =
      List.of("/a", "/a/b", "/a/B", "/a/b/c", "/b", "/b/𝄞", "/c", "/d/e/f/g");
  private static final List<Long> LEASES =
      List.of(1_000L, 1_000L, 1_000L, 2_000L, 3_000L, 20_000L, 400_000L, 600_000L, 600_000L);

  private final Random random;
  private final SessionJudge judge;
  private final List<Acquire> made = new ArrayList<>();
  private final List<AccountCommand> sent = new ArrayList<>();
  private int ids;

  SessionCommands(Random random, SessionJudge judge) {
    this.random = random;
    this.judge = judge;
  }

  private boolean chance(double p) {
    return random.nextDouble() < p;
  }

  private <T> T one(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private <T> T recent(List<T> list) {
    int from = chance(0.8) ? Math.max(0, list.size() - 12) : 0;
    return list.get(from + random.nextInt(list.size() - from));
  }

  private Owner owner(boolean session) {
    return new Owner(one(MEMBERS), session || chance(0.7) ? one(SESSIONS) : null);
  }

  /** The next one. */
  Command next() {
    if (!sent.isEmpty() && chance(0.06)) {
      return recent(sent);
    }
    double draw = random.nextDouble();
    if (draw < 0.03) {
      return new Tick();
    } else if (draw < 0.04) {
      return settings();
    }
    AccountCommand command = command(draw);
    sent.add(command);
    return command;
  }

  private AccountCommand command(double draw) {
    String id = "c" + ids++;
    String account = chance(0.5) ? "a" : one(ACCOUNTS);
    if (draw < 0.26) {
      List<SessionJudge.Key> alive = judge.alive();
      if (!alive.isEmpty() && chance(0.5)) {
        SessionJudge.Key key = one(alive);
        return new KeepAlive(id, key.account(), key.owner(), "gw", one(LEASES));
      }
      return new KeepAlive(id, account, owner(true), null, one(LEASES));
    }
    if (draw < 0.68 || made.isEmpty()) {
      Acquire acquire = acquire(id, account);
      made.add(acquire);
      return acquire;
    }
    Acquire about = recent(made);
    Owner owner = chance(0.9) ? about.owner() : owner(false);
    if (draw < 0.78) {
      return new Release(
          id,
          about.account(),
          owner,
          null,
          about.commandId(),
          new WorkOutcome(chance(0.3), chance(0.2), null));
    } else if (draw < 0.84) {
      return new Renew(
          id,
          about.account(),
          owner,
          null,
          about.commandId(),
          chance(0.5) ? null : one(LEASES),
          chance(0.5) ? null : "no");
    } else if (draw < 0.93) {
      Long grace =
          chance(0.2) ? null : Long.valueOf(one(List.of(0L, 500L, 1_000L, 3_000L, 600_000L)));
      return new Yield(id, about.account(), owner(false), null, about.commandId(), grace, "q");
    } else if (draw < 0.95) {
      return new ForceRelease(id, about.account(), owner(false), null, about.commandId(), "f");
    }
    return new ReleaseAll(
        id,
        about.account(),
        chance(0.5) ? about.owner() : new Owner(about.owner().subAccount(), null),
        null);
  }

  private Acquire acquire(String id, String account) {
    List<SessionJudge.Key> alive = judge.alive();
    Owner owner = owner(false);
    if (!alive.isEmpty() && chance(0.85)) {
      SessionJudge.Key key = one(alive);
      account = key.account();
      owner = key.owner();
    }
    String ofAccount = account;
    Owner ofOwner = owner;
    Operation operation = one(OPERATIONS);
    LockPath path = LockPath.of(one(PATHS) + (chance(0.3) ? "/" + random.nextInt(20) : ""));
    LockPath destination =
        operation.hasDestination() ? LockPath.of("/to/" + random.nextInt(3)) : null;
    boolean bound = owner.session() != null && chance(0.85);
    List<Acquire> own =
        made.stream()
            .filter(m -> m.account().equals(ofAccount) && m.owner().equals(ofOwner))
            .toList();
    LockRef replaces = null;
    List<String> holding = List.of();
    if (!own.isEmpty() && chance(0.15)) {
      replaces = new LockRef(recent(own).commandId(), owner);
    } else if (!own.isEmpty() && chance(0.1)) {
      holding = List.of(recent(own).commandId());
    }
    long waitMs =
        replaces != null || chance(0.4) ? 0 : one(List.of(1_000L, 1_000L, 2_000L, 3_000L, 60_000L));
    Long grace = waitMs == 0 || chance(0.6) ? null : Long.valueOf(random.nextInt((int) waitMs));
    return new Acquire(
        account,
        chance(0.5) ? "gw" : null,
        new LockFields(
            id,
            owner,
            operation,
            path,
            destination,
            operation.targets(path, destination),
            bound ? LockFields.BOUND_LEASE_MS : chance(0.9) ? one(LEASES) : 700_000,
            waitMs,
            chance(0.7) ? 0 : one(List.of(1_000L, 2_000L, 700_000L)),
            holding,
            replaces,
            new TreeMap<>()),
        grace,
        grace == null ? null : "please");
  }

  private SettingsChange settings() {
    SettingsChange change = SettingsChange.NOTHING;
    change = change.with(Setting.LOCKS_PER_SUB_ACCOUNT, one(List.of(3, 10_000, 10_000, 10_000)));
    change = change.with(Setting.LOCKS_PER_ACCOUNT, one(List.of(12, 100_000, 100_000)));
    change = change.with(Setting.BYTES_PER_SUB_ACCOUNT, one(List.of(9_000, 1 << 25, 1 << 25)));
    change = change.with(Setting.BYTES_PER_ACCOUNT, one(List.of(30_000, 1 << 28, 1 << 28)));
    change = change.with(Setting.BYTES_PER_PARTITION, one(List.of(30_000, 1 << 30, 1 << 30)));
    change = change.with(Setting.ACQUIRES_PER_WINDOW, one(List.of(0, 0, 0, 0, 3)));
    change = change.with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, one(List.of(0, 0, 0, 5)));
    change = change.with(Setting.LONGEST_LEASE_MS, one(List.of(0, 0, 1, 700, 1_500)));
    change = change.with(Setting.LONGEST_HOLD_MS, one(List.of(0, 0, 1, 1_200, 700_000)));
    change = change.with(Setting.REPEAT_WINDOW_MS, one(List.of(0, 100, 4_000, 4_000)));
    change = change.with(Setting.WINDOW_MS, one(List.of(1, 1_000, 1_000, 5_000)));
    change = change.with(Setting.REMEMBERS_MOVES, one(List.of(0, 0, 1)));
    change = change.with(Setting.NAMES_WITHOUT_CASE, one(List.of(0, 0, 1)));
    return change.with(Setting.KEPT_PER_SUB_ACCOUNT, one(List.of(1, 1_000)));
  }
}
