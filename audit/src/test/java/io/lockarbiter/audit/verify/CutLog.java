package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.replay.Violation;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.audit.testing.MemoryHistory.Begins;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.history.HistoryGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A short log, rightly decided, of which retention removes the beginning. */
final class CutLog {
  static final long WEEK_MS = 604_800_000;
  static final String ACCOUNT = "globex";

  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();
  private final HistoryRecorder recorder =
      new HistoryRecorder(HistoryGenerator.PARTITION, commands::add, events::add);
  private int firstCommand;
  private int firstEvent;

  /** Appends the settings to an empty log. */
  CutLog() {
    settings(1_000);
  }

  /** Appends these settings to an empty log. */
  CutLog(SettingsChange first) {
    append(1_000, first);
  }

  CutLog settings(long appendedAt) {
    return append(
        appendedAt,
        SettingsChange.to(Settings.DEFAULT).with(Setting.PARTITIONS, HistoryGenerator.PARTITIONS));
  }

  CutLog tick(long appendedAt) {
    return append(appendedAt, new Tick());
  }

  CutLog release(long appendedAt, String lockId, String subAccount) {
    return append(
        appendedAt,
        new Release(
            "release-" + lockId, ACCOUNT, new Owner(subAccount, null), null, lockId, false));
  }

  CutLog append(long appendedAt, Command command) {
    recorder.append(commands.size(), appendedAt, command);
    return this;
  }

  /** Removes the commands so far, and their events except for the last one. */
  CutLog cut() {
    firstCommand = commands.size();
    firstEvent = events.size() - 1;
    return this;
  }

  /** Returns what retention has left. */
  MemoryHistory history() {
    return new MemoryHistory(
        HistoryGenerator.PARTITION,
        HistoryGenerator.PARTITIONS,
        commands.subList(firstCommand, commands.size()),
        events.subList(firstEvent, events.size()),
        new Begins(commands.get(firstCommand).offset(), events.get(firstEvent).offset()));
  }

  List<Violation> violations(Set<Check> checks) {
    return Verification.of(history(), Scope.ALL, checks, step -> {}).violations();
  }

  /** Makes a request of ann, without a wait. */
  static Acquire acquire(String lockId, String at, long leaseMs) {
    return acquire(lockId, "ann", null, Operation.CHECK_OUT, at, leaseMs, 0, List.of());
  }

  static Acquire acquire(
      String lockId,
      String subAccount,
      @Nullable String replyTo,
      Operation operation,
      String at,
      long leaseMs,
      long waitMs,
      List<String> holding) {
    LockPath path = LockPath.of(at);
    return new Acquire(
        ACCOUNT,
        replyTo,
        new LockFields(
            lockId,
            new Owner(subAccount, null),
            operation,
            path,
            null,
            operation.targets(path, null),
            leaseMs,
            waitMs,
            holding,
            new TreeMap<>()));
  }
}
