package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records whose sender cannot be answered, with the text that an operator reads in the dead-letter
 * topic.
 */
class DeadRecordTest {
  private static final byte[] KEY = "acme".getBytes(UTF_8);

  private static void assertDead(byte @Nullable [] value, String why) {
    assertThat(CommandCodec.decode(KEY, value)).isEqualTo(new DecodedCommand.Dead(why));
  }

  private static void assertDead(String value, String why) {
    assertDead(value.getBytes(UTF_8), why);
  }

  @Test
  void nullValue_isDead() {
    assertDead((byte[]) null, "the value is null, expected a JSON object");
    assertThat(CommandCodec.decode(null, null)).isInstanceOf(DecodedCommand.Dead.class);
  }

  @Test
  void valueThatIsTooLong_isDead() {
    String json = CommandText.acquire().toString();
    assertDead(
        json + " ".repeat(65_537 - json.length()),
        "the value has 65537 bytes, at most 65536 are allowed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", "[]", "\"acquire\"", "7", "null", "true", "-1.5e3"})
  void valueThatIsNoObject_isDead(String value) {
    assertDead(value, "the value is not a JSON object");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "{\"a\":1,}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":5.}",
        "{\"a\":NaN}",
        "{\"a\":tru}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\u0000\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"",
        "{\"a\":[1,]}",
        "{\"a\":[1}",
        "{\"a\":1]",
        "{\"a\" 1}",
        "{\"a\":1 \"b\":2}",
        "{/* */}",
        "{}\\",
        "\ufeff{}",
        "{\u00a0}",
        "{\"a\":1e}",
        "{\"a\":-}",
        "{,}",
        "{\"a\":}",
        "{\"a\":1\u001e}",
        "acquire",
        "}",
        "{\"a\":0x1}",
        "{\"a\":\"\t\"}",
        "{\"a\":--1}"
      })
  void brokenJson_isDead(String value) {
    DecodedCommand decoded = CommandText.decode(value);
    assertThat(decoded).isInstanceOf(DecodedCommand.Dead.class);
    assertThat(((DecodedCommand.Dead) decoded).why())
        .matches("the value (is not valid JSON at character \\d+|goes on after its JSON object)");
  }

  @Test
  void brokenJson_isDeadEvenIfTheAddressCouldBeRead() {
    String json = CommandText.acquire().toString();
    assertDead(
        json.substring(0, json.length() - 1),
        "the value is not valid JSON at character " + (json.length() - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "}", "]", ",", "1", " null", "\u0000", "x", "\n\n{\"a\":1}", "//"})
  void trailingContent_isDead(String trailer) {
    assertDead(CommandText.acquire() + trailer, "the value goes on after its JSON object");
  }

  @Test
  void nestingBeyond16Levels_isDead() {
    String why = "the value nests deeper than 16 levels";
    CommandText text = CommandText.acquire();
    assertDead(text.with("x", "[".repeat(16) + "]".repeat(16)).toString(), why);
    assertDead(text.with("x", "{'y':".repeat(16) + "1" + "}".repeat(16)).toString(), why);
    assertDead("{\"x\":" + "[".repeat(60_000), why);
    assertDead("{\"x\":".repeat(12_000), why);
  }

  @Test
  void otherEncodings_areDead() {
    String json = CommandText.acquire().with("path", "'/é'").toString();
    int at = json.indexOf('é');
    assertDead(json.getBytes(ISO_8859_1), "the value is not UTF-8 at byte " + at);
    String plain = CommandText.acquire().toString();
    assertThat(CommandCodec.decode(KEY, plain.getBytes(UTF_16BE)))
        .isInstanceOf(DecodedCommand.Dead.class);
    assertThat(CommandCodec.decode(KEY, plain.getBytes(UTF_16LE)))
        .isInstanceOf(DecodedCommand.Dead.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80", // a continuation without a start
        "c3", // a start without continuation
        "c328", // a start and no continuation
        "c0af", // overlong
        "e080af", // overlong
        "eda080", // a surrogate
        "edb080", // a surrogate
        "f08080af", // overlong
        "f4908080", // beyond U+10FFFF
        "fe",
        "ff"
      })
  void bytesThatAreNotUtf8_areDead(String hex) {
    String json = CommandText.acquire().with("path", "'/@@'").toString();
    int at = json.indexOf("@@");
    byte[] bad = HexFormat.of().parseHex(hex);
    byte[] before = json.substring(0, at).getBytes(UTF_8);
    byte[] after = json.substring(at + 2).getBytes(UTF_8);
    byte[] value = Arrays.copyOf(before, before.length + bad.length + after.length);
    System.arraycopy(bad, 0, value, before.length, bad.length);
    System.arraycopy(after, 0, value, before.length + bad.length, after.length);
    assertDead(value, "the value is not UTF-8 at byte " + at);
  }

  @Test
  void emptyObject_isDead() {
    assertDead("{}", "account is missing; nobody can be answered");
  }
}
