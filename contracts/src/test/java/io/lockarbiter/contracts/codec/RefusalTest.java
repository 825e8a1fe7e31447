package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.lock.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the refusals of each field under the first rules, with the text that its sender reads:
 * those of refusals.txt, and some more. Logs contain these texts, so later rules do not change
 * them.
 */
class RefusalTest {
  private static final Path TABLE = Path.of("src/test/resources/refusals.txt");
  private static final Pattern REPEATED = Pattern.compile("«(.+?)\\*(\\d+)»");

  static Stream<Arguments> lines() throws IOException {
    return Files.readAllLines(TABLE).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(line -> line.split(" \\|( |$)", -1))
        .flatMap(
            cells ->
                Stream.of(cells[0].split(", "))
                    .map(command -> Arguments.of(command, cells[1], cells[2], cells[3])));
  }

  @ParameterizedTest(name = "{0} with {1}")
  @MethodSource("lines")
  void changedCommand_isAnsweredAsTheTableSays(
      String command, String changes, String field, String message) {
    boolean asks = !changes.contains("replyTo");
    CommandText text = asks ? valid(command).with("replyTo", "'gateway-3'") : valid(command);
    DecodedCommand decoded =
        CommandText.decode(changed(text, changes)).under(Reading.allowingAll(Settings.FIRST_RULES));

    if (field.equals("valid")) {
      assertThat(decoded).isInstanceOf(DecodedCommand.Valid.class);
    } else if (field.equals("dead")) {
      assertThat(decoded).isEqualTo(new DecodedCommand.Dead(message));
    } else {
      assertThat(decoded)
          .isEqualTo(refused("acme", "c1", asks ? "gateway-3" : null, repeated(field), message));
    }
  }

  private static CommandText valid(String command) {
    return switch (command) {
      case "acquire" -> CommandText.acquire();
      case "move", "rename", "copy" ->
          CommandText.move().with("operation", "'" + command.toUpperCase(Locale.ROOT) + "'");
      case "custom" -> CommandText.custom();
      default -> CommandText.of(command).with("lockId", "'l1'");
    };
  }

  private static String changed(CommandText text, String changes) {
    CommandText members = text;
    for (String change : repeated(changes).split(" & ")) {
      if (change.startsWith("+")) {
        return members.followedBy(change.substring(1));
      }
      String[] parts = change.split("=", 2);
      members =
          change.startsWith("-")
              ? members.without(change.substring(1))
              : members.with(parts[0], parts[1]);
    }
    return members.toString();
  }

  private static String repeated(String text) {
    return REPEATED
        .matcher(text)
        .replaceAll(found -> found.group(1).repeat(Integer.parseInt(found.group(2))));
  }

  private static DecodedCommand refused(
      String account, String id, @Nullable String replyTo, String field, String message) {
    return new DecodedCommand.Refused(new Refusal(account, id, replyTo, field, message));
  }

  @Test
  void attributes_areSixtyFourAtMost_alsoThoseWithoutAValue() {
    String sixtyFour =
        IntStream.range(0, 64).mapToObj(n -> "'k" + n + "':''").collect(Collectors.joining(","));
    CommandText text = CommandText.acquire();
    assertThat(text.with("attributes", "{" + sixtyFour + "}").valid()).isInstanceOf(Acquire.class);
    assertThat(text.with("attributes", "{" + sixtyFour + ",'more':null}").decode())
        .isInstanceOfSatisfying(
            DecodedCommand.Refused.class,
            refused ->
                assertThat(refused.refusal().toString())
                    .contains("attributes has 65 entries, at most 64 are allowed"));
  }

  @Test
  void badCommandIdOrAccount_isAnsweredUnderIt() {
    CommandText text = CommandText.acquire();
    String longId = "x".repeat(129);
    assertThat(text.with("commandId", "'" + longId + "'").decode())
        .isEqualTo(
            refused(
                "acme",
                longId,
                null,
                "commandId",
                "commandId has 129 UTF-8 bytes, at most 128 are allowed"));
    assertThat(text.with("commandId", "''").decode())
        .isEqualTo(refused("acme", "", null, "commandId", "commandId is empty"));
    assertThat(text.with("account", "'a\\tb'").decode())
        .isEqualTo(
            refused("a\tb", "c1", null, "account", "account has the control character U+0009"));
    assertThat(text.with("account", "''").decode())
        .isEqualTo(refused("", "c1", null, "account", "account is empty"));
  }

  @Test
  void otherKey_isRefused() {
    byte[] value = CommandText.acquire().toString().getBytes(UTF_8);
    assertThat(CommandCodec.decode(null, value))
        .isEqualTo(refused("acme", "c1", null, "key", "key is null, expected the account"));
    for (String key : new String[] {"", "acm", "acme ", "ACME"}) {
      String message = "key has %d bytes that differ from the account's 4".formatted(key.length());
      assertThat(CommandCodec.decode(key.getBytes(UTF_8), value))
          .isEqualTo(refused("acme", "c1", null, "key", message));
    }
  }
}
