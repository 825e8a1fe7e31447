package io.lockarbiter.audit.lives;

import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import java.util.function.Consumer;

/**
 * The lives of the locks that were live, or refused, within a scope; as they stood at its end.
 * Given on as by {@link LockLives}.
 */
public final class ScopedLives implements ReplayListener {
  private final Scope scope;
  private final Consumer<LockLife> taken;
  private final LockLives lives = new LockLives(this::take);
  private boolean reached;
  private boolean passed;
  private long until;

  /** A view; those of other accounts are left out. */
  public ScopedLives(Scope scope, Consumer<LockLife> taken) {
    this.scope = scope;
    this.taken = taken;
  }

  /** Log time of the last command within the scope in all partitions so far; 0 if none was. */
  public long until() {
    return until;
  }

  @Override
  public void begin(HistoryStart start) {
    reached = false;
    passed = false;
    lives.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    passed = passed || scope.to().isPassedBy(step);
    if (passed) {
      return;
    }
    reached = reached || scope.from().isReachedBy(step);
    until = Math.max(until, step.at());
    lives.step(step);
  }

  /** What is live after the last command is live at every later moment. */
  @Override
  public void end() {
    reached = true;
    lives.end();
  }

  private void take(LockLife life) {
    if (reached && scope.covers(life.account())) {
      taken.accept(life);
    }
  }
}
