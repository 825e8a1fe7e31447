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
  private Map<Integer, Due> seen = Map.of();
  private volatile Map<Integer, Stall> stalls = Map.of();

  /**
   * When the next deadline of a partition comes.
   *
   * @param isKnown false if no record was seen from which log time can be told; then it may be now
   * @param atNanos of the elapsed clock
   * @param looks how often it was found overdue, in a row
   */
  private record Due(long deadline, boolean isKnown, long atNanos, int looks) {
    private static final long NANOS_PER_MS = 1_000_000;

    static Due of(long deadline, @Nullable LogTime logTime, long now) {
      long remainingMs = logTime == null ? 0 : Math.max(0, deadline - logTime.at(now));
      return new Due(deadline, logTime != null, now + remainingMs * NANOS_PER_MS, 0);
    }

    boolean isOverdue(long now) {
      return now - atNanos > GRACE_NANOS;
    }

    Due looked(long now) {
      return new Due(deadline, isKnown, atNanos, isOverdue(now) ? looks + 1 : 0);
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
    Map<Integer, Due> due = new HashMap<>();
    Map<Integer, Stall> found = new HashMap<>();
    for (PartitionStatus status : all) {
      int partition = status.partition();
      Due next = due(status, now);
      if (next != null) {
        due.put(partition, next);
      }
      PartitionProgress progress = status.progress();
      if (next != null && progress != null && next.looks() >= LOOKS) {
        found.put(partition, new Stall(StallCause.CLOCK, why(progress, next)));
      }
      tell(partition, found.get(partition));
    }
    seen = due;
    stalls = Map.copyOf(found);
  }

  /** Null if nothing is due, or something else keeps it from ending. */
  private @Nullable Due due(PartitionStatus status, long now) {
    PartitionProgress progress = status.progress();
    if (status.state() != PartitionState.RUNNING
        || progress == null
        || progress.nextDeadline() == null
        || status.lag() > 0
        || isHeldBack.test(status.partition())) {
      return null;
    }
    Due before = seen.get(status.partition());
    if (before != null
        && before.deadline() == progress.nextDeadline()
        && before.isKnown() == (progress.logTime() != null)) {
      return before.looked(now);
    }
    return Due.of(progress.nextDeadline(), progress.logTime(), now).looked(now);
  }

  private String why(PartitionProgress progress, Due due) {
    return "log time stands at %s, and what is due at %s does not end: no lease, no wait and no window does. Fix: let the arbiter write ticks to %s (the right Write, its log), and compare the clock of the broker that leads the partition with others (chronyc tracking)"
        .formatted(
            Instant.ofEpochMilli(progress.header().at()),
            Instant.ofEpochMilli(due.deadline()),
            topic);
  }

  private void tell(int partition, @Nullable Stall stall) {
    if (stall != null && alarm.begins(partition, true)) {
      LOG.warn("partition={}: {}", partition, stall.why());
    } else if (stall == null && alarm.ends(partition, false)) {
      LOG.info("partition={}: log time goes on", partition);
    }
  }
}
