package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PollsTest {
  private static final TopicPartition COMMANDS = new TopicPartition("commands", 0);
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int HEAVY = (int) (Polls.HEAVY_BYTES / Polls.HEADER_BYTES) + 1;

  private final AtomicLong now = new AtomicLong();
  private final Polls polls = new Polls(false, now::get);

  @Test
  void polls_areSideBySide() throws InterruptedException {
    assertThat(pollWhile(polls, 1)).as("another poll within a poll").isTrue();
    assertThat(polls.takesTurns()).isFalse();
  }

  @Test
  void pollWithHeadersThatTakeMuchHeap_makesConsumersTakeTurns() throws InterruptedException {
    makeHeavy(polls);

    assertThat(polls.takesTurns()).isTrue();
    assertThat(pollWhile(polls, 1)).as("another poll within a poll").isFalse();
  }

  @Test
  void consumersWithoutSuchPollsForAWhile_pollSideBySideAgain() throws InterruptedException {
    makeHeavy(polls);
    now.addAndGet(Duration.ofSeconds(11).toNanos());

    assertThat(polls.takesTurns()).isFalse();
    assertThat(pollWhile(polls, 1)).isTrue();
  }

  @Test
  void smallHeap_makesConsumersTakeTurnsFromTheStart() throws InterruptedException {
    assertThat(pollWhile(new Polls(true, now::get), 1)).isFalse();
  }

  @Test
  void recordOfAStranger_losesItsHeaders() {
    ConsumerRecord<byte[], byte[]> strange = record(17);
    ConsumerRecord<byte[], byte[]> own = record(6);

    assertThat(Polls.light(own)).isSameAs(own);
    ConsumerRecord<byte[], byte[]> light = Polls.light(strange);
    assertThat(light.headers()).isEmpty();
    assertThat(light.value()).isSameAs(strange.value());
    assertThat(light)
        .usingRecursiveComparison()
        .ignoringFields("headers", "value")
        .isEqualTo(strange);
  }

  /** Headers as Kafka's client decodes them, empty and with empty values. */
  @Test
  void decodedHeader_takesNoMoreThanIsCounted() {
    for (byte[] value : new byte @Nullable [][] {null, new byte[0]}) {
      int count = 200_000;
      Header[] headers = new Header[count];
      Arrays.setAll(headers, i -> new RecordHeader("", value));
      MemoryRecords encoded =
          MemoryRecords.withRecords(
              Compression.NONE, new SimpleRecord(1, new byte[0], new byte[0], headers));
      assertThat(encoded.sizeInBytes()).isBetween(2 * count, 2 * count + 100);

      decode(encoded);
      long perHeader = allocated(() -> decode(encoded)) / count;
      System.out.printf("a header of 2 bytes takes %d of heap%n", perHeader);
      assertThat(perHeader).isBetween(90L, (long) Polls.HEADER_BYTES);
    }
  }

  private static RecordHeaders decode(MemoryRecords encoded) {
    return new RecordHeaders(encoded.records().iterator().next().headers());
  }

  private static long allocated(Supplier<?> made) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    Object kept = made.get();
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(kept).isNotNull();
    return after - before;
  }

  /** Lets consumers take turns from now on. */
  static void makeHeavy(Polls polls) {
    polls.poll(consumer(HEAVY), LONG, read -> read);
  }

  /** Says whether another thread can poll while this one reads the records of a poll. */
  private static boolean pollWhile(Polls polls, int headers) throws InterruptedException {
    CountDownLatch polled = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              polls.poll(consumer(headers), LONG, read -> read);
              polled.countDown();
            });
    boolean within =
        polls.poll(
            consumer(headers),
            LONG,
            read -> {
              other.start();
              await()
                  .atMost(LONG)
                  .until(() -> polled.getCount() == 0 || other.getState() == Thread.State.WAITING);
              return polled.getCount() == 0;
            });
    other.join();
    return within;
  }

  private static MockConsumer<byte[], byte[]> consumer(int headers) {
    return new MockConsumer<>("none") {
      @Override
      public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        return new ConsumerRecords<>(Map.of(COMMANDS, List.of(record(headers))), Map.of());
      }
    };
  }

  private static ConsumerRecord<byte[], byte[]> record(int headers) {
    RecordHeaders all = new RecordHeaders();
    for (int i = 0; i < headers; i++) {
      all.add("", null);
    }
    return new ConsumerRecord<>(
        "commands",
        0,
        7,
        1_000,
        TimestampType.LOG_APPEND_TIME,
        1,
        2,
        new byte[1],
        new byte[2],
        all,
        Optional.of(3));
  }
}
