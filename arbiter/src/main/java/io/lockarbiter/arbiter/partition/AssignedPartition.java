package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition from its assignment to its revocation: finds its start position, hands batches to
 * its pipeline, and restarts after every failure. While it does not run, its log is paused. Used by
 * one thread, its {@link PartitionWorker}.
 */
public final class AssignedPartition {
  private static final Logger LOG = LoggerFactory.getLogger(AssignedPartition.class);
  private static final Duration LONGEST_TURN = Duration.ofSeconds(1);
  private static final Duration UNTIL_CAUGHT_UP = Duration.ofMillis(50);

  private final PartitionServices services;
  private final PartitionLog log;
  private final int partition;
  private final PartitionStatuses.Entry entry;
  private final ToldHalts halts;
  private final NextStart nextStart;
  private final SettingsProposal proposal;
  private @Nullable EventPublisher publisher;
  private final PausedLag pausedLag;
  private @Nullable PartitionPipeline pipeline;
  private @Nullable Recovery recovery;
  private long turnBegan;
  private Gathering gathering = Gathering.NONE;
  private boolean outdated;
  private long endAtStart;
  private long nextOffset = PausedLag.UNKNOWN;

  /** A partition just assigned, whose log is paused. */
  public AssignedPartition(PartitionServices services, PartitionLog log, int partition) {
    long now = services.clock().nanos();
    this.services = services;
    this.log = log;
    this.partition = partition;
    this.entry = services.statuses().open(partition);
    this.halts = new ToldHalts(partition, services, entry);
    this.nextStart = new NextStart(now);
    this.pausedLag = new PausedLag(log, entry, now);
    this.proposal = new SettingsProposal(partition, services);
  }

  /** The present state. */
  public PartitionState state() {
    return entry.status().state();
  }

  /** Does the work that is due, or waits briefly for it. */
  public void turn() {
    turnBegan = services.clock().nanos();
    switch (recovery == null ? state() : PartitionState.RECOVERING) {
      case RUNNING -> {
        decideNext();
        attend();
      }
      case STARTING, RETRYING, HALTED -> {
        if (nextStart.isDue(turnBegan, log.confirmations())) {
          start();
        } else {
          rest(Duration.ofNanos(Math.max(untilAttempt(), UNTIL_CAUGHT_UP.toNanos())));
        }
      }
      case RECOVERING -> bringBack();
    }
  }

  /** Nanoseconds until the next attempt to start; only valid while nothing is decided. */
  public long untilAttempt() {
    return nextStart.remaining(services.clock().nanos());
  }

