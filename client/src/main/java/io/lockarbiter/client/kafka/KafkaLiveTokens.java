package io.lockarbiter.client.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.fence.LiveTokens;
import io.lockarbiter.client.fence.PartitionTokens;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.schema.EventHeader;
import io.lockarbiter.contracts.schema.Topic;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads from {@code lock.events} which tokens may still be alive: the events of all clients, from
 * the longest lease back, on one thread and in no group. One reader for a guard is enough; each
 * client needs none of its own. Safe for use by many threads.
 */
public final class KafkaLiveTokens implements LiveTokens, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KafkaLiveTokens.class);
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Types of events that change no lease. */
  private static final Set<String> NO_LEASE =
      Set.of(EventType.QUEUED.text(), EventType.REJECTED.text());

  private final Consumer<byte[], byte[]> consumer;
  private final String topic;
  private final TokenPositions positions;
  private final Thread thread;
  private volatile List<PartitionTokens> partitions = List.of();
  private volatile boolean closed;
  private boolean toldUnreadable;

  KafkaLiveTokens(Consumer<byte[], byte[]> consumer, String topic, Clock clock, String name) {
    this.consumer = consumer;
    this.topic = topic;
    this.positions = new TokenPositions(consumer, clock);
    this.thread = new Thread(this::read, name);
    thread.setDaemon(true);
  }

  /**
   * Starts reading; tokens are known once it has caught up with the events. Does not wait for a
   * broker.
   *
   * @param options only Kafka's settings, the topic prefix and the name are used
   */
  public static KafkaLiveTokens open(LockClientOptions options) {
    String clientId = ClientAddress.of(options.name(), new SecureRandom()).replyTo() + "-tokens";
    KafkaLiveTokens tokens =
        new KafkaLiveTokens(
            new KafkaConsumer<>(
                new KafkaSettings(options.kafka(), clientId).consumer(),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer()),
            options.topicPrefix() + Topic.EVENTS.text(),
            Clock.systemUTC(),
            "live-tokens-" + options.name());
    tokens.start();
    return tokens;
  }

  void start() {
    thread.start();
  }

  @Override
  public OptionalLong lowest(String account) {
    List<PartitionTokens> all = partitions;
    return all.isEmpty()
        ? OptionalLong.empty()
        : all.get(AccountHash.partition(account, all.size())).lowest(account);
  }

  private void read() {
    try {
      while (!closed) {
        readOnce();
      }
    } catch (WakeupException | InterruptException e) {
      LOG.debug("closed");
    } finally {
      IdleFetch.close(consumer);
    }
  }

  private void readOnce() {
    try {
      if (partitions.isEmpty()) {
        begin();
      }
      poll();
      goBack();
    } catch (WakeupException | InterruptException e) {
      throw e;
    } catch (RuntimeException | Error e) { // otherwise nobody would notice that nothing is read
      LOG.warn(
          "cannot read events, so a fencing guard forgets less; trying again. Look at the brokers, at topic={} and at this client's rights: {}",
          topic,
          e.toString());
      pause();
    }
  }

  private void begin() {
    int count = consumer.partitionsFor(topic).size();
    if (count == 0) {
      throw new IllegalStateException("topic=" + topic + " does not exist");
    }
    consumer.assign(IntStream.range(0, count).mapToObj(this::partition).toList());
    consumer.assignment().forEach(positions::begin);
    partitions = Stream.generate(PartitionTokens::new).limit(count).toList();
  }

  private void poll() {
    try {
      consumer.poll(POLL).forEach(this::see);
    } catch (InvalidOffsetException e) {
      LOG.warn(
          "events were deleted before they were read, partitions={}; a fencing guard forgets nothing of their accounts until the longest lease is over",
          e.partitions());
      e.partitions().forEach(this::beginAtTheFirst);
    }
  }

  private void goBack() {
    for (TopicPartition partition : consumer.assignment()) {
      PartitionTokens tokens = partitions.get(partition.partition());
      if (!tokens.isKnown() && positions.goBack(partition)) {
        tokens.startAnew();
      }
    }
  }

  private void beginAtTheFirst(TopicPartition partition) {
    partitions.get(partition.partition()).startAnew();
    positions.beginAtTheFirst(partition);
  }

  private void see(ConsumerRecord<byte[], byte[]> record) {
    PartitionTokens tokens = partitions.get(record.partition());
    if (tokens.hasBegun() && isNoLease(record)) {
      tokens.skip();
      return;
    }
    Event event = decode(record);
    if (event == null) {
      tokens.skipUnreadable(record.key() == null ? null : new String(record.key(), UTF_8));
    } else if (!tokens.read(event)) {
      LOG.warn(
          "events are missing before partition={} offset={} seq={}; a fencing guard forgets nothing of its accounts until the longest lease is over",
          record.partition(),
          record.offset(),
          event.head().seq());
      positions.stay(partition(record.partition()));
    }
  }

  private static boolean isNoLease(ConsumerRecord<byte[], byte[]> record) {
    return record.headers().lastHeader(EventHeader.REPEATED.text()) != null
        || NO_LEASE.contains(EventHeaders.text(record.headers(), EventHeader.TYPE));
  }

  private @Nullable Event decode(ConsumerRecord<byte[], byte[]> record) {
    try {
      return EventCodec.decode(record.value());
    } catch (RuntimeException e) {
      if (!toldUnreadable) {
        LOG.warn(
            "partition={} offset={} cannot be read: {}; a fencing guard forgets less of its account, this is told once. Update this client if the arbiters are newer",
            record.partition(),
            record.offset(),
            e.toString());
      }
      toldUnreadable = true;
      return null;
    }
  }

  private TopicPartition partition(int number) {
    return new TopicPartition(topic, number);
  }

  private void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    try {
      thread.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
