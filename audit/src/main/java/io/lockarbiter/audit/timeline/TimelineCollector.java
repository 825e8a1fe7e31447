package io.lockarbiter.audit.timeline;

import io.lockarbiter.audit.lives.LockEnd;
import io.lockarbiter.audit.lives.LockLife;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Target;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the newest locks, prefers live ones, and counts those that it drops. */
public final class TimelineCollector implements Consumer<LockLife> {
  private static final Comparator<LockLife> OLDEST_FIRST =
      Comparator.comparingLong(TimelineCollector::end).thenComparingLong(LockLife::requestedAt);

  private final int most;
  private final @Nullable LockPath path;
  private final PriorityQueue<LockLife> kept = new PriorityQueue<>(OLDEST_FIRST);
  private long omitted;

  /**
   * Creates a collector.
   *
   * @param most most locks to keep, at least 1
   * @param path only locks with a target at, above or below it; null = all
   */
  public TimelineCollector(int most, @Nullable LockPath path) {
    if (most < 1) {
      throw new IllegalArgumentException("most=" + most + ", expected at least 1");
    }
    this.most = most;
    this.path = path;
  }

  @Override
  public void accept(LockLife life) {
    if (!overlaps(life)) {
      return;
    }
    kept.add(life);
    if (kept.size() > most) {
      kept.remove();
      omitted++;
    }
  }

  /**
   * Returns the kept locks.
   *
   * @param until end of the examined time, log time, epoch ms
   */
  public Timeline timeline(long until) {
    return new Timeline(
        kept.stream().sorted(Comparator.comparingLong(LockLife::requestedAt)).toList(),
        omitted,
        until);
  }

  private boolean overlaps(LockLife life) {
    if (path == null) {
      return true;
    }
    for (Target target : life.fields().targets()) {
      if (path.comparedAs(target.path()).relationOf(target.path()) != null) {
        return true;
      }
    }
    return false;
  }

  private static long end(LockLife life) {
    LockEnd end = life.end();
    return end == null ? Long.MAX_VALUE : end.at();
  }
}
