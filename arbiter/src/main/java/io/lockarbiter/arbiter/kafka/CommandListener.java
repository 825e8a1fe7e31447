package io.lockarbiter.arbiter.kafka;

import io.lockarbiter.arbiter.partition.AssignedPartition;
import io.lockarbiter.arbiter.partition.PartitionServices;
import io.lockarbiter.arbiter.partition.PartitionWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.WakeupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One listener thread: polls for its partitions, hands the records to their workers, pauses and
 * resumes. It decides and commits nothing, and waits only for the worker of a partition that
 * leaves, and only briefly.
 */
final class CommandListener implements Runnable, ConsumerRebalanceListener {
  private static final Logger LOG = LoggerFactory.getLogger(CommandListener.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration REST = Duration.ofSeconds(1);
  private static final Duration REST_WITHOUT_RIGHTS = Duration.ofSeconds(10);

  /**
   * The longest wait for a worker at a hand-over. Publishing a batch takes less; a slower worker is
   * fenced by the next owner.
   */
  private static final Duration HAND_OVER = Duration.ofMillis(250);

  private static final int REST_PER_POLL = 12;
  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  private static final Duration CLOSE = Duration.ofSeconds(5);

  private final PartitionServices services;
  private final KafkaServices kafka;
  private final Consumer<byte[], byte[]> consumer;
  private final GroupMembership group;
  private final Duration lastBatch;
  private final TreeMap<Integer, Assignment> assigned = new TreeMap<>();
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Runnable died;
  private int resumed = -1;

  /**
   * A listener that has not subscribed yet.
   *
   * @param lastBatch the longest wait for batches in hand when it stops
   * @param died runs if this thread or a worker's ends by itself
   */
  CommandListener(
      PartitionServices services,
      KafkaServices kafka,
      Consumer<byte[], byte[]> consumer,
      Duration lastBatch,
      Runnable died) {
    this.services = services;
    this.kafka = kafka;
    this.consumer = consumer;
    this.group = new GroupMembership(consumer, kafka.answered());
    this.lastBatch = lastBatch;
    this.died = died;
  }

  @Override
  public void run() {
    try {
      consumer.subscribe(List.of(kafka.topics().commands()), this);
      while (!isStopping()) {
        turn();
      }
    } catch (RuntimeException | Error e) {
      // Counted first, because whatever broke this thread may break the log, too.
      died.run();
      LOG.error(
          "{} dies; other threads take its partitions. Fix: restart this instance; liveness says so too",
          Thread.currentThread().getName(),
          e);
    } finally {
      release(List.copyOf(assigned.keySet()), lastBatch);
      consumer.close(CloseOptions.timeout(CLOSE));
    }
  }

  /** Polls once and hands the records over. */
  void turn() {
    try {
      group.beforePoll();
      steer();
      long begin = System.nanoTime();
      ReadRecords read = kafka.polls().poll(consumer, POLL, ReadRecords::of);
      Duration rest = restAfter(Duration.ofNanos(System.nanoTime() - begin));
      group.afterPoll();
      for (Assignment each : assigned.values()) {
        each.log().read(read.in(each.log().commands()), consumer);
        if (read.heavy().contains(each.log().commands())) {
          each.log().rest(rest);
        }
      }
    } catch (WakeupException e) {
      LOG.trace("woken", e);
    } catch (InvalidOffsetException e) {
      failed(e);
    } catch (AuthenticationException | AuthorizationException e) {
      LOG.error(
          "Kafka refuses to let this arbiter read: {}; nothing is decided here. Fix: grant Read on the topic and the group, see the README; tried again every {} s",
          e.getMessage(),
          REST_WITHOUT_RIGHTS.toSeconds());
      rest(REST_WITHOUT_RIGHTS);
    } catch (InconsistentGroupProtocolException e) {
      // A stranger was there first: GroupWatch says so, once for all listeners.
      LOG.debug("the group lets no arbiter in", e);
      rest(REST);
    } catch (RuntimeException e) {
      LOG.warn("a poll failed; trying again", e);
      rest(REST);
    }
  }

  /**
   * The time for which a partition is not read after a poll that brought many headers from it.
   * Otherwise such polls of a few partitions would take most of the time of all others.
   */
  private static Duration restAfter(Duration poll) {
    Duration rest = poll.multipliedBy(REST_PER_POLL);
    return rest.compareTo(LONGEST_REST) < 0 ? rest : LONGEST_REST;
  }

  /**
   * Pauses and resumes partitions. While consumers take turns, one at a time is resumed, because
   * records of a paused partition may wait in the consumer, and one poll would decode them all.
   */
  private void steer() {
    List<Assignment> inTurn = new ArrayList<>(assigned.tailMap(resumed, false).values());
    inTurn.addAll(assigned.headMap(resumed, true).values());
    boolean one = kafka.polls().takesTurns();
    boolean mayResume = true;
    for (Assignment each : inTurn) {
      if (each.log().steer(consumer, mayResume)) {
        resumed = each.log().commands().partition();
        mayResume = !one;
      }
    }
  }

  /** Restarts the partitions that a failed poll concerns; others go on. */
  private void failed(InvalidOffsetException failure) {
    for (TopicPartition partition : failure.partitions()) {
      Assignment owner = assigned.get(partition.partition());
      if (owner != null) {
        owner.log().fail(failure);
      }
    }
  }

  private void rest(Duration pause) {
    try {
      boolean stopped = stopping.await(pause.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("goes on, stopped={}", stopped);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      int number = partition.partition();
      ConsumedPartition log = new ConsumedPartition(kafka, group, number);
      log.assigned(consumer);
      PartitionWorker worker =
          new PartitionWorker(
              new AssignedPartition(services, log, number),
              kafka.deployment() + "-partition-" + number,
              died);
      assigned.put(number, new Assignment(log, worker));
      worker.start();
    }
  }

  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    release(partitions.stream().map(TopicPartition::partition).toList(), HAND_OVER);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    release(partitions.stream().map(TopicPartition::partition).toList(), Duration.ZERO);
  }

  /** Lets workers finish their batches in hand, all at the same time. */
  private void release(List<Integer> partitions, Duration longest) {
    List<Assignment> released =
        partitions.stream().map(assigned::remove).filter(each -> each != null).toList();
    for (Assignment each : released) {
      each.worker().stop();
      each.log().close();
    }
    long deadline = System.nanoTime() + longest.toNanos();
    for (Assignment each : released) {
      each.worker().await(Duration.ofNanos(deadline - System.nanoTime()));
    }
  }

  /** Ends the thread after its turn. */
  void stop() {
    stopping.countDown();
    consumer.wakeup();
  }

  private boolean isStopping() {
    return stopping.getCount() == 0;
  }

  private record Assignment(ConsumedPartition log, PartitionWorker worker) {}
}
