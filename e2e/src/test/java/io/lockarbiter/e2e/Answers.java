package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Checks the guarantees on the two topics: each command has exactly one direct answer, {@code seq}
 * is 1, 2, 3 … in each partition, and no token is granted twice.
 */
final class Answers {
  private Answers() {}

  /** Waits until there are as many events as commands, then checks them all. */
  static void awaitEachOnce(Deployment deployment, int commands) {
    await()
        .pollInterval(Duration.ofMillis(250))
        .until(() -> answered(deployment).size() >= commands);
    checkEachOnce(deployment);
  }

  static void checkEachOnce(Deployment deployment) {
    List<ConsumerRecord<byte[], byte[]>> events = deployment.log().read(deployment.events());
    checkNumbers(events);
    Map<Cause, String> asked = asked(deployment);
    Map<Cause, Integer> answers = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : events) {
      Event event = EventCodec.decode(record.value());
      if (event.head().commandId().equals(asked.get(event.head().cause()))) {
        answers.merge(event.head().cause(), 1, Integer::sum);
      }
    }
    assertThat(answers).as("commands answered").hasSameSizeAs(asked);
    assertThat(answers.values()).as("answers of each command").containsOnly(1);
  }

  private static void checkNumbers(List<ConsumerRecord<byte[], byte[]>> events) {
    Map<Integer, Long> last = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : events) {
      long seq = EventCodec.decode(record.value()).head().seq();
      assertThat(seq)
          .as("seq at %s-%d@%d", record.topic(), record.partition(), record.offset())
          .isEqualTo(last.getOrDefault(record.partition(), 0L) + 1);
      last.put(record.partition(), seq);
    }
  }

  private static Map<Cause, String> answered(Deployment deployment) {
    Map<Cause, String> asked = asked(deployment);
    Map<Cause, String> answered = new HashMap<>();
    for (Event event : deployment.log().events()) {
      if (event.head().commandId().equals(asked.get(event.head().cause()))) {
        answered.put(event.head().cause(), event.head().commandId());
      }
    }
    return answered;
  }

  /** Returns the id of every command that must be answered, by its position in the log. */
  static Map<Cause, String> asked(Deployment deployment) {
    Map<Cause, String> asked = new HashMap<>();
    for (ConsumerRecord<byte[], byte[]> record : deployment.log().read(deployment.commands())) {
      String id = id(CommandCodec.decode(record.key(), record.value()));
      if (id != null) {
        asked.put(new Cause(record.partition(), record.offset()), id);
      }
    }
    return asked;
  }

  private static @Nullable String id(DecodedCommand content) {
    if (content instanceof DecodedCommand.Refused refused) {
      return refused.refusal().commandId();
    }
    return content instanceof DecodedCommand.Valid valid
            && valid.command() instanceof AccountCommand command
        ? command.commandId()
        : null;
  }
}
