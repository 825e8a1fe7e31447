package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads records of version 1 that were written once, from random histories, one of each form, and
 * records with words that only newer arbiters write and nobody knew at the time. Logs are kept for
 * years, so these records must be read the same for as long as there is a version 1. New forms go
 * into files of their own.
 */
class RecordedRecordsTest {
  private static final JsonMapper MAPPER = JsonMapper.shared();

  static List<String> events() throws IOException {
    return lines(
        "events.jsonl",
        "kept-events.jsonl",
        "check-out-events.jsonl",
        "replacing-events.jsonl",
        "close-events.jsonl",
        "freeze-events.jsonl",
        "asking-events.jsonl",
        "release-all-events.jsonl",
        "sessions-events.jsonl",
        "attached-ends-events.jsonl",
        "cut-events.jsonl",
        "names-events.jsonl",
        "moved-events.jsonl");
  }

  static List<String> commands() throws IOException {
    return lines(
        "commands.jsonl",
        "kept-commands.jsonl",
        "check-out-commands.jsonl",
        "replacing-commands.jsonl",
        "close-commands.jsonl",
        "freeze-commands.jsonl",
        "asking-commands.jsonl",
        "release-all-commands.jsonl",
        "sessions-commands.jsonl",
        "cut-commands.jsonl",
        "names-commands.jsonl");
  }

  static List<String> newerEvents() throws IOException {
    return lines("newer-events.jsonl");
  }

  private static List<String> lines(String... files) throws IOException {
    List<String> lines = new ArrayList<>();
    for (String file : files) {
      new String(bytes(file), UTF_8).lines().forEach(lines::add);
    }
    return lines;
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = RecordedRecordsTest.class.getResourceAsStream("/recorded-v1/" + file)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  /** A change of these digests would be version 2 of the wire contract. */
  @ParameterizedTest
  @CsvSource({
    "events.jsonl, 8f43ecd928d14354ee28c5ad0df2e703fb670fae166b49eec73c24eaf5c4ee98",
    "commands.jsonl, d49eb2afb8822291bfadb35b6004fcf078659b12109edb0285cfad50c2ac8614",
    "newer-events.jsonl, a6e2d7abef9ac8fab5080ea1a0f92c70d799d187f5a4e03ef0d2488fb2fa787e",
    "kept-commands.jsonl, 306312b8c96f3bd40a6a3ecfe8c01a2dfdeae6647146fcd41efb1d6bc614e419",
    "kept-events.jsonl, 43e96fef1282f8c45cecc5e5aa36ea9d94efc056f3df941bc994ec2ccacb0bbc",
    "replacing-commands.jsonl, 8efa996577c0753491b99aba9e19c30efc7af243574f20918833df497db52012",
    "replacing-events.jsonl, 83275b943f1b89075ddee4a6b18cb03863b1def0a407a562aa500357036f2413",
    "close-commands.jsonl, 38c2066134dda2fb8b5a6ae45f4943c881aafa62f80ddd4a8345e0c5c40282f7",
    "freeze-commands.jsonl, 5280b684567e0be663682bc13cd9c4f158a118df0d50bd5d12315a8478f918d7",
    "close-events.jsonl, a1eca0d238b96fdf57c5750e5994cee2c3f5a5eb475d5b88d7b0d9efaf526451",
    "freeze-events.jsonl, 92ddebcac5d01ee983950b42a2494123f10a37bd51d28307571a36ddef3d4513",
    "cut-commands.jsonl, ab622bdfadb44f386745b7bb30e222ec6c0fa645992306fa12ba5285639caf21",
    "cut-events.jsonl, 0b67b122e30da064ef17ffd6d393ea28cb871d4ed1c286cb97f751b39465823a",
    "names-commands.jsonl, a50b13837ce131eb25ba7fd1063f8325a69d1ba7a92fe50cc274244e9c9581e9",
    "names-events.jsonl, e8fce2d0a39b413acdf3bf25bdc453fda390fdbcf262d07baaa7868c71cfad2a",
    "moved-events.jsonl, 7b4037d3ea5f92f9e3c1290b5229fd0c2d301f7f2b03adf86007f54807dd8991",
    "asking-commands.jsonl, c3ffb0c89ff99b515e3e7b4fe5344a9ae2564e365c728ed1101a9a9a057bc7a2",
    "asking-events.jsonl, a103efaeaae8e43f3df6a4f6fb8c8d1f9d70ba997efde6718e6127227c7d2ef6",
    "release-all-commands.jsonl, 19a1718da780bcdebff25a51f2d06d0c487ad231e37242ceb1d34c47f74b160e",
    "release-all-events.jsonl, 1ac6d8d5f85b9e258a191b7b0286c2ca0da5a80cf59d70e7c3957d6a62443d56",
    "sessions-commands.jsonl, 6ef6c149bcfc622eee9e0d953916c0ccc6a1432212469e070eeff5345954115f",
    "sessions-events.jsonl, 4c4d6ee06e3669403d02ad11304a9c88898715b04f0a7efc9a84787ab134fd70",
    "attached-ends-events.jsonl, b9773bcf011828c2446b566f7674056f547ddec23a7c2727426bf9c0ac0fe7bd",
    "check-out-commands.jsonl, 1c35fc56dc84c73daba8d4456a703a79abb45daff9991c24ef5e27ab58c6ceb3",
    "check-out-events.jsonl, 6cc2887ec05d87243f8319c7cfdfcc645ba36b717cd340c9d53ad12c6f2e7b69"
  })
  void recordsOfThePast_doNotChange(String file, String sha256) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(file));

