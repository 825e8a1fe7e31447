package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.Gathering;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class InboxTest {
  private static final TopicPartition COMMANDS = new TopicPartition("commands", 0);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final Inbox inbox = new Inbox(10);

  @Test
  void shutInbox_dropsWhatIsOffered() {
    inbox.offer(records(3, 1));
    inbox.ask(0);
    inbox.offer(records(3, 1));
    inbox.open(0);

    assertThat(inbox.take(Duration.ZERO, Gathering.NONE)).isEmpty();
    assertThat(inbox.isHungry()).isTrue();
  }

  @Test
  void workerThatChangedItsMind_doesNotGetWhatItAskedForBefore() {
    inbox.ask(0);
    inbox.shut();
    inbox.open(0);
    inbox.offer(records(1, 1));

    assertThat(inbox.size()).isZero();
    inbox.ask(5);
    inbox.open(0);
    assertThat(inbox.isHungry()).isFalse();
    assertThat(inbox.asked()).hasValue(5);
  }

  @Test
  void whatGathers_isTakenTogetherUpToABatch() {
    open();
    inbox.offer(records(4, 1));
    inbox.offer(records(8, 1));

    assertThat(inbox.take(LONG, Gathering.NONE)).hasSize(10);
    assertThat(inbox.take(LONG, Gathering.NONE)).hasSize(2);
    assertThat(inbox.isDrained()).isTrue();
  }

  @Test
  void batch_isBoundedInBytesToo() {
    open();
    int third = (int) Inbox.BATCH_BYTES / 3;
    inbox.offer(records(8, third));

    assertThat(inbox.take(LONG, Gathering.NONE)).hasSize(3);
  }

  @Test
  void recordLongerThanABatch_comesAlone() {
    open();
    inbox.offer(records(2, (int) Inbox.BATCH_BYTES + 1));

    assertThat(inbox.take(LONG, Gathering.NONE)).hasSize(1);
  }

  @Test
  void fullInRecords_isHungryAgainWhenHalfIsTaken() {
    open();
    inbox.offer(records(20, 1));
    assertThat(inbox.isHungry()).isFalse();
    inbox.take(LONG, Gathering.NONE);

    assertThat(inbox.isHungry()).isTrue();
  }

  @Test
  void pollWithoutRecords_changesNothing() {
    open();
    inbox.offer(records(25, 1));
    inbox.take(LONG, Gathering.NONE);
    inbox.offer(List.of());

    assertThat(inbox.isHungry()).as("15 of at most 20 are left").isFalse();
  }

  @Test
  void fullInBytes_isHungryAgainWhenHalfIsTaken() {
    open();
    inbox.offer(records(5, (int) Inbox.FULL_BYTES / 4));
    assertThat(inbox.isHungry()).isFalse();
    inbox.take(LONG, Gathering.NONE);
    assertThat(inbox.isHungry()).isFalse();
    inbox.take(LONG, Gathering.NONE);

    assertThat(inbox.isHungry()).isTrue();
  }

  @Test
  void failure_isThrownOnceAndEndsTheReading() {
    open();
    inbox.offer(records(1, 1));
    inbox.fail(new KafkaException("out of range"));

    assertThat(inbox.isHungry()).isFalse();
    assertThatThrownBy(() -> inbox.take(LONG, Gathering.NONE)).hasMessage("out of range");
  }

  @Test
  void closedInbox_keepsNobodyWaiting() {
    open();
    inbox.offer(records(1, 1));
    inbox.close();
    inbox.offer(records(1, 1));

    assertThat(inbox.take(LONG, Gathering.NONE)).isEmpty();
  }

  /** The arrival of a record wakes the other thread, not a time-out. */
  @Test
  void waitingWorker_isWoken() throws InterruptedException {
    open();
    Thread worker = new Thread(() -> inbox.take(LONG, Gathering.NONE));
    worker.start();
    inbox.offer(records(1, 1));
    worker.join();

    assertThat(inbox.size()).isZero();
  }

  @Test
  void recordsThatAreExpected_areWaitedFor() throws InterruptedException {
    open();
    inbox.offer(records(2, 1));
    AtomicInteger taken = new AtomicInteger();
    Thread worker = new Thread(() -> taken.set(inbox.take(LONG, new Gathering(5, LONG)).size()));
    worker.start();
    inbox.offer(records(2, 1));
    inbox.offer(records(1, 1));
    worker.join();

    assertThat(taken).hasValue(5);
  }

  @Test
  void fullInbox_isNotWaitedFor() {
    open();
    inbox.offer(records(2, (int) Inbox.FULL_BYTES / 2));

    assertThat(inbox.take(LONG, new Gathering(5, LONG))).hasSize(1);
  }

  private void open() {
    inbox.ask(0);
    inbox.open(0);
  }

  private static List<ReadRecord> records(int count, int heapBytes) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new ReadRecord(
                    COMMANDS,
                    i,
                    0,
                    TimestampType.LOG_APPEND_TIME,
                    0,
                    new byte[0],
                    new byte[0],
                    heapBytes))
        .toList();
  }
}
