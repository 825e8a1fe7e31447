package io.lockarbiter.arbiter.ingest;

import io.lockarbiter.arbiter.decide.PartitionBoard;
import io.lockarbiter.arbiter.decide.PartitionPipeline;
import io.lockarbiter.arbiter.decide.PartitionState;
import io.lockarbiter.arbiter.decide.PartitionStatus;
import io.lockarbiter.arbiter.decide.Step;
import io.lockarbiter.arbiter.publish.EventPublisher;
import io.lockarbiter.arbiter.recover.Commit;
import io.lockarbiter.arbiter.recover.Halt;
import io.lockarbiter.arbiter.recover.HaltText;
import io.lockarbiter.arbiter.recover.LogReader;
import io.lockarbiter.arbiter.recover.StartDecision;
import io.lockarbiter.arbiter.recover.StartDecision.Start;
import io.lockarbiter.arbiter.recover.StartFacts;
import io.lockarbiter.arbiter.recover.StartRule;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition from its assignment to its revocation: resolves where it goes on, hands batches to
 * its pipeline, and starts anew after every failure. While it does not run, the consumer is paused
 * for it. Used by the listener thread alone.
 */
final class AssignedPartition {
  private static final Logger LOG = LoggerFactory.getLogger(AssignedPartition.class);
  private static final Duration LAG_TIMEOUT = Duration.ofMillis(500);
  private static final long UNKNOWN = -1;

  private final PartitionServices services;
  private final int partition;
  private final TopicPartition topicPartition;
  private final PartitionBoard.Entry entry;
  private final Backoff backoff;
  private final GenerationGate gate = new GenerationGate();
  private final SettingsProposal proposal;
  private @Nullable EventPublisher publisher;
  private @Nullable PartitionPipeline pipeline;
  private boolean outdated;
  private long endAtStart;
  private long nextOffset = UNKNOWN;

  AssignedPartition(PartitionServices services, int partition) {
    long now = services.clock().nanos();
    this.services = services;
    this.partition = partition;
    this.topicPartition = services.topics().commands(partition);
    this.entry = services.board().open(partition);
    this.backoff = new Backoff(now);
    this.proposal = new SettingsProposal(partition, services.settings(), services.appender(), now);
  }

  PartitionState state() {
    return entry.status().state();
  }

  /** Claims that the group refused a commit and the consumer has not yet learnt why. */
  boolean isWaitingForGroup(Consumer<?, ?> consumer) {
    return gate.isClosed(consumer.groupMetadata().generationId(), services.clock().nanos());
  }

  /** Nanoseconds until the next attempt to start is due; only while starting or retrying. */
  long untilAttempt() {
    return backoff.remaining(services.clock().nanos());
  }

  /**
   * Keeps the consumer from reading before the start position is known. Any position will do, as
   * without one a poll would fail.
   */
  void hold(Consumer<?, ?> consumer) {
    consumer.pause(Set.of(topicPartition));
    consumer.seek(topicPartition, 0);
  }

  /** Tries to start from what Kafka and Redis say. */
  void start(Consumer<?, ?> consumer, LogReader logs) {
    if (partition >= services.settings().partitions()) {
      halt(consumer, HaltText.partitions(partition, services.settings().partitions()));
      return;
    }
    try {
      services.store().header(partition); // if the store is silent, find out before the long way
      EventPublisher opened = services.publishers().open(partition, consumer::groupMetadata);
      publisher = opened;
      StartFacts facts = services.facts().read(consumer, logs, partition);
      if (facts.commit() instanceof Commit.Known known) {
        nextOffset = known.offset();
      }
      StartDecision decision = StartRule.decide(facts);
      if (decision instanceof StartDecision.Stop stop) {
        halt(consumer, stop.halt());
      } else {
        endAtStart = facts.commands().end();
        run(consumer, opened, (Start) decision);
      }
    } catch (RuntimeException e) {
      fail(consumer, e);
    }
  }

  private void run(Consumer<?, ?> consumer, EventPublisher opened, Start start) {
    PartitionPipeline next =
        new PartitionPipeline(
            partition,
            start,
            services.store(),
            opened,
            services.codec(),
            services.meters(),
            services.clock());
    if (!take(consumer, next.resume(start.position()), start.position())) {
      return;
    }
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
    consumer.seek(topicPartition, start.position());
    consumer.resume(Set.of(topicPartition));
  }

