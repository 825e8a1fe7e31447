package io.lockarbiter.arbiter.tick;

import io.lockarbiter.arbiter.partition.CommandAppender;
import io.lockarbiter.arbiter.partition.ElapsedClock;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.Tick;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Appends a tick to a partition in which a lease or wait is due and no record lets it end. It
 * changes no state, so a tick too many does no harm. Log time is estimated from the last one seen;
 * if no record came since the start, one tick finds it out.
 *
 * <p>Used by one thread, which runs {@link #look} again and again.
 */
public final class TickTimer {
  private final PartitionStatuses statuses;
  private final CommandAppender appender;
  private final ElapsedClock clock;
  private final Runnable ticked;
  private final Map<Integer, OutstandingTick> outstanding = new HashMap<>();

  /**
   * A timer.
   *
   * @param ticked runs for every tick appended
   */
  public TickTimer(
      PartitionStatuses statuses, CommandAppender appender, ElapsedClock clock, Runnable ticked) {
    this.statuses = statuses;
    this.appender = appender;
    this.clock = clock;
    this.ticked = ticked;
  }

  /** Appends the ticks that are due now. */
  public void look() {
    long now = clock.nanos();
    List<PartitionStatus> all = statuses.all();
    outstanding.keySet().retainAll(all.stream().map(PartitionStatus::partition).toList());
    for (PartitionStatus status : all) {
      PartitionProgress progress = status.progress();
      if (status.state() == PartitionState.RUNNING && progress != null && isDue(progress, now)) {
        tick(status.partition(), progress, now);
      }
    }
  }

  private static boolean isDue(PartitionProgress progress, long now) {
    return progress.nextDeadline() != null
        && (progress.logTime() == null || progress.logTime().at(now) >= progress.nextDeadline());
  }

  private void tick(int partition, PartitionProgress progress, long now) {
    OutstandingTick before = outstanding.get(partition);
    if (before != null && before.isStillAwaited(progress.header().appliedOffset(), now)) {
      return;
    }
    int unanswered = before == null ? 0 : before.unansweredAt(progress.header().appliedOffset());
    outstanding.put(
        partition, new OutstandingTick(appender.append(partition, new Tick()), now, unanswered));
    ticked.run();
  }
}
