package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition from its assignment to its revocation: resolves where it goes on, hands batches to
 * its pipeline, and starts anew after every failure. While it does not run, its log is paused. Used
 * by one thread.
 */
public final class AssignedPartition {
  private static final Logger LOG = LoggerFactory.getLogger(AssignedPartition.class);
  private static final Duration LAG_TIMEOUT = Duration.ofMillis(500);
  private static final long UNKNOWN = -1;

  private final PartitionServices services;
  private final PartitionLog log;
  private final int partition;
  private final PartitionStatuses.Entry entry;
  private final Backoff backoff;
  private final RefusedGeneration refused = new RefusedGeneration();
  private final SettingsProposal proposal;
  private @Nullable EventPublisher publisher;
  private @Nullable PartitionPipeline pipeline;
  private boolean outdated;
  private long endAtStart;
  private long nextOffset = UNKNOWN;

  /** A partition just assigned, whose log is paused. */
  public AssignedPartition(PartitionServices services, PartitionLog log, int partition) {
    long now = services.clock().nanos();
    this.services = services;
    this.log = log;
    this.partition = partition;
    this.entry = services.statuses().open(partition);
    this.backoff = new Backoff(now);
    this.proposal = new SettingsProposal(partition, services.settings(), services.appender(), now);
  }

  /** How it fares. */
  public PartitionState state() {
    return entry.status().state();
  }

  /** Claims that an attempt to start is due, as far as this partition is concerned. */
  public boolean isDue() {
    return (state() == PartitionState.STARTING || state() == PartitionState.RETRYING)
        && untilAttempt() <= 0
        && !isWaitingForGroup();
  }

  /** Nanoseconds until the next attempt to start is due; only while starting or retrying. */
  public long untilAttempt() {
    return backoff.remaining(services.clock().nanos());
  }

  /** Claims that the group refused a commit and the consumer has not yet learnt why. */
  private boolean isWaitingForGroup() {
    return refused.isClosed(log.generation(), services.clock().nanos());
  }

  /** Tries to start from what Kafka and Redis say. */
  public void start() {
    if (partition >= services.settings().get(Setting.PARTITIONS)) {
      halt(HaltText.partitions(partition, services.settings().get(Setting.PARTITIONS)));
      return;
    }
    try {
      services.store().header(partition); // if the store is silent, find out before the long way
      EventPublisher opened = log.openPublisher();
      publisher = opened;
      StartFacts facts = log.facts();
      if (facts.commit() instanceof Commit.Known known) {
        nextOffset = known.offset();
      }
      Start start = StartRule.decide(facts);
      endAtStart = facts.commands().end();
      run(opened, start);
    } catch (HaltedException e) {
      halt(e.halt());
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void run(EventPublisher opened, Start start) {
    PartitionPipeline next = new PartitionPipeline(partition, start, opened, services);
    published(next.resume(start.position()), start.position());
    if (start.warning() != null) {
      LOG.warn(start.warning());
    }
    LOG.info(
        "partition={} runs: offset={} publishedSeq={} failedAttempts={}",
        partition,
        start.position(),
        start.publishedSeq(),
        backoff.failures());
    backoff.succeed();
    pipeline = next;
    log.readFrom(start.position());
  }

  /** Decides and publishes a batch; leaves it unread if the partition does not run. */
  public void accept(Supplier<Batch> unread) {
    if (pipeline == null) {
      return;
    }
    try {
      Batch batch = unread.get();
      published(pipeline.process(batch), batch.last().offset() + 1);
    } catch (HaltedException e) {
      halt(e.halt());
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  /** Notes that the records before {@code after} are published. */
  private void published(PartitionProgress progress, long after) {
    outdated = false;
    nextOffset = after;
    entry.post(entry.status().running(progress));
  }

  /** What is to do beside the records: the lag, and the settings once all is read. */
  public void attend() {
    if (pipeline == null) {
      return;
    }
    PartitionStatus status = entry.status();
    long lag = log.lag().orElse(status.lag());
    if (lag != status.lag()) {
      entry.post(status.withLag(lag));
    }
    if (status.progress() != null && !proposal.isDone() && log.hasRead(endAtStart)) {
      proposal.offer(status.progress().header().settings(), services.clock().nanos());
    }
  }

  /** Finds the lag of a partition that is not read. */
  public void attendPaused() {
    if (nextOffset != UNKNOWN) {
      entry.post(entry.status().withLag(Math.max(0, log.end(LAG_TIMEOUT) - nextOffset)));
    }
  }

  /** Starts anew after a failure that may pass. */
  public void fail(RuntimeException failure) {
    String what = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    FailureKind kind =
        failure instanceof StoreUnavailableException ? FailureKind.PASSING : log.kind(failure);
    switch (kind) {
      case TAKEN_OVER, REFUSED_BY_GROUP ->
          LOG.info(
              "partition={}: another instance takes over, or the group changes: {}",
              partition,
              what);
      case UNEXPECTED ->
          LOG.error("partition={}: unexpected failure; trying again", partition, failure);
      case PASSING -> {
        if (backoff.failures() == 0) {
          LOG.warn("partition={}: {}; nothing is lost, trying again", partition, what);
        } else {
          LOG.debug("partition={}: {}", partition, what, failure);
        }
      }
    }
    if (kind == FailureKind.REFUSED_BY_GROUP) {
      refused.close(log.generation(), services.clock().nanos());
      await(what);
    } else {
      retry(what);
    }
  }

  private void retry(String why) {
    backoff.fail(services.clock().nanos());
    await(why);
  }

  private void await(String why) {
    stop();
    entry.post(entry.status().retrying(why));
  }

  /** Stands still; but reads the committed position once more if that alone is outdated. */
  private void halt(Halt halt) {
    if (halt.reason() == HaltReason.STALE && !outdated) {
      outdated = true;
      retry(halt.message());
      return;
    }
    stop();
    entry.post(entry.status().halted(halt));
    LOG.error("{}: {}", halt.reason(), halt.message());
  }

  private void stop() {
    log.pause();
    closePublisher();
  }

  private void closePublisher() {
    pipeline = null;
    EventPublisher open = publisher;
    publisher = null;
    if (open != null) {
      open.close();
    }
  }

  /** Ends: the partition is another's. */
  public void close() {
    closePublisher();
    entry.close();
  }
}
