package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the brokers' clock with the clock of this host, and with log time. A clock that jumps
 * ahead ends leases early. One that steps back moves no log time back: it goes on from where it
 * was, at most {@link LogClock#STEP_MS} later, and stays ahead of the clock. Without this watch
 * nobody would notice either.
 *
 * <p>A log that is merely read late raises no alarm. Used by one thread, which runs {@link #look}
 * again and again.
 */
public final class ClockWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

  /** Tolerated difference; clocks that are kept in time differ by less. */
  private static final Duration TOLERANCE = Duration.ofSeconds(2);

  private final PartitionStatuses statuses;
  private final InstantSource clock;
  private final Alarm<Integer> ahead = new Alarm<>();
  private final Alarm<Integer> behind = new Alarm<>();

  /** A watch that compares with {@code clock}. */
  public ClockWatch(PartitionStatuses statuses, InstantSource clock) {
    this.statuses = statuses;
    this.clock = clock;
  }

  /** The ms by which the last record's append time is ahead of this host's clock, or 0. */
  public long aheadMs(PartitionHeader header) {
    return Math.max(0, header.appliedAppendedAt() - clock.millis());
  }

  /** The ms by which the last record's append time is behind the log time; 0 if it is not. */
  public static long behindMs(PartitionHeader header) {
    return Math.max(0, header.at() - header.appliedAppendedAt());
  }

  /** Warns once when something is wrong, and tells when it is over. */
  public void look() {
    for (PartitionStatus status : statuses.all()) {
      if (status.progress() != null) {
        PartitionHeader header = status.progress().header();
        judgeAhead(status.partition(), header);
        judgeBehind(status.partition(), header);
      }
    }
  }

  private void judgeAhead(int partition, PartitionHeader header) {
    long ms = aheadMs(header);
    boolean wrong = ms > TOLERANCE.toMillis();
    if (ahead.begins(partition, wrong)) {
      LOG.error(
          "partition={}: the last record was appended at {}, {} s ahead of this host's clock; leases and waits ended so much too early. Fix: compare the clocks of the broker that leads this partition and of this host (chronyc tracking), set the wrong one right; log time then goes on from where it is, see docs/RUNBOOK.md, CLOCK",
          partition,
          Instant.ofEpochMilli(header.appliedAppendedAt()),
          ms / 1_000);
    } else if (ahead.ends(partition, wrong)) {
      LOG.info("partition={}: the broker's clock and this host's agree again", partition);
    }
  }

  private void judgeBehind(int partition, PartitionHeader header) {
    long ms = behindMs(header);
    boolean wrong = ms > TOLERANCE.toMillis();
    if (behind.begins(partition, wrong)) {
      LOG.error(
          "partition={}: the broker's clock went back, the last record was appended at {}; log time stands at {} for {} s and then goes on, {} s ahead of that clock: leases, waits and windows keep their lengths, times in events are later by so much. Fix: compare the clocks of the brokers (chronyc tracking), set the wrong one right; see docs/RUNBOOK.md, CLOCK",
          partition,
          Instant.ofEpochMilli(header.appliedAppendedAt()),
          Instant.ofEpochMilli(header.at()),
          LogClock.standsFor(header.at(), header.appliedAppendedAt()) / 1_000,
          LogClock.aheadBy(header.at(), header.appliedAppendedAt()) / 1_000);
    } else if (behind.ends(partition, wrong)) {
      LOG.info("partition={}: log time and the broker's clock agree again", partition);
    }
  }
}
