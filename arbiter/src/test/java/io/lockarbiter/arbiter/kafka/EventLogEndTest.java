package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.contracts.codec.EventCodec;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** The events behind the position, read window by window from the end. */
class EventLogEndTest {
  private static final String EVENT =
      """
      {"v":1,"type":"granted","seq":%d,"at":1,"account":"acme","commandId":"c1","cause":{"partition":0,"offset":0},"lockId":"c1",
      "subAccount":"u1","operation":"UPLOAD","path":"/p","targets":[{"path":"/p","mode":"PUT"}],"leaseMs":1,"token":1,"expiresAt":2,"waitedMs":0}""";

  /** The offset of each event is its number, and its bytes are of no interest. */
  private final EventLogEnd end =
      new EventLogEnd(
          7,
          record ->
              EventCodec.decode(
                  EVENT.formatted(record.offset()).replace("\n", "").getBytes(UTF_8)));

  @Test
  void positionAtTheLastEvent_leavesNone() {
    window(5, 6, 7);

    assertThat(end.isEnough()).isTrue();
    assertThat(end.later()).isEqualTo(LaterEvents.NONE);
    assertThat(seqOfLast()).isEqualTo(7);
  }

  @Test
  void eventsOfSeveralWindows_areInTheOrderOfTheLog() {
    window(12, 13);
    assertThat(end.isEnough()).isFalse();
    window(9, 10, 11);
    assertThat(end.isEnough()).isFalse();
    window(6, 7, 8);
    assertThat(end.isEnough()).isTrue();
    end.cut(true);

    assertThat(seqs()).containsExactly(8L, 9L, 10L, 11L, 12L, 13L);
    assertThat(end.later().isCut()).as("the event of the position is there").isFalse();
    assertThat(seqOfLast()).isEqualTo(13);
  }

  @Test
  void oldNumberBehindALaterOne_isKeptForAllToSee() {
    window(6, 7, 8, 5);
    assertThat(end.isEnough()).isTrue();

    assertThat(seqs()).containsExactly(8L, 5L);
    assertThat(seqOfLast()).isEqualTo(5);
  }

  /** An arbiter has gone on behind it, so everybody has read it as the copy that it is. */
  @Test
  void oldNumberBeforeAllLaterOnes_isPassed() {
    window(6, 7, 5, 8);
    assertThat(end.isEnough()).isTrue();

    assertThat(seqs()).containsExactly(8L);
  }

  /** Readers choose by them whom an event is for. */
  @Test
  void addresses_areReadWithTheEvents() {
    ConsumerRecord<byte[], byte[]> record = record(8, 1);
    record.headers().add("replyTo", "r1".getBytes(UTF_8)).add("lockReplyTo", "r2".getBytes(UTF_8));
    end.add(List.of(record));
    end.isEnough();

    LaterEvents.Stored stored = end.later().events().get(0);
    assertThat(stored.replyTo()).isEqualTo("r1");
    assertThat(stored.lockReplyTo()).isEqualTo("r2");
    assertThat(stored.bytes()).isEqualTo(5);
  }

  @Test
  void windowWithoutEvents_isPassed() {
    window();
    assertThat(end.isEnough()).isFalse();
    window(7, 8);
    assertThat(end.isEnough()).isTrue();

    assertThat(seqOfLast()).isEqualTo(8);
  }

  @Test
  void beginningRemovedByRetention_isNoted() {
    window(9, 10);
    assertThat(end.isEnough()).isFalse();
    end.cut(true);

    assertThat(end.later().isCut()).isTrue();
  }

  /** A start has room for what an arbiter leaves behind the position, not for a stranger's. */
  @Test
  void tooManyBytes_leaveAGapAtTheBeginning() {
    end.add(LongStream.rangeClosed(8, 13).mapToObj(seq -> record(seq, 5 << 20)).toList());
    assertThat(end.isEnough()).isTrue();
    end.cut(true);

    assertThat(seqs()).containsExactly(11L, 12L, 13L);
    assertThat(end.later().isCut()).isFalse();
  }

  private void window(long... seqs) {
    for (long seq : seqs) {
      end.add(Collections.singletonList(record(seq, 1)));
    }
  }

  private List<Long> seqs() {
    return end.later().events().stream().map(LaterEvents.Stored::seq).toList();
  }

  private long seqOfLast() {
    return requireNonNull(end.last()).head().seq();
  }

  private static ConsumerRecord<byte[], byte[]> record(long seq, int bytes) {
    return new ConsumerRecord<>("events", 0, seq, new byte[0], new byte[bytes]);
  }
}