  /** Decides and publishes records; drops them if the partition does not run. */
  void accept(Consumer<?, ?> consumer, List<ConsumerRecord<byte[], byte[]>> records) {
    if (pipeline == null) {
      return;
    }
    try {
      long after = records.get(records.size() - 1).offset() + 1;
      take(consumer, pipeline.process(BatchReader.read(records)), after);
    } catch (PartitionHaltException e) {
      halt(consumer, e.halt());
    } catch (RuntimeException e) {
      fail(consumer, e);
    }
  }

  /** Claims that the records before {@code after} are published. */
  private boolean take(Consumer<?, ?> consumer, Step step, long after) {
    if (step instanceof Step.Published published) {
      outdated = false;
      nextOffset = after;
      entry.post(entry.status().running(published.progress()));
      return true;
    }
    if (step instanceof Step.Outdated once && !outdated) {
      outdated = true;
      retry(consumer, once.ifAgain().message());
    } else {
      halt(
          consumer,
          step instanceof Step.Outdated again ? again.ifAgain() : ((Step.Halted) step).halt());
    }
    return false;
  }

  /** What is to do beside the records: the lag, and the settings once all is read. */
  void attend(Consumer<?, ?> consumer) {
    if (pipeline == null) {
      return;
    }
    PartitionStatus status = entry.status();
    long lag = consumer.currentLag(topicPartition).orElse(status.lag());
    if (lag != status.lag()) {
      entry.post(status.withLag(lag));
    }
    if (status.progress() != null && !proposal.isDone() && hasCaughtUp(consumer)) {
      proposal.offer(status.progress().header().settings(), services.clock().nanos());
    }
  }

  private boolean hasCaughtUp(Consumer<?, ?> consumer) {
    try {
      return consumer.position(topicPartition, Duration.ZERO) >= endAtStart;
    } catch (TimeoutException e) {
      return false; // the position is being validated
    }
  }

  /** Finds the lag of a partition that is not read. */
  void attendPaused(LogReader logs) {
    if (nextOffset != UNKNOWN) {
      long end = logs.end(topicPartition, LAG_TIMEOUT);
      entry.post(entry.status().withLag(Math.max(0, end - nextOffset)));
    }
  }

  /** Starts anew after a failure that may pass. */
  void fail(Consumer<?, ?> consumer, RuntimeException failure) {
    String what = failure.getClass().getSimpleName() + ": " + failure.getMessage();
    if (isTakeover(failure)) {
      LOG.info(
          "partition={}: another instance takes over, or the group changes: {}", partition, what);
    } else if (!(failure instanceof KafkaException
        || failure instanceof StoreUnavailableException)) {
      LOG.error("partition={}: unexpected failure; trying again", partition, failure);
    } else if (backoff.failures() == 0) {
      LOG.warn("partition={}: {}; nothing is lost, trying again", partition, what);
    } else {
      LOG.debug("partition={}: {}", partition, what, failure);
    }
    if (failure instanceof CommitFailedException) {
      gate.close(consumer.groupMetadata().generationId(), services.clock().nanos());
      await(consumer, what);
    } else {
      retry(consumer, what);
    }
  }

  /** Claims that the failure is what every change of the group may cause. */
  private static boolean isTakeover(RuntimeException failure) {
    return failure instanceof CommitFailedException
        || failure instanceof ProducerFencedException
        || failure instanceof InvalidProducerEpochException;
  }

  private void retry(Consumer<?, ?> consumer, String why) {
    backoff.fail(services.clock().nanos());
    await(consumer, why);
  }

  private void await(Consumer<?, ?> consumer, String why) {
    stop(consumer);
    entry.post(entry.status().retrying(why));
  }

  private void halt(Consumer<?, ?> consumer, Halt halt) {
    stop(consumer);
    entry.post(entry.status().halted(halt));
    LOG.error("{}: {}", halt.reason(), halt.message());
  }

  private void stop(Consumer<?, ?> consumer) {
    consumer.pause(Set.of(topicPartition));
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
  void close() {
    closePublisher();
    entry.close();
  }
}
