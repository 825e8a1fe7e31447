package io.lockarbiter.client.kafka;

import io.lockarbiter.client.ask.AddressFilter;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.client.ask.RepeatHeader;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.schema.EventHeader;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the requested partitions of {@code lock.events}, each from its end at the time of the
 * request, on one thread, and passes on the events that concern one client: it is an asker as in
 * {@code WIRE.md}, Reading the events. It belongs to no group, so no partition is ever taken away
 * from it. No partition is added, because their number is part of a deployment's identity.
 */
final class KafkaEventReader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaEventReader.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration CONNECT = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Consumer<byte[], byte[]> consumer;
  private final AddressFilter filter;
  private final String threadName;
  private final ReadPartitions partitions;
  private final ReadProgress progress;
  private final RepeatHeader repeatHeader = new RepeatHeader();
  private @Nullable Thread thread;
  private volatile boolean closed;
  private long joinAt = System.nanoTime();

  /** Finds the partitions; none is read yet. */
  KafkaEventReader(
      Consumer<byte[], byte[]> consumer, String topic, AddressFilter filter, String threadName) {
    this.consumer = consumer;
    this.filter = filter;
    List<TopicPartition> all =
        consumer.partitionsFor(topic, CONNECT).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (all.isEmpty()) {
      throw new IllegalStateException(
          "topic=%s does not exist, so nobody would answer; start an arbiter first, or set the topic prefix of its settings"
              .formatted(topic));
    }
    this.threadName = threadName;
    this.partitions = new ReadPartitions(consumer, all);
    this.progress = new ReadProgress(consumer, System::nanoTime);
  }

  /** Number of partitions of the topic. */
  int partitions() {
    return partitions.number();
  }

  /** Starts reading a partition as {@link io.lockarbiter.client.ask.ClientEdges#read} says. */
  void read(int partition, Runnable reading) {
    partitions.ask(partition, reading);
  }

  ReadProgress progress() {
    return progress;
  }

  void start(EventSink sink) {
    Thread reader = new Thread(() -> read(sink), threadName);
    reader.setDaemon(true);
    thread = reader;
    reader.start();
  }

  private void goToEnd(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, CONNECT);
    ends.forEach(consumer::seek);
  }

  private void read(EventSink sink) {
    try {
      while (!closed) {
        readOnce(sink);
      }
    } catch (InterruptException e) {
      LOG.debug("the client is closed");
    } finally {
      IdleFetch.close(consumer);
      progress.failed("the reader has ended");
    }
  }

  private void readOnce(EventSink sink) {
    try {
      join();
      if (partitions.isEmpty()) {
        idle();
        return;
      }
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      progress.polled(records);
      records.forEach(record -> deliver(record, sink));
    } catch (InvalidOffsetException e) {
      skip(e, sink);
    } catch (WakeupException e) {
      LOG.trace("more is to be read, or the client is closed");
    } catch (InterruptException e) {
      throw e;
    } catch (RuntimeException | Error e) { // otherwise nobody would notice that nothing is read
      LOG.warn(
          "cannot read events; leases end at their safe ends unless this passes. Look at the brokers and at this client's rights: {}",
          e.toString());
      progress.failed(e.toString());
      pause();
    }
  }

  private void join() {
    if (partitions.isAsked() && System.nanoTime() - joinAt >= 0) {
      String why = partitions.join();
      progress.notRead(why);
      joinAt = why == null ? joinAt : System.nanoTime() + POLL.toNanos();
    }
  }

  /**
   * Notes an idle poll without a line in the log, as no partition was requested so far; the health
   * shows it.
   */
  private void idle() {
    try {
      partitions.look();
      progress.idle();
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (KafkaException e) {
      progress.failed(e.toString());
    }
    try {
      partitions.awaitNext(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  /**
   * Continues from the end and asks for everything again, because the deleted events will not come.
   */
  private void skip(InvalidOffsetException e, EventSink sink) {
    LOG.warn(
        "events were deleted before they were read, partitions={}; going on from the end, asking again for everything open",
        e.partitions());
    try {
      goToEnd(e.partitions());
      sink.gap(String.valueOf(e.getMessage()));
    } catch (WakeupException again) {
      LOG.trace("the next poll finds them missing again");
    } catch (InterruptException closing) {
      throw closing;
    } catch (KafkaException again) {
      pause();
    }
  }

  private void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  private void deliver(ConsumerRecord<byte[], byte[]> record, EventSink sink) {
    Headers headers = record.headers();
    repeatHeader.see(record.partition(), EventHeaders.value(headers, EventHeader.REPEAT_MS), sink);
    if (!filter.concerns(
        EventHeaders.value(headers, EventHeader.REPLY_TO),
        EventHeaders.value(headers, EventHeader.LOCK_REPLY_TO),
        EventHeaders.value(headers, EventHeader.LOCK_ID))) {
      return;
    }
    try {
      sink.accept(EventCodec.decode(record.value()));
    } catch (RuntimeException | Error e) { // the records after it are still read
      LOG.warn(
          "partition={} offset={} is addressed to this client but cannot be read: {}; its command will be sent again",
          record.partition(),
          record.offset(),
          e.toString());
    }
  }

  @Override
  public void close() {
    closed = true;
    partitions.wakeUp();
    try {
      if (thread == null) {
        consumer.close();
      } else {
        thread.join(PATIENCE.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
