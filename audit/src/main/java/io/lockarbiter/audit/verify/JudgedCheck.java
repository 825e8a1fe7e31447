package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.Coverage;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.audit.replay.Scope;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One of the checks: what it found, and from which command on it knew enough to judge. */
final class JudgedCheck implements ReplayListener {
  private static final int STRIDE = 256;

  private final Scope scope;
  private final FirstViolations violations;
  private final ReplayListener check;
  private final BooleanSupplier sure;
  private final LongSupplier size;
  private int commands;
  private long answers;
  private volatile long bytes;
  private @Nullable ReplayStep firstUnjudged;
  private @Nullable ReplayStep firstJudged;

  /**
   * A check.
   *
   * @param violations that it reports to
   * @param sure says whether it knows enough to judge; once true, always true
   * @param size of its state, bytes
   */
  JudgedCheck(
      Scope scope,
      FirstViolations violations,
      ReplayListener check,
      BooleanSupplier sure,
      LongSupplier size) {
    this.scope = scope;
    this.violations = violations;
    this.check = check;
    this.sure = sure;
    this.size = size;
  }

  @Override
  public void begin(HistoryStart start) {
    check.begin(start);
  }

  @Override
  public void step(ReplayStep step) {
    violations.moveTo(step);
    check.step(step);
    if (++commands % STRIDE == 0) {
      bytes = size.getAsLong();
    }
    if (step.coverage() == Coverage.PENDING || !scope.covers(step)) {
      return;
    }
    if (step.coverage().isJudged() && sure.getAsBoolean()) {
      answers += scope.asks(step) && !step.isPending() ? 1 : 0;
      firstJudged = firstJudged == null ? step : firstJudged;
    } else if (firstUnjudged == null) {
      firstUnjudged = step;
    }
  }

  @Override
  public void end() {
    check.end();
  }

  FirstViolations violations() {
    return violations;
  }

  /** Returns the bytes of its state, as it was a short time ago; for any thread. */
  long bytes() {
    return bytes;
  }

  /** Returns the number of commands of accounts that it judged. */
  long answers() {
    return answers;
  }

  /** Returns the first command in the scope that it did not judge; null if it judged all. */
  @Nullable ReplayStep firstUnjudged() {
    return firstUnjudged;
  }

  /** Returns the first command in the scope that it judged; null if it judged none. */
  @Nullable ReplayStep firstJudged() {
    return firstJudged;
  }
}
