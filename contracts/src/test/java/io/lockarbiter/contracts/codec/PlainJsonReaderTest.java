package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The quick reader answers as the other one does, or not at all. */
class PlainJsonReaderTest {
  private static final int DOCUMENTS = 100_000;
  private static final String[] NAMES = {"v", "type", "account", "cause", "commandIds", "a", ""};
  private static final String[] SCALARS = {
    "\"\"",
    "\"acme\"",
    "\"a\u007fb\"",
    "\"é\"",
    "\"\\n\"",
    "0",
    "7",
    "1700000000000",
    "00",
    "-1",
    "999999999999999999",
    "9999999999999999999",
    "1.5",
    "1e3",
    "true",
    "false",
    "null",
    "nul",
    "\"a"
  };
  private static final String[] SPACES = {"", "", "", " ", "\n\t\r "};

  @Test
  void whatIsRead_isReadAsByTheOther() throws MalformedJsonException {
    long seed = new Random().nextLong();
    System.out.println("PlainJsonReaderTest.whatIsRead seed=" + seed);
    Random random = new Random(seed);
    int plain = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
      byte[] document = mutated(random, document(random, 1).getBytes(UTF_8));
      JsonObject read = PlainJsonReader.read(document);
      if (read != null) {
        plain++;
        assertThat(text(read))
            .as(new String(document, ISO_8859_1))
            .isEqualTo(text(JsonReader.readAny(document)));
      }
    }
    assertThat(plain).isGreaterThan(DOCUMENTS / 10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "1",
        "{",
        "{}}",
        "{} x",
        "{}\u00ff",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\":01}",
        "{\"a\":-1}",
        "{\"a\":1.0}",
        "{\"a\":1e1}",
        "{\"a\":truex}",
        "{\"a\":nul",
        "{\"a\":\"é\"}",
        "{\"a\":\"\\u0061\"}",
        "{\"a\":\"\n\"}",
        "{\"é\":1}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":[1,]}",
        "{\"a\":[1",
        "{\"a\":1234567890123456789}",
        "{\"a\":\"",
        "{\"a\":1 2}"
      })
  void whatIsNotPlain_isLeftToTheOther(String text) {
    assertThat(PlainJsonReader.read(text.getBytes(UTF_8))).isNull();
    assertThat(PlainJsonReader.read(text.getBytes(ISO_8859_1))).isNull();
  }

  @Test
  void depth_isThatOfTheOther() throws MalformedJsonException {
    for (int depth = 1; depth < 2 * JsonReader.MAX_DEPTH; depth++) {
      byte[] nested =
          ("{\"a\":" + "[".repeat(depth - 1) + "1" + "]".repeat(depth - 1) + "}").getBytes(UTF_8);
      boolean allowed = depth <= JsonReader.MAX_DEPTH;
      assertThat(PlainJsonReader.read(nested) != null).as("depth=%d", depth).isEqualTo(allowed);
      if (allowed) {
        assertThat(text(JsonReader.readAny(nested))).contains("true 1 1");
      }
    }
  }

  @Test
  void duplicates_areTold() {
    String twice = "{\"a\":1,\"b\":{\"c\":[{\"d\":1,\"d\":2}]},\"a\":2}";
    JsonObject read = requireNonNull(PlainJsonReader.read(twice.getBytes(UTF_8)));
    assertThat(read.duplicates()).hasToString("{b=has a duplicate key inside, a=is given twice}");
    assertThat(read.get("a")).isEqualTo(JsonNumber.of(1));
  }

  private static String document(Random random, int depth) {
    StringBuilder out = new StringBuilder("{");
    for (int n = random.nextInt(5); n > 0; n--) {
      out.append(space(random)).append('"').append(any(random, NAMES)).append('"');
      out.append(space(random)).append(':').append(space(random)).append(value(random, depth));
      out.append(space(random)).append(n > 1 ? "," : "");
    }
    return out.append('}').append(space(random)).toString();
  }

  private static String value(Random random, int depth) {
    return switch (depth > 4 ? 9 : random.nextInt(10)) {
      case 0 -> document(random, depth + 1);
      case 1 ->
          random
              .ints(random.nextInt(3), 0, 1)
              .mapToObj(n -> value(random, depth + 1))
              .collect(Collectors.joining(space(random) + ",", "[", space(random) + "]"));
      default -> any(random, random.nextInt(4) == 0 ? SCALARS : new String[] {"1", "\"x\""});
    };
  }

  private static byte[] mutated(Random random, byte[] document) {
    if (random.nextInt(4) == 0) {
      document[random.nextInt(document.length)] = (byte) random.nextInt();
    }
    return random.nextInt(8) == 0
        ? Arrays.copyOf(document, random.nextInt(document.length))
        : document;
  }

  private static String space(Random random) {
    return any(random, SPACES);
  }

  private static String any(Random random, String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  /** Everything that can be asked of what was read. */
  private static String text(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      TreeMap<String, String> members = new TreeMap<>();
      object.members().forEach((name, member) -> members.put(name, text(member)));
      return members + " " + object.duplicates();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(PlainJsonReaderTest::text).toList().toString();
    }
    return value instanceof JsonNumber number
        ? number.whole() + " " + number.value() + " " + number.shortText()
        : value instanceof String text ? "'" + text + "'" : String.valueOf(value);
  }
}
