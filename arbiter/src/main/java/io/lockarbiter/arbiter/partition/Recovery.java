package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A state on its way back: told and measured, whichever way it takes. Nothing is published. */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  private final int partition;
  private final HaltReason cause;
  private final RecoveryWay way;
  private final DecisionMeters meters;
  private final ElapsedClock clock;
  private final long began;
  private long told;

  private Recovery(int partition, Loss loss, RecoveryWay way, PartitionServices services) {
    this.partition = partition;
    this.cause = loss.cause();
    this.way = way;
    this.meters = services.meters();
    this.clock = services.clock();
    this.began = clock.nanos();
    this.told = began;
    LOG.warn(
        "partition={}: {}. {}; commands wait meanwhile, nothing is published twice, the others go on",
        partition,
        HaltText.lost(loss),
        way.what());
  }

  /** Begins to bring back what was lost. */
  static Recovery begin(
      int partition, FirstStep first, PartitionServices services, PartitionLog log) {
    if (first instanceof Replay replay) {
      RecoveryWay way = new ReplayedLog(partition, replay, services.store(), log);
      return new Recovery(partition, replay.loss(), way, services);
    }
    if (first instanceof Rebuild rebuild) {
      RecoveryWay way = new RebuiltState(partition, rebuild, services, log);
      return new Recovery(partition, rebuild.loss(), way, services);
    }
    throw new IllegalArgumentException("nothing was lost: " + first);
  }

  /** How far it is. */
  RecoveryProgress progress() {
    return way.progress();
  }

  /** As {@link RecoveryWay#step}. */
  boolean step(Duration longest) {
    boolean done = way.step(longest);
    long now = clock.nanos();
    long ms = Duration.ofNanos(now - began).toMillis();
    if (done) {
      meters.recovered(cause, way.records(), Duration.ofNanos(now - began));
      LOG.warn(
          "partition={}: the state is back: {} records of {} in {} ms",
          partition,
          way.records(),
          progress().source(),
          ms);
    } else if (now - told >= TOLD_EVERY.toNanos()) {
      told = now;
      LOG.info(
          "partition={}: the state is being brought back: {} records of {} in {} ms, {} offsets are left",
          partition,
          way.records(),
          progress().source(),
          ms,
          progress().remaining());
    }
    return done;
  }

  /** Ends, at whatever step. */
  void close() {
    way.close();
  }
}
