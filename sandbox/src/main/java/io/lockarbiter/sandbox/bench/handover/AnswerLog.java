package io.lockarbiter.sandbox.bench.handover;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * The answers of {@code lock.events}, read by a thread of its own. Their times are the broker's, so
 * the thread need not be quick. Thread-safe.
 */
final class AnswerLog implements AutoCloseable {
  private static final String EVENTS = "lock.events";
  private static final byte[] AT = "\"at\":".getBytes(US_ASCII);

  private final List<List<Answer>> answers = new ArrayList<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Thread thread;
  private long read;
  private long refused;

  AnswerLog(String bootstrapServers, int partitions) {
    IntStream.range(0, partitions).forEach(partition -> answers.add(new ArrayList<>()));
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers", bootstrapServers,
                "isolation.level", "read_committed",
                "fetch.min.bytes", "65536",
                "fetch.max.wait.ms", "100",
                "max.poll.records", "5000"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(EVENTS, partition))
            .toList();
    consumer.assign(all);
    consumer.seekToEnd(all);
    all.forEach(consumer::position);
    thread = new Thread(this::run, "answers");
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    while (!ended.get()) {
      for (ConsumerRecord<byte[], byte[]> event : consumer.poll(Duration.ofMillis(100))) {
        add(event);
      }
    }
    consumer.close();
  }

  private synchronized void add(ConsumerRecord<byte[], byte[]> event) {
    answers.get(event.partition()).add(new Answer(loggedAtMs(event.value()), event.timestamp()));
    read++;
    Header type = event.headers().lastHeader("type");
    if (type != null && "rejected".equals(new String(type.value(), US_ASCII))) {
      refused++;
    }
  }

  /**
   * The log time of an event: that of its command's append, as one broker's clock does not go back.
   */
  static long loggedAtMs(byte[] event) {
    for (int i = 0; i < event.length - AT.length; i++) {
      if (matches(event, i)) {
        long value = 0;
        for (int j = i + AT.length; event[j] >= '0' && event[j] <= '9'; j++) {
          value = value * 10 + event[j] - '0';
        }
        return value;
      }
    }
    throw new IllegalArgumentException("an event without at: " + new String(event, US_ASCII));
  }

  private static boolean matches(byte[] event, int from) {
    for (int j = 0; j < AT.length; j++) {
      if (event[from + j] != AT[j]) {
        return false;
      }
    }
    return true;
  }

  /** The partitions that have answered no command appended later than this. */
  synchronized List<Integer> silentSince(long ms) {
    return IntStream.range(0, answers.size())
        .filter(partition -> !hasAnswered(answers.get(partition), ms))
        .boxed()
        .toList();
  }

  private static boolean hasAnswered(List<Answer> partition, long sinceMs) {
    return !partition.isEmpty() && partition.get(partition.size() - 1).askedAtMs() > sinceMs;
  }

  /** The longest standstill of each partition between two moments, ms. */
  synchronized List<Long> stallsMs(long fromMs, long toMs) {
    return answers.stream().map(each -> Stall.longestMs(each, fromMs, toMs)).toList();
  }

  /**
   * The longest standstill of each partition that was over before the second moment, ms: what is
   * not counts for what happens then.
   */
  synchronized List<Long> stallsOverMs(long fromMs, long beforeMs) {
    return answers.stream()
        .map(
            each ->
                Stall.longestMs(
                    each.stream().filter(answer -> answer.appendedAtMs() < beforeMs).toList(),
                    fromMs,
                    beforeMs))
        .toList();
  }

  /** Forgets answers that are older, but the last of each partition. */
  synchronized void forgetBefore(long ms) {
    for (List<Answer> partition : answers) {
      int old = 0;
      while (old < partition.size() - 1 && partition.get(old).appendedAtMs() < ms) {
        old++;
      }
      partition.subList(0, old).clear();
    }
  }

  /** Answers read so far. */
  synchronized long read() {
    return read;
  }

  /** Commands that were refused; none should be. */
  synchronized long refused() {
    return refused;
  }

  @Override
  public void close() {
    ended.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
