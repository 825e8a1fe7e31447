package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class RoundTripTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  @Test
  void randomCommands_comeBackAsTheyWere() {
    long seed = Seeds.fresh();
    RandomCommands commands = new RandomCommands(new Random(seed));
    for (int i = 0; i < 5_000; i++) {
      Command command = commands.next();
      byte[] key = command instanceof AccountCommand of ? of.account().getBytes(UTF_8) : null;
      byte[] value = CommandCodec.encode(command);
      assertThat(CommandCodec.decode(key, value).under(Reading.allowingAll(Settings.NEWEST_RULES)))
          .as("seed %d, %s", seed, new String(value, UTF_8))
          .isEqualTo(new DecodedCommand.Valid(command));
      assertThat(MAPPER.readTree(value).isObject()).isTrue();
    }
  }

  @Test
  void randomEvents_comeBackAsTheyWere() {
    long seed = Seeds.fresh();
    RandomEvents events = new RandomEvents(new Random(seed));
    for (int i = 0; i < 5_000; i++) {
      Event event = events.next();
      byte[] value = EventCodec.encode(event);
      String json = new String(value, UTF_8);
      assertThat(EventCodec.decode(value)).as("seed %d, %s", seed, json).isEqualTo(event);
      assertThat(json)
          .as("seed %d", seed)
          .endsWith(
              "," + EventCodec.details(event) + (event.repeated() ? ",\"repeated\":true}" : "}"));
    }
  }
}
