package io.lockarbiter.audit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.audit.replay.AuditRecord;
import io.lockarbiter.audit.replay.AuditRecord.Header;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

class KafkaLogTest {
  @Test
  void ofVeryManyHeaders_theFirstAreKept() {
    AuditRecord record = read(500_000);

    assertThat(record.headers())
        .hasSize(KafkaLog.MOST_HEADERS)
        .startsWith(new Header("h0", ""))
        .endsWith(new Header("h49", ""));
    assertThat(record.value()).hasSize(3);
  }

  @Test
  void fewHeaders_areAllKept() {
    assertThat(read(KafkaLog.MOST_HEADERS).headers()).hasSize(KafkaLog.MOST_HEADERS);
  }

  private static AuditRecord read(int number) {
    RecordHeaders headers = new RecordHeaders();
    for (int n = 0; n < number; n++) {
      headers.add("h" + n, new byte[0]);
    }
    return KafkaLog.read(
        new ConsumerRecord<>(
            "lock.commands",
            0,
            7,
            1_000,
            TimestampType.LOG_APPEND_TIME,
            1,
            3,
            new byte[1],
            new byte[3],
            headers,
            Optional.of(2)));
  }
}
