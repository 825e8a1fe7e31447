package io.lockarbiter.client.fence.memory;

import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.FencingRefusal.Done;
import io.lockarbiter.client.fence.FencingRefusal.Forgotten;
import io.lockarbiter.client.fence.FencingRefusal.Overtaken;
import io.lockarbiter.client.fence.FencingRefusal.TakenOver;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The traces of one account, or those that concern one action; it decides. Not thread-safe. */
public final class AccountMemory {
  private final Map<TraceKey, Trace> traces = new HashMap<>();
  private final Map<Long, RunTrace> runs = new HashMap<>();
  private long floor;

  /** A memory without traces. */
  public AccountMemory() {}

  /** The changes of an accepted action; empty if it changes nothing. */
  public record Changes(Map<TraceKey, Trace> traces, @Nullable RunTrace run) {}

  /** The reason why the action comes too late; null if it does not. */
  public @Nullable FencingRefusal refusalOf(FencingAction action) {
    if (action.token() < floor) {
      return new Forgotten(action, floor);
    }
    RunTrace run = runOf(action);
    if (run.done()) {
      return new Done(action, run.run());
    }
    if (action.run() < run.run()) {
      return new TakenOver(action, run.run());
    }
    for (Target target : action.targets()) {
      FencingRefusal overtaken = overtaken(action, target);
      if (overtaken != null) {
        return overtaken;
      }
    }
    return null;
  }

  private @Nullable FencingRefusal overtaken(FencingAction action, Target target) {
    for (TraceKey.Conflicting other : TraceKey.conflictingWith(target)) {
      long acted = othersAt(other.key(), action);
      if (acted > action.token()) {
        return new Overtaken(action, target, other.relation(), other.key().mode(), acted);
      }
    }
    return null;
  }

  private long othersAt(TraceKey key, FencingAction action) {
    Trace trace = traces.get(key);
    return trace == null ? 0 : trace.othersThan(action);
  }

  /** The changes to remember for an action that is not refused. */
  public Changes changesOf(FencingAction action) {
    Map<TraceKey, Trace> changed = new LinkedHashMap<>();
    for (Target target : action.targets()) {
      TraceKey.tracesOf(target).forEach(key -> change(key, action, changed));
    }
    RunTrace before = runOf(action);
    RunTrace after = before.with(action);
    return new Changes(changed, after.equals(before) ? null : after);
  }

  private void change(TraceKey key, FencingAction action, Map<TraceKey, Trace> changed) {
    Trace before = traces.get(key);
    Trace after = before == null ? Trace.of(action) : before.with(action);
    if (!after.equals(before)) {
      changed.put(key, after);
    }
  }

  /** Adds the traces of an action that is not refused. */
  public void remember(FencingAction action) {
    Changes changes = changesOf(action);
    traces.putAll(changes.traces());
    if (changes.run() != null) {
      runs.put(action.token(), changes.run());
    }
  }

  /** Drops the traces that refuse no more than the floor does. */
  public void forgetBelow(long token) {
    floor = Math.max(floor, token);
    traces.values().removeIf(trace -> trace.token() < floor);
    runs.keySet().removeIf(of -> of < floor);
  }

  /** Number of traces. */
  public int size() {
    return traces.size() + runs.size();
  }

  /** Says whether there is a trace at the key. */
  public boolean knows(TraceKey key) {
    return traces.containsKey(key);
  }

  /** Says whether there is a trace of the runs of the action's lock. */
  public boolean knowsRunOf(FencingAction action) {
    return runs.containsKey(action.token());
  }

  /**
   * Adds a trace from a store. Unknown modes share one key, which keeps the highest token of any of
   * them.
   */
  public void load(TraceKey key, Trace trace) {
    if (key.mode() == Mode.UNKNOWN) {
      Trace unknown = new Trace(trace.token(), /* holder= */ null, /* other= */ 0);
      traces.merge(key, unknown, (one, other) -> one.token() > other.token() ? one : other);
    } else {
      traces.put(key, trace);
    }
  }

  /** Adds the trace of a lock's runs from a store. */
  public void load(long token, RunTrace run) {
    runs.put(token, run);
  }

  /** Sets the token below which a store has forgotten. */
  public void loadFloor(long token) {
    floor = token;
  }

  private RunTrace runOf(FencingAction action) {
    return runs.getOrDefault(action.token(), RunTrace.NONE);
  }
}
