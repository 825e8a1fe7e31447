package io.lockarbiter.arbiter.partition;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recovery of a state, with its logs and meters, for either way of recovery. Nothing is
 * published meanwhile.
 */
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final Duration TOLD_EVERY = Duration.ofSeconds(5);

  private final int partition;
  private final StateLoss loss;
  private final PartitionServices services;
  private final PartitionLog log;
  private final long began;
  private RecoveryWay way;
  private boolean mayReplay;
  private long told;

  private Recovery(
      int partition,
      StateLoss loss,
      RecoveryWay way,
      boolean mayReplay,
      PartitionServices services,
      PartitionLog log) {
    this.partition = partition;
    this.loss = loss;
    this.way = way;
    this.mayReplay = mayReplay;
    this.services = services;
    this.log = log;
    this.began = services.clock().nanos();
    this.told = began;
  }

  /** Tells an operator what was lost, and how it comes back. */
  void tell() {
    LOG.warn(
        "partition={}: {}. {}; commands wait meanwhile, nothing is published twice, the others go on",
        partition,
        HaltText.lost(loss),
        way.what());
  }

  /** Begins to recover a lost state. */
  static Recovery begin(
      int partition, FirstStep first, PartitionServices services, PartitionLog log) {
    if (first instanceof Replay replay) {
      RecoveryWay way = new ReplayedLog(partition, replay, services.store(), log);
      return new Recovery(partition, replay.loss(), way, false, services, log);
    }
    if (first instanceof Rebuild rebuild) {
      RecoveryWay way = new RebuiltState(partition, rebuild, services, log);
      return new Recovery(partition, rebuild.loss(), way, rebuild.mayReplay(), services, log);
    }
    throw new IllegalArgumentException("nothing was lost: " + first);
  }

  /** The progress of the recovery. */
  RecoveryProgress progress() {
    return way.progress();
  }

  /** Takes a step as {@link RecoveryWay#step} does. */
  boolean step(Duration longest) {
    boolean done = isDone(longest);
    long now = services.clock().nanos();
    long ms = Duration.ofNanos(now - began).toMillis();
    if (done) {
      services.meters().recovered(loss.cause(), way.records(), Duration.ofNanos(now - began));
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

  /** Takes a step; if the events cannot lead to the state, it tries the commands. */
  private boolean isDone(Duration longest) {
    try {
      return way.step(longest);
    } catch (HaltedException e) {
      if (!mayReplay) {
        throw e;
      }
      mayReplay = false;
      way.close();
      way = new ReplayedLog(partition, new Replay(loss), services.store(), log);
      LOG.warn("{}. {}", HaltText.fact(e.halt()), way.what());
      return false;
    }
  }

  /** Ends the recovery at any step. */
  void close() {
    way.close();
  }
}
