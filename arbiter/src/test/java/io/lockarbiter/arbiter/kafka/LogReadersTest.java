package io.lockarbiter.arbiter.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LogReadersTest {
  private static final TopicPartition COMMANDS = new TopicPartition("commands", 0);
  private static final KafkaException AWAY = new KafkaException("the broker is away");

  private final List<MockConsumer<byte[], byte[]>> opened = new ArrayList<>();
  private final LogReaders readers =
      new LogReaders(this::open, Duration.ofSeconds(1), new Polls(false));

  @Test
  void connectedReader_isLentWithoutConnectingAnother() {
    readers.connect(reader -> reader.committed(COMMANDS));
    int connected = opened.size();

    readers.with(one -> readers.with(other -> other.committed(COMMANDS)));

    assertThat(connected).isEqualTo(4);
    assertThat(opened).hasSize(connected);
  }

  @Test
  void readerThatCannotConnect_isClosed_andThoseBeforeAreKept() {
    assertThatThrownBy(() -> readers.connect(this::failAtTheThird)).isSameAs(AWAY);
    readers.with(reader -> reader.committed(COMMANDS));

    assertThat(opened).extracting(MockConsumer::closed).containsExactly(false, false, true);
  }

  private void failAtTheThird(LogReader reader) {
    reader.committed(COMMANDS);
    if (opened.size() == 3) {
      throw AWAY;
    }
  }

  private MockConsumer<byte[], byte[]> open() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("none");
    consumer.updateBeginningOffsets(Map.of(COMMANDS, 0L));
    opened.add(consumer);
    return consumer;
  }
}
