package io.lockarbiter.arbiter.watch;

import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares log time with the clock of this host. Log time never runs backwards. So a broker's clock
 * that jumps ahead ends leases early, and after its correction nothing ends until the time that it
 * had shown. While a clock that stepped back is behind, nothing ends. Without this watch nobody
 * would notice either.
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

  /** The ms by which the log time is ahead of this host's clock; 0 if it is not. */
  public long aheadMs(PartitionHeader header) {
    return Math.max(0, header.at() - clock.millis());
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
          "partition={}: log time {} is {} s ahead of this host's clock; leases ran out early, and once the broker's clock is right again none will run out before then. Fix: compare the clocks of the broker that leads this partition and of this host (chronyc tracking), set the wrong one right; nothing but time mends what was appended meanwhile",
          partition,
          Instant.ofEpochMilli(header.at()),
          ms / 1_000);
    } else if (ahead.ends(partition, wrong)) {
      LOG.info("partition={}: log time and this host's clock agree again", partition);
    }
  }

  private void judgeBehind(int partition, PartitionHeader header) {
    long ms = behindMs(header);
    boolean wrong = ms > TOLERANCE.toMillis();
    if (behind.begins(partition, wrong)) {
      LOG.error(
          "partition={}: the broker's clock went back by {} s, the last record was appended at {}; log time stands still at {}, no lease and no wait ends before then. Fix: compare the clocks of the brokers (chronyc tracking), set the wrong one right",
          partition,
          ms / 1_000,
          Instant.ofEpochMilli(header.appliedAppendedAt()),
          Instant.ofEpochMilli(header.at()));
    } else if (behind.ends(partition, wrong)) {
      LOG.info("partition={}: log time goes on", partition);
    }
  }
}
