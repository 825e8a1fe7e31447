package io.lockarbiter.contracts.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.RandomCommands;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Compares the schema of commands with the examples, the scenarios and the codec. */
class CommandSchemaTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final Schema SCHEMA = SchemaFile.COMMAND.schema();

  /** Refusals of rules that a schema cannot express. */
  private static final Pattern BEYOND_SCHEMAS =
      Pattern.compile(
          ".* UTF-8 bytes, at most .*|destination is (at or )?below path.*|key .*|.* is a number with"
              + " fraction or exponent.*|targets has more than 16 different entries"
              + "|graceMs is .* expected less.*");

  private static final String[] VALUES = {
    "null",
    "true",
    "false",
    "0",
    "1",
    "2",
    "-1",
    "1.5",
    "999",
    "1000",
    "600000",
    "600001",
    "2147483647",
    "2147483648",
    "99999999999999999999",
    "\"\"",
    "\"x\"",
    "\"/\"",
    "\"/x\"",
    "\"/x/\"",
    "\"//x\"",
    "\"/../x\"",
    "\"/x/.\"",
    "\"/.x/...\"",
    "\"/\\u0001\"",
    "\"a\\u0085\"",
    "\"/\\u2028\"",
    "\"/x\\n\"",
    "\"acquire\"",
    "\"tick\"",
    "\"settings\"",
    "\"CUSTOM\"",
    "\"MOVE\"",
    "\"UPLOAD\"",
    "\"FLY\"",
    "[]",
    "[1]",
    "[null]",
    "[\"x\"]",
    "[\"\"]",
    "{}",
    "{\"a\":\"b\"}",
    "{\"a\":1}",
    "{\"a\":null}",
    "{\"lockId\":\"x\",\"subAccount\":\"y\"}",
    "{\"lockId\":\"x\",\"subAccount\":\"y\",\"session\":null}",
    "{\"lockId\":\"x\",\"subAccount\":\"\"}",
    "{\"lockId\":\"x\"}",
    "[{\"path\":\"/a\",\"mode\":\"PUT\"}]",
    "[{\"path\":\"/a\"}]",
    "[{\"path\":\"a\",\"mode\":\"PUT\"}]",
    "[{\"path\":\"/a\",\"mode\":\"put\"}]"
  };

  private static DecodedCommand decode(JsonNode command) {
    JsonNode account = command.path("account");
    byte[] key = isOfArbiter(command) ? null : account.asString("").getBytes(UTF_8);
    return CommandCodec.decode(key, MAPPER.writeValueAsBytes(command))
        .under(Reading.allowingAll(Settings.NEWEST_RULES));
  }

  private static boolean isOfArbiter(JsonNode command) {
    String type = command.path("type").asString("");
    return type.equals("tick") || type.equals("settings");
  }

  @Test
  void examplesOfTheContract_areValid() {
    JsonNode examples = SchemaFile.read("contract-examples.json");
    assertThat(examples.size()).isEqualTo(8);
    Schema closed = SchemaFile.COMMAND.closed();
    for (JsonNode example : examples) {
      assertThat(closed.validate(example)).as("%s", example).isEmpty();
      assertThat(decode(example)).isInstanceOf(DecodedCommand.Valid.class);
    }
  }

  @Test
  void commandsOfTheScenarios_areAsValidAsTheScenariosSay() {
    JsonNode scenarios = SchemaFile.read("scenario-commands.json");
    assertThat(scenarios.get("valid").size()).isGreaterThan(100);
    for (JsonNode command : scenarios.get("valid")) {
      assertThat(SCHEMA.validate(command)).as("%s", command).isEmpty();
      assertThat(decode(command)).isInstanceOf(DecodedCommand.Valid.class);
    }
    assertThat(scenarios.get("invalid").size()).isGreaterThan(10);
    for (JsonNode invalid : scenarios.get("invalid")) {
      JsonNode command = invalid.get("command");
      assertThat(decode(command))
          .isInstanceOfSatisfying(
              DecodedCommand.Refused.class,
              refused -> {
                assertThat(refused.refusal().field()).isEqualTo(invalid.get("field").asString());
                assertThat(SCHEMA.validate(command).isEmpty())
                    .as("%s", command)
                    .isEqualTo(isBeyondSchemas(refused.refusal().message()));
              });
    }
  }

  @Test
  void randomCommands_areValidAndFullyDescribed() {
    long seed = Seeds.fresh();
    RandomCommands commands = new RandomCommands(new Random(seed));
    Schema closed = SchemaFile.COMMAND.closed();
    for (int i = 0; i < 2_000; i++) {
      byte[] json = CommandCodec.encode(commands.next());
      List<Error> problems = SchemaFile.problems(closed, json);
      assertThat(problems).as("seed %d, %s", seed, new String(json, UTF_8)).isEmpty();
    }
  }

  @Test
  void mutatedCommands_areValidForTheSchemaAsForTheCodec() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    RandomCommands commands = new RandomCommands(random);
    int valid = 0;
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      ObjectNode command = (ObjectNode) MAPPER.readTree(CommandCodec.encode(commands.next()));
      mutate(command, random);
      List<Error> problems = SCHEMA.validate(command);
      String why = whyNot(decode(command));
      if (why == null) {
        valid++;
        assertThat(problems).as("seed %d, %s", seed, command).isEmpty();
      } else if (!isBeyondSchemas(why)) {
        refused++;
        assertThat(problems).as("seed %d, %s: %s", seed, command, why).isNotEmpty();
      }
    }
    assertThat(valid).isGreaterThan(500);
    assertThat(refused).isGreaterThan(500);
  }

  private static void mutate(ObjectNode command, Random random) {
    List<String> names = new ArrayList<>(command.propertyNames());
    names.addAll(
        List.of(
            "session",
            "path",
            "destination",
            "targets",
            "holding",
            "replaces",
            "existing",
            "bound",
            "waitMs",
            "leaseMs",
            "keepMs",
            "graceMs",
            "comment",
            "attributes"));
    String name = names.get(random.nextInt(names.size()));
    if (random.nextInt(4) == 0) {
      command.remove(name);
    } else {
      command.set(name, MAPPER.readTree(VALUES[random.nextInt(VALUES.length)]));
    }
  }

  /** The reason why the record is no valid command; null if it is one. */
  private static @Nullable String whyNot(DecodedCommand decoded) {
    if (decoded instanceof DecodedCommand.Refused refused) {
      return refused.refusal().message();
    }
    return decoded instanceof DecodedCommand.Dead dead ? dead.why() : null;
  }

  private static boolean isBeyondSchemas(String message) {
    return BEYOND_SCHEMAS.matcher(message).matches();
  }
}
