package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.ElapsedClock;
import io.lockarbiter.arbiter.partition.LogTime;
import io.lockarbiter.arbiter.partition.PartitionProgress;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks whether log time moves: what is due by this host's elapsed time must end soon. If it does
 * not, ticks do not come through the log, or the broker's clock stands. A partition in which
 * nothing is due needs no time.
 *
 * <p>Used by one thread, which runs {@link #look} once a second; read by any.
 */
public final class LogTimeWatch implements StallSource {
  /** As many looks, so that a host that slept is no alarm. */
  private static final int LOOKS = 5;

  /** A tick is on its way for so long, at most. */
  private static final long GRACE_NANOS = Duration.ofSeconds(1).toNanos();

  private static final Logger LOG = LoggerFactory.getLogger(LogTimeWatch.class);

  private final PartitionStatuses statuses;
  private final ElapsedClock clock;
  private final IntPredicate isHeldBack;
  private final String topic;
  private final Alarm<Integer> alarm = new Alarm<>();
  private Map<Integer, Standing> seen = Map.of();
  private volatile Map<Integer, Stall> stalls = Map.of();

  /**
   * Log time that has stood since a look.
   *
   * @param progress at the last look
   * @param sinceNanos of the elapsed clock
   * @param sinceMs the log time then, as estimated; null if no record has told it, and then it may
   *     be later than anything that is due
   * @param looks how often something was found overdue, in a row
   */
  private record Standing(
      PartitionProgress progress, long sinceNanos, @Nullable Long sinceMs, int looks) {
    private static final long NANOS_PER_MS = 1_000_000;

    static Standing from(PartitionProgress progress, long now) {
      LogTime logTime = progress.logTime();
      return new Standing(progress, now, logTime == null ? null : logTime.at(now), 0);
    }

    boolean standsAt(PartitionProgress next) {
      return progress.header().at() == next.header().at()
          && progress.header().appliedAppendedAt() == next.header().appliedAppendedAt()
          && (sinceMs == null) == (next.logTime() == null);
    }

    Standing looked(PartitionProgress next, long deadline, long now) {
      long remainingMs = sinceMs == null ? 0 : Math.max(0, deadline - sinceMs);
      boolean overdue = now - sinceNanos - remainingMs * NANOS_PER_MS > GRACE_NANOS;
      return new Standing(next, sinceNanos, sinceMs, overdue ? looks + 1 : 0);
    }
  }

  /**
   * A watch.
   *
   * @param isHeldBack whether a transaction holds back the commands of a partition: then ticks are
   *     not decided either
   * @param topic of the commands, as it is shown in remedies
   */
  public LogTimeWatch(
      PartitionStatuses statuses, ElapsedClock clock, IntPredicate isHeldBack, String topic) {
    this.statuses = statuses;
    this.clock = clock;
    this.isHeldBack = isHeldBack;
    this.topic = topic;
  }

  @Override
  public Map<Integer, Stall> stalls() {
    return stalls;
  }

  /** Says what is wrong, once, and when it is over. */
  public void look() {
    long now = clock.nanos();
    List<PartitionStatus> all = statuses.all();
    Map<Integer, Standing> standing = new HashMap<>();
    Map<Integer, Stall> found = new HashMap<>();
    for (PartitionStatus status : all) {
      int partition = status.partition();
      PartitionProgress progress = status.progress();
      Long deadline = progress == null ? null : progress.nextDeadline();
      if (progress != null && deadline != null && decides(status)) {
        Standing next = next(status, progress, deadline, now);
        standing.put(partition, next);
        if (next.looks() >= LOOKS) {
          found.put(partition, new Stall(StallCause.CLOCK, why(progress, deadline)));
        }
      }
      tell(partition, found.get(partition));
    }
    seen = standing;
    stalls = Map.copyOf(found);
  }

  /** False if something else keeps what is due from ending. */
  private boolean decides(PartitionStatus status) {
    return status.state() == PartitionState.RUNNING && !isHeldBack.test(status.partition());
  }

  /**
   * Traffic does not hide that log time stands. Undecided records of which none was applied say
   * nothing: they may be late, or end what is due.
   */
  private Standing next(
      PartitionStatus status, PartitionProgress progress, long deadline, long now) {
    Standing before = seen.get(status.partition());
    if (before == null || !before.standsAt(progress)) {
      before = Standing.from(progress, now);
    }
    boolean applied = !before.progress().equals(progress);
    return status.lag() > 0 && !applied ? before : before.looked(progress, deadline, now);
  }

  private String why(PartitionProgress progress, long deadline) {
    return "log time stands at %s, and what is due at %s does not end: no lease, no wait and no window does. Fix: let the arbiter write ticks to %s (the right Write, its log), and compare the clock of the broker that leads the partition with others (chronyc tracking)"
        .formatted(
            Instant.ofEpochMilli(progress.header().at()), Instant.ofEpochMilli(deadline), topic);
  }

  private void tell(int partition, @Nullable Stall stall) {
    if (stall != null && alarm.begins(partition, true)) {
      LOG.warn("partition={}: {}", partition, stall.why());
    } else if (stall == null && alarm.ends(partition, false)) {
      LOG.info("partition={}: log time goes on", partition);
    }
  }
}
