package io.lockarbiter.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.Findings;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.testing.HistoryRecorder;
import io.lockarbiter.audit.testing.MemoryHistory;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * A short history told command by command, with the events of the reference model; leases last 30
 * s.
 */
public final class Story {
  public static final long BEGIN = 1_000_000_000_000L;
  private static final long LEASE_MS = 30_000;

  private final List<AuditRecord> commands = new ArrayList<>();
  private final List<AuditRecord> events = new ArrayList<>();
  private final HistoryRecorder recorder = new HistoryRecorder(0, commands::add, events::add);
  private String account = "acme";
  private long at = BEGIN;

  public Story() {
    recorder.append(0, at, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1));
  }

  /** Moves to a time after the beginning, at which the next command happens. */
  public Story at(long ms) {
    at = BEGIN + ms;
    return this;
  }

  public Story in(String other) {
    account = other;
    return this;
  }

  public Story ask(String id, String subAccount, Operation operation, String path, long waitMs) {
    return ask(id, new Owner(subAccount, null), operation, path, waitMs);
  }

  public Story ask(String id, Owner owner, Operation operation, String path, long waitMs) {
    LockPath target = LockPath.of(path);
    LockPath destination = operation.hasDestination() ? LockPath.of("/destination/of/" + id) : null;
    recorder.append(
        commands.size(),
        at,
        new Acquire(
            account,
            null,
            new LockFields(
                id,
                owner,
                operation,
                target,
                destination,
                operation.targets(target, destination),
                LEASE_MS,
                waitMs,
                List.of(),
                new TreeMap<>())));
    return this;
  }

  public Story release(String id, String subAccount) {
    recorder.append(
        commands.size(),
        at,
        new Release("free-" + id, account, new Owner(subAccount, null), null, id, false));
    return this;
  }

  public Story renew(String id, String subAccount) {
    recorder.append(
        commands.size(),
        at,
        new Renew("renew-" + id + at, account, new Owner(subAccount, null), null, id, null));
    return this;
  }

  public Story yield(String id, String subAccount, Long graceMs) {
    recorder.append(
        commands.size(),
        at,
        new Yield(
            "yield-" + id, account, new Owner(subAccount, null), null, id, graceMs, "let go"));
    return this;
  }

  public Story set(SettingsChange settings) {
    recorder.append(commands.size(), at, settings);
    return this;
  }

  public Story tick() {
    recorder.append(commands.size(), at, new Tick());
    return this;
  }

  /** Returns the history so far. */
  public MemoryHistory history() {
    return new MemoryHistory(0, commands, events);
  }

  /** Returns the history so far without the events that have a text in them. */
  public MemoryHistory withoutEvent(String text) {
    return new MemoryHistory(
        0,
        commands,
        events.stream().filter(event -> !new String(event.value(), UTF_8).contains(text)).toList());
  }

  public void tell(ReplayListener listener) {
    new AuditReplay(history(), Findings.NONE).run(List.of(listener));
  }
}
