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

/** The memory of one account, or the part that concerns one action; it decides. Not thread-safe. */
public final class AccountMemory {
  private final Map<TraceKey, Trace> traces = new HashMap<>();
  private final Map<Long, RunTrace> runs = new HashMap<>();
  private long floor;

  /** A memory of nothing. */
  public AccountMemory() {}

  /** The changes of an accepted action; empty if it changes nothing. */
  public record Changes(Map<TraceKey, Trace> traces, @Nullable RunTrace run) {}

  /** Why the action comes too late; null if it does not. */
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

  /** Remembers an action that is not refused. */
  public void remember(FencingAction action) {
    Changes changes = changesOf(action);
    traces.putAll(changes.traces());
    if (changes.run() != null) {
      runs.put(action.token(), changes.run());
    }
  }

  /** Drops what can refuse nothing that the floor does not. */
  public void forgetBelow(long token) {
    floor = Math.max(floor, token);
    traces.values().removeIf(trace -> trace.token() < floor);
    runs.keySet().removeIf(of -> of < floor);
  }

  /** Number of things remembered. */
  public int size() {
    return traces.size() + runs.size();
  }

  /** Whether anything is remembered there. */
  public boolean knows(TraceKey key) {
    return traces.containsKey(key);
  }

  /** Whether anything is remembered of the runs of the action's lock. */
  public boolean knowsRunOf(FencingAction action) {
    return runs.containsKey(action.token());
  }

  /**
   * Takes over what a store remembers at a key. Modes that are not known share one key, where the
   * highest token counts, whoever's it is.
   */
  public void load(TraceKey key, Trace trace) {
    if (key.mode() == Mode.UNKNOWN) {
      Trace unknown = new Trace(trace.token(), /* holder= */ null, /* other= */ 0);
      traces.merge(key, unknown, (one, other) -> one.token() > other.token() ? one : other);
    } else {
      traces.put(key, trace);
    }
  }

  /** Takes over what a store remembers of the runs of a lock. */
  public void load(long token, RunTrace run) {
    runs.put(token, run);
  }

  /** Takes over below which token a store has forgotten. */
  public void loadFloor(long token) {
    floor = token;
  }

  private RunTrace runOf(FencingAction action) {
    return runs.getOrDefault(action.token(), RunTrace.NONE);
  }
}