    assertThat(HexFormat.of().formatHex(digest)).isEqualTo(sha256);
  }

  @ParameterizedTest
  @MethodSource("events")
  void event_isReadAndWrittenAsItWas(String line) {
    assertThat(new String(EventCodec.encode(EventCodec.decode(line.getBytes(UTF_8))), UTF_8))
        .isEqualTo(line);
  }

  /** A later version may know the words; then it reads them with their meaning. */
  @ParameterizedTest
  @MethodSource("newerEvents")
  void eventWithUnknownWords_isReadAndWrittenAsItWas(String line) {
    Event event = EventCodec.decode(line.getBytes(UTF_8));

    assertThat(new String(EventCodec.encode(event), UTF_8)).isEqualTo(line);
    assertThat(event.newerWord()).isNotNull();
  }

  @ParameterizedTest
  @MethodSource("events")
  void eventOfThisVersion_hasNoUnknownWord(String line) {
    assertThat(EventCodec.decode(line.getBytes(UTF_8)).newerWord()).isNull();
  }

  /** A later arbiter may write such fields. */
  @ParameterizedTest
  @MethodSource("events")
  void eventWithMoreFields_isTheSameEvent(String line) {
    JsonNode later = MAPPER.readTree(line);
    for (JsonNode each : later.findParents("path")) {
      addFields(each);
    }
    addFields(later);
    addFields(later.get("cause"));

    assertThat(EventCodec.decode(MAPPER.writeValueAsBytes(later)))
        .isEqualTo(EventCodec.decode(line.getBytes(UTF_8)));
  }

  private static void addFields(JsonNode object) {
    ((ObjectNode) object).put("later", 1).putObject("laterStill").putArray("and").add("more");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void command_isReadAndWrittenAsItWas(String line) {
    JsonNode account = MAPPER.readTree(line).get("account");
    byte[] key = account == null ? null : account.asString().getBytes(UTF_8);

    DecodedCommand decoded =
        CommandCodec.decode(key, line.getBytes(UTF_8))
            .under(Reading.allowingAll(Settings.NEWEST_RULES));

    assertThat(decoded).isInstanceOf(Valid.class);
    Command command = ((Valid) decoded).command();
    assertThat(command instanceof AccountCommand).isEqualTo(account != null);
    assertThat(new String(CommandCodec.encode(command), UTF_8)).isEqualTo(line);
  }

  /** Without this check a word could be given up, or change, unnoticed. */
  @ParameterizedTest
  @MethodSource("words")
  void everyWord_isAmongThem(String word) throws IOException {
    assertThat(Stream.concat(events().stream(), commands().stream()))
        .anyMatch(line -> line.contains("\":\"" + word + "\""));
  }

  static Stream<String> words() {
    Stream<Enum<?>> names =
        Stream.of(
                RejectReason.known().stream(),
                ReleaseReason.known().stream(),
                Operation.known().stream(),
                Mode.known().stream())
            .flatMap(words -> words);
    return Stream.of(
            names.map(Enum::name),
            EventType.known().stream().map(EventType::text),
            Stream.of(CommandType.values()).map(CommandType::text))
        .flatMap(words -> words);
  }
}
