package io.lockarbiter.arbiter.partition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.lock.Setting;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks that no record is lost, moved or changed on its way into a batch. */
class BatchTest {
  private final List<ReceivedRecord> received =
      List.of(
          record(
              3,
              "acme",
              """
              {"type":"acquire","commandId":"c1","account":"acme","subAccount":"ann","operation":"UPLOAD","path":"/a"}"""),
          record(4, "key of a tombstone", null),
          record(5, "key of nonsense", "no JSON"),
          record(6, null, "{\"type\":\"settings\",\"repeatMs\":1000}"),
          record(8, "acme", "{\"type\":\"acquire\",\"commandId\":\"c2\",\"account\":\"acme\"}"),
          record(9, null, "{\"type\":\"settings\",\"repeatMs\":2000}"));

  private final Batch batch = Batch.of(received);

  @Test
  void records_areAllOfThemInOrder() {
    assertThat(batch.records())
        .containsExactlyElementsOf(received.stream().map(ReceivedRecord::record).toList());
    assertThat(batch.last().offset()).isEqualTo(9);
  }

  /** A command that is refused has an answer, so it is no dead letter. */
  @Test
  void deadLetters_haveTheBytesAndThePlaceOfTheirRecords() {
    assertThat(batch.deadLetters()).extracting(DeadLetter::offset).containsExactly(4L, 5L);
    assertThat(batch.deadLetters().get(0).key()).isEqualTo("key of a tombstone".getBytes(UTF_8));
    assertThat(batch.deadLetters().get(0).value()).isNull();
    assertThat(batch.deadLetters().get(1).key()).isEqualTo("key of nonsense".getBytes(UTF_8));
    assertThat(batch.deadLetters().get(1).value()).isEqualTo("no JSON".getBytes(UTF_8));
    assertThat(batch.deadLetters())
        .zipSatisfy(
            List.of(received.get(1), received.get(2)),
            (letter, record) ->
                assertThat(letter.why())
                    .isEqualTo(((DecodedCommand.Dead) record.record().content()).why()));
  }

  @Test
  void settings_haveTheBytesAndThePlaceOfTheirRecords() {
    assertThat(batch.settings()).extracting(ReceivedSettings::offset).containsExactly(6L, 9L);
    assertThat(batch.settings())
        .extracting(settings -> settings.change().get(Setting.REPEAT_WINDOW_MS))
        .containsExactly(1_000, 2_000);
    assertThat(batch.settings().get(1).value()).isEqualTo(received.get(5).value());
  }

  private static ReceivedRecord record(long offset, @Nullable String key, @Nullable String value) {
    return ReceivedRecord.read(
        offset,
        1_000,
        0,
        key == null ? null : key.getBytes(UTF_8),
        value == null ? null : value.getBytes(UTF_8));
  }
}
