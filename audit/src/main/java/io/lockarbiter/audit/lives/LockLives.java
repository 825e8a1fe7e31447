package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.Moment;
import io.lockarbiter.audit.replay.RecordedEvent;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lives of the locks that were live, or refused, within a scope, from the events alone. Each is
 * passed on once, in the order of their ends. Locks that are live at the end of the scope come
 * last, as they are then. Keeps the live locks only.
 */
public final class LockLives implements ReplayListener {
  private final Scope scope;
  private final Consumer<LockLife> lives;
  private final Map<LockKey, LockLife> live = new LinkedHashMap<>();

  /** Why an end was attached to a live lock; the event that ends it does not repeat that. */
  private final Map<LockKey, String> reasons = new HashMap<>();

  private boolean reached;
  private boolean passed;
  private long until;

  /**
   * Creates a view.
   *
   * @param scope lives of other accounts than its own are left out
   */
  public LockLives(Scope scope, Consumer<LockLife> lives) {
    this.scope = scope;
    this.lives = lives;
  }

  /** Log time of the last command within the scope in all partitions so far; 0 if none was. */
  public long until() {
    return until;
  }

  @Override
  public void begin(HistoryStart start) {
    reached = scope.from().equals(Moment.BEGINNING);
    passed = false;
    live.clear();
    reasons.clear();
  }

  @Override
  public void step(ReplayStep step) {
    passed = passed || scope.to().isPassedBy(step);
    if (passed) {
      return;
    }
    reached = reached || scope.from().isReachedBy(step);
    until = Math.max(until, step.at());
    for (RecordedEvent recorded : step.events()) {
      apply(step.partition(), recorded);
    }
  }

  /** Returns the held lock or waiting request that an event is about; null if nothing is known. */
  @Nullable LockLife before(RecordedEvent recorded) {
    Subject subject = recorded.event().subject();
    return subject == null
        ? null
        : live.get(new LockKey(recorded.event().head().account(), subject.lockId()));
  }

  /** Applies one event; for callers that have to look between the events of one step. */
  void apply(int partition, RecordedEvent recorded) {
    Subject subject = recorded.event().subject();
    if (subject != null) {
      apply(partition, recorded, subject.lockId());
    }
  }

  /** A lock that is live after the last command stays live at every later moment. */
  @Override
  public void end() {
    reached = true;
    live.values().forEach(this::give);
    live.clear();
  }

  private void apply(int partition, RecordedEvent recorded, String lockId) {
    LockKey key = new LockKey(recorded.event().head().account(), lockId);
    LockLife before = live.get(key);
    LockLife after = LockLife.after(before, partition, recorded);
    if (after == null) {
      return;
    }
    if (after.end() == null) {
      noteReason(key, before, after, recorded.event());
      live.put(key, after);
      return;
    }
    String reason = null;
    if (recorded.ends()) {
      live.remove(key);
      reason = reasons.remove(key);
    }
    // An operator's end has the id of that command.
    boolean isAskedFor = recorded.event().head().commandId().equals(lockId);
    give(isAskedFor ? after.endedBecause(reason) : after);
  }

  private void noteReason(LockKey key, @Nullable LockLife before, LockLife after, Event event) {
    boolean isNew =
        after.endsAt() != null && (before == null || !after.endsAt().equals(before.endsAt()));
    if (isNew && event instanceof YieldRequested asked) {
      if (asked.comment() == null) {
        reasons.remove(key);
      } else {
        reasons.put(key, asked.comment());
      }
    }
  }

  private void give(LockLife life) {
    if (reached && scope.covers(life.account())) {
      lives.accept(life);
    }
  }
}
