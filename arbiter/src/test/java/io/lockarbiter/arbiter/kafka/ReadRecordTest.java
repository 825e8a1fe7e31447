package io.lockarbiter.arbiter.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.CommandCodec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadRecordTest {
  private static final byte[] KEY = "acme".getBytes(UTF_8);

  @Test
  void usualCommands_fillABatchByTheirNumber() {
    String command =
        """
        {"type":"acquire","commandId":"7b1e5c0a-7b1e5c0a","account":"acme","subAccount":"u9","operation":"UPLOAD","path":"/docs/plan.pdf","leaseMs":30000,"replyTo":"gateway-3"}""";

    assertThat(1_000 * read(KEY, command.getBytes(UTF_8)).heapBytes())
        .isLessThan(Inbox.BATCH_BYTES);
  }

  /** It is decoded to 136 bytes for each attribute of 8. */
  @Test
  void commandOfSmallFields_countsAsWhatItIsDecodedTo() {
    byte[] attributes = "\"ab\":\"\",".repeat(1_000).getBytes(UTF_8);

    assertThat(read(KEY, attributes).heapBytes()).isGreaterThan(1_000 * 136L);
  }

  /** It is not decoded, because it is a dead letter. */
  @Test
  void valueLongerThanACommand_countsAsItsBytes() {
    byte[] value = ":".repeat(CommandCodec.MAX_BYTES + 1).getBytes(UTF_8);

    assertThat(read(KEY, value).heapBytes()).isBetween(65_537L, 66_000L);
  }

  @Test
  void keyLongerThanAnAccount_countsAsItsBytes() {
    assertThat(read(new byte[1_000_000], null).heapBytes()).isBetween(1_000_000L, 1_001_000L);
  }

  @Test
  void recordWithoutBytes_countsAsAnObject() {
    assertThat(read(null, null).heapBytes()).isBetween(100L, 1_000L);
  }

  private static ReadRecord read(byte @Nullable [] key, byte @Nullable [] value) {
    return ReadRecord.of(new ConsumerRecord<>("commands", 0, 0, key, value));
  }
}