  /** Tries to start from the facts of Kafka and Redis. */
  private void start() {
    long begin = services.clock().nanos();
    if (partition >= services.settings().get(Setting.PARTITIONS)) {
      halt(HaltText.partitions(partition, services.settings().get(Setting.PARTITIONS)));
      return;
    }
    try {
      // Checks, before it fences anybody, that the state is this log's and that the store answers.
      String foreign = services.store().foreignIdentity(partition);
      if (foreign != null) {
        halts.see(foreign);
        halt(HaltText.foreign(partition, foreign));
        return;
      }
      EventPublisher opened = log.openPublisher();
      publisher = opened;
      StartFacts facts = log.facts();
      halts.see(facts.standing());
      if (facts.commit() instanceof Commit.Known known) {
        nextOffset = Math.max(nextOffset, known.offset());
      }
      endAtStart = facts.commands().end();
      FirstStep first = StartRule.decide(facts);
      if (first instanceof Start start) {
        run(opened, start, hasBareCommit(facts));
        services.meters().started(Duration.ofNanos(services.clock().nanos() - begin));
      } else {
        recover(Recovery.begin(partition, first, services, log));
      }
    } catch (HaltedException e) {
      halt(e.halt());
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /** A partition in which nothing was decided needs no commit. */
  private static boolean hasBareCommit(StartFacts facts) {
    return facts.commit() instanceof Commit.Missing
        && facts.header() != null
        && facts.header().appliedOffset() >= 0;
  }

  private void run(EventPublisher opened, Start start, boolean bareCommit) {
    PartitionPipeline next = new PartitionPipeline(partition, start, endAtStart, opened, services);
    PartitionProgress resumed = next.resume();
    if (bareCommit) {
      next.commitAgain();
    }
    published(resumed);
    if (start.warning() != null) {
      LOG.warn(start.warning());
    }
    LOG.info(
        "partition={} runs: offset={} publishedSeq={} failedAttempts={}",
        partition,
        start.position(),
        start.publishedSeq(),
        nextStart.failures());
    pipeline = next;
    log.readFrom(start.position());
  }

  /**
   * Begins a recovery. Nothing is published until the state is back, so no other instance needs to
   * be kept out. One that has ended in a halt is tried again in silence while the facts are the
   * same.
   */
  private void recover(Recovery begun) {
    release();
    recovery = begun;
    if (!halts.isOnTheSameFacts()) {
      begun.tell();
      entry.post(entry.status().recovering(begun.progress()));
    }
  }

  /** Feeds the store the next part of the lost data. */
  private void bringBack() {
    try {
      pausedLag.look(nextOffset, turnBegan);
      if (recovery != null && recovery.step(LONGEST_TURN)) {
        stop();
        doubtIfLongAway();
        entry.post(PartitionStatus.starting(partition));
      } else if (recovery != null && state() == PartitionState.RECOVERING) {
        entry.post(entry.status().recovering(recovery.progress()));
      }
    } catch (HaltedException e) {
      halt(e.halt());
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /** Decides and publishes the gathered records, or waits for the next one. */
  private void decideNext() {
    try {
      Batch batch = log.take(isSettled() ? LONGEST_TURN : UNTIL_CAUGHT_UP, gathering);
      if (batch == null) {
        if (pipeline != null) {
          pipeline.follow(log);
          pipeline.lookAround(log);
        }
        nextStart.succeed();
      } else if (pipeline != null) {
        long begin = services.clock().nanos();
        int records = batch.records().size();
        PartitionProgress progress = pipeline.process(batch, log.hasMore(records));
        gathering = Gathering.after(records, Duration.ofNanos(services.clock().nanos() - begin));
        if (progress != null) {
          nextStart.succeed();
          outdated = false;
          published(progress);
        }
      }
    } catch (HaltedException e) {
      halt(e.halt());
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /** Says whether it only has to wait for records. */
  private boolean isSettled() {
    PartitionProgress progress = entry.status().progress();
    return progress != null
        && !proposal.isNeeded(progress.header().settings(), progress.hasLocks());
  }

  private void published(PartitionProgress progress) {
    nextOffset = progress.nextOffset();
    entry.post(entry.status().running(progress));
  }

  /** Attends to the lag, and to the settings once all records are read. */
  private void attend() {
    if (pipeline == null) {
      return;
    }
    PartitionStatus status = entry.status();
    long lag = log.lag().orElse(status.lag());
    if (lag != status.lag()) {
      entry.post(status.withLag(lag));
    }
    PartitionProgress progress = status.progress();
    if (progress != null
        && proposal.isNeeded(progress.header().settings(), progress.hasLocks())
        && (nextOffset >= endAtStart || log.hasRead(endAtStart))) {
      proposal.offer(progress.header(), progress.hasLocks(), services.clock().nanos());
    }
  }

  /** Waits; while it cannot read records, it counts them at least. */
  private void rest(Duration pause) {
    pausedLag.look(nextOffset, services.clock().nanos());
    try {
      log.take(pause.compareTo(LONGEST_TURN) < 0 ? pause : LONGEST_TURN, Gathering.NONE);
    } catch (RuntimeException e) {
      LOG.debug("partition={} does not run anyway", partition, e);
    }
  }

  /** Restarts after a failure that may be temporary. */
  private void fail(RuntimeException cause) {
    Failure failure = Failure.of(cause, log);
    boolean fencedInVain = pipeline == null && (publisher != null || recovery != null);
    boolean isLeft = pipeline == null || !failure.isOfTheStore() || pipeline.leave(log);
    if (failure.kind() == FailureKind.TAKEN_OVER || fencedInVain || !isLeft) {
      nextStart.doubt(log.confirmations());
    }
    doubtIfLongAway();
    failure.tell(partition, nextStart.failures());
    services.meters().restarting(failure.kind());
    retry(failure.what());
  }

  private void doubtIfLongAway() {
    if (NextStart.isLongAway(services.clock().nanos() - turnBegan)) {
      nextStart.doubt(log.confirmations());
    }
  }

  private void retry(String why) {
    nextStart.fail(services.clock().nanos());
    stop();
    if (state() != PartitionState.HALTED) {
      entry.post(entry.status().retrying(why));
    }
  }

  /**
   * Halts, and checks from time to time whether the cause is gone. A partition that was running
   * reads all facts once more first, because its knowledge may be outdated, and the message must
   * name the present facts. So does one that Redis told of a later publication: another instance
   * may have taken over.
   */
  private void halt(Halt halt) {
    boolean wasRunning = pipeline != null;
    boolean isLeft = pipeline == null || pipeline.leave(log);
    if (halt.reason() == HaltReason.STALE || !isLeft) {
      nextStart.doubt(log.confirmations());
    }
    if (!outdated && (halt.reason() == HaltReason.STALE || wasRunning && halt.reason().mayPass())) {
      outdated = true;
      retry(halt.message());
      return;
    }
    stop();
    halts.tell(halt, nextStart.halt(halt.reason(), services.clock().nanos(), log.confirmations()));
  }

  private void stop() {
    log.pause();
    release();
  }

  private void release() {
    pipeline = null;
    Recovery begun = recovery;
    recovery = null;
    if (begun != null) {
      begun.close();
    }
    EventPublisher open = publisher;
    publisher = null;
    if (open != null) {
      open.close();
    }
  }

  /** Ends, because another instance owns the partition. */
  public void close() {
    if (pipeline != null) {
      pipeline.leave(log);
    }
    release();
    entry.close();
  }

  /** Ends for a reason that no other attempt would mend; the status stays visible. */
  void abandon(Throwable why) {
    entry.post(entry.status().retrying("its thread died: " + why));
    release();
  }
}
