package io.lockarbiter.webdav;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.schema.Topic;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the events of all partitions, without a group, from eleven minutes before the latest of
 * each. A question is answered once the reader has come to where the log ended when it was asked,
 * so a lock that another server has just been granted is known. It begins anew after any failure.
 */
public final class KafkaLockView implements LockView {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaLockView.class);
  private static final Duration LOOK_BACK = Duration.ofMinutes(11);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final long RETRY_MS = 1_000;

  private final Map<String, Object> settings;
  private final String topic;
  private final Admin admin;
  private final Thread thread = new Thread(this::run, "webdav-events");

  /** Offsets up to which each partition is read; empty while nothing is. Its monitor guards it. */
  private final Map<Integer, Long> read = new HashMap<>();

  /** Is read now. Whoever asked keeps the one that it got, even if another reading begins. */
  private volatile LockTable table = new LockTable();

  private volatile boolean closed;

  private KafkaLockView(LockClientOptions options) {
    settings = new HashMap<>(options.kafka());
    settings.put("isolation.level", "read_committed");
    settings.put("auto.offset.reset", "none");
    settings.put("enable.auto.commit", "false");
    settings.put("allow.auto.create.topics", "false");
    settings.remove("group.id");
    topic = options.topicPrefix() + Topic.EVENTS.text();
    admin = Admin.create(new HashMap<>(options.kafka()));
    thread.setDaemon(true);
  }

  /**
   * Begins to read. Does not wait for a broker.
   *
   * @param options only Kafka's settings and the topic prefix are used
   */
  public static KafkaLockView open(LockClientOptions options) {
    KafkaLockView view = new KafkaLockView(options);
    view.thread.start();
    return view;
  }

  @Override
  public LockTable now(String account) throws IOException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    try {
      synchronized (read) {
        while (read.isEmpty()) {
          await(until);
        }
      }
      int partition = AccountHash.partition(account, partitions());
      long end = end(new TopicPartition(topic, partition));
      LockTable now;
      synchronized (read) {
        while (read.getOrDefault(partition, 0L) < end) {
          await(until);
        }
        now = table;
      }
      now.requireWhole();
      return now;
    } catch (InterruptedException e) {
      throw Interrupted.of(e);
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      throw new AwayException(topic + " cannot be read, so nobody knows who has locked what", e);
    }
  }

  private int partitions() {
    synchronized (read) {
      return Math.max(1, read.size());
    }
  }

  private void await(long until) throws InterruptedException, IOException {
    long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
    if (left <= 0 || closed) {
      throw new AwayException(
          "%s was not read to its end within %d s, so nobody knows who has locked what"
              .formatted(topic, PATIENCE.toSeconds()),
          /* cause= */ null);
    }
    read.wait(left);
  }

  private long end(TopicPartition partition)
      throws InterruptedException, ExecutionException, TimeoutException {
    return admin
        .listOffsets(
            Map.of(partition, OffsetSpec.latest()),
            new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
        .partitionResult(partition)
        .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .offset();
  }

  private void run() {
    while (!closed) {
      try (Consumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        follow(consumer);
      } catch (RuntimeException | Error e) { // otherwise nobody would notice that nothing is read
        if (!closed) {
          LOG.warn(
              "{} cannot be read, so requests with lock tokens are refused; trying again: {}",
              topic,
              e.toString());
          pause();
        }
      }
    }
  }

  private void follow(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic, PATIENCE).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    if (partitions.isEmpty()) {
      throw new IllegalStateException("the topic does not exist; start an arbiter first");
    }
    consumer.assign(partitions);
    seek(consumer, partitions);
    synchronized (read) {
      partitions.forEach(each -> read.put(each.partition(), 0L));
    }
    try {
      while (!closed) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          see(record);
        }
        reached(consumer, partitions);
      }
    } catch (WakeupException e) {
      LOG.trace("closed");
    } finally {
      synchronized (read) {
        read.clear();
        table = new LockTable();
      }
    }
  }

  private void reached(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    synchronized (read) {
      for (TopicPartition partition : partitions) {
        read.put(partition.partition(), consumer.position(partition, PATIENCE));
      }
      read.notifyAll();
    }
  }

  private void seek(Consumer<byte[], byte[]> consumer, Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> from = new HashMap<>();
    newest(partitions).forEach((each, at) -> from.put(each, at - LOOK_BACK.toMillis()));
    Map<TopicPartition, OffsetAndTimestamp> found = consumer.offsetsForTimes(from, PATIENCE);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, PATIENCE);
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp first = found.get(partition);
      consumer.seek(partition, first == null ? ends.getOrDefault(partition, 0L) : first.offset());
    }
  }

  /** The times of the latest events: this machine's clock plays no part. */
  private Map<TopicPartition, Long> newest(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.forEach(each -> asked.put(each, OffsetSpec.maxTimestamp()));
    ListOffsetsResult answer = admin.listOffsets(asked);
    Map<TopicPartition, Long> times = new HashMap<>();
    try {
      for (TopicPartition each : partitions) {
        long at =
            answer
                .partitionResult(each)
                .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .timestamp();
        if (at >= 0) {
          times.put(each, at);
        }
      }
      return times;
    } catch (ExecutionException | TimeoutException e) {
      throw new KafkaException("the times of the latest events cannot be learnt", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  private void see(ConsumerRecord<byte[], byte[]> record) {
    try {
      table.see(EventCodec.decode(record.value()));
    } catch (IllegalArgumentException e) {
      LOG.warn(
          "partition={} offset={} of {} is no event; it is passed over",
          record.partition(),
          record.offset(),
          topic);
    }
  }

  private void pause() {
    try {
      Thread.sleep(RETRY_MS);
    } catch (InterruptedException e) {
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    admin.close(Duration.ZERO);
  }
}
