package io.lockarbiter.contracts.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.codec.RandomEvents;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compares the schema of events with the codec. */
class EventSchemaTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Test
  void randomEvents_areValidAndFullyDescribed() {
    long seed = Seeds.fresh();
    RandomEvents events = new RandomEvents(new Random(seed));
    Schema closed = SchemaFile.EVENT.closed();
    for (int i = 0; i < 2_000; i++) {
      byte[] json = EventCodec.encode(events.next());
      List<Error> problems = SchemaFile.problems(closed, json);
      assertThat(problems).as("seed %d, %s", seed, new String(json, UTF_8)).isEmpty();
    }
  }

  @Test
  void whatTheSchemaAccepts_canBeRead() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    RandomEvents events = new RandomEvents(random);
    Schema schema = SchemaFile.EVENT.schema();
    int refused = 0;
    for (int i = 0; i < 100; i++) {
      JsonNode event = MAPPER.readTree(EventCodec.encode(events.next()));
      for (String name : List.copyOf(event.propertyNames())) {
        ObjectNode without = ((ObjectNode) event.deepCopy()).without(name);
        ObjectNode wrong = ((ObjectNode) event.deepCopy()).put(name, "FLY");
        for (ObjectNode mutated : List.of(without, wrong)) {
          if (schema.validate(mutated).isEmpty()) {
            assertThatCode(() -> EventCodec.decode(MAPPER.writeValueAsBytes(mutated)))
                .as("seed %d, %s", seed, mutated)
                .doesNotThrowAnyException();
          } else {
            refused++;
          }
        }
      }
    }
    assertThat(refused).isGreaterThan(500);
  }

  @Test
  void fieldsOfLaterVersions_areAllowed() {
    ObjectNode event =
        (ObjectNode) MAPPER.readTree(EventCodec.encode(new RandomEvents(new Random(5)).next()));
    event.put("unheardOf", 1);
    assertThat(SchemaFile.EVENT.schema().validate(event)).isEmpty();
    assertThat(SchemaFile.EVENT.closed().validate(event)).isNotEmpty();
  }
}
