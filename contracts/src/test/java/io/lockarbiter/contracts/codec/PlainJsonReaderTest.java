package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the fast reader reads, the other one reads alike. */
class PlainJsonReaderTest {
  private static final String EVENT =
      """
      {"v":1,"type":"granted","seq":7,"at":1700000000000,"account":"acme","commandId":"c1",\
      "cause":{"partition":3,"offset":991},"lockId":"c1","targets":[{"path":"/a/b","mode":"PUT"}],\
      "holding":["x","y"],"attributes":{"k":"v"},"repeated":true,"gone":false,"note":null,"n":0}""";

  private static final String PARTS = "{}[]\":,\\ \n\t-0123456789.eE+truefalsn/*u\u00e9\u0001";

  @Test
  void plainObject_isReadByTheFastReader() throws MalformedJsonException {
    assertThat(PlainJsonReader.read(EVENT.getBytes(UTF_8))).isNotNull();
    assertThat(fast(EVENT.getBytes(UTF_8))).isEqualTo(slow(EVENT.getBytes(UTF_8)));
  }

  @Test
  void spaceBetweenTokens_isPlain() {
    assertThat(fast(" {\t\"a\" :\r\n[ 1 , { } ,[ ] ] } \n".getBytes(UTF_8)))
        .isEqualTo("{a=[1, {}, []]}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}{}",
        "[]",
        "{,}",
        "{\"a\":1,}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\":01}",
        "{\"a\":-1}",
        "{\"a\":1.0}",
        "{\"a\":1e2}",
        "{\"a\":1234567890123456789}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":tru}",
        "{\"a\":truely}",
        "{\"a\":\"\\n\"}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\u00e9\"}",
        "{\"a\":1 2}",
        "{\"a\" 1}",
        "{\"a\":\"b}"
      })
  void anythingElse_isLeftToTheOther(String json) {
    assertThat(PlainJsonReader.read(json.getBytes(UTF_8))).isNull();
  }

  @Test
  void depth_isThatOfTheOther() {
    String deepest = "{\"a\":".repeat(JsonReader.MAX_DEPTH - 1) + "{}" + "}".repeat(15);

    assertThat(fast(deepest.getBytes(UTF_8))).isNotNull().isEqualTo(slow(deepest.getBytes(UTF_8)));
    assertThat(fast(("{\"a\":" + deepest + "}").getBytes(UTF_8))).isNull();
    assertThat(slow(("{\"a\":" + deepest + "}").getBytes(UTF_8))).isNull();
  }

  @Test
  void damagedBytes_areReadAlikeOrLeftToTheOther() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int plain = 0;
    for (int n = 0; n < 200_000; n++) {
      byte[] bytes = EVENT.getBytes(ISO_8859_1);
      for (int damage = random.nextInt(3); damage >= 0; damage--) {
        bytes[random.nextInt(bytes.length)] = (byte) PARTS.charAt(random.nextInt(PARTS.length()));
      }
      String read = fast(bytes);
      if (read != null) {
        plain++;
        assertThat(read).as("seed=%d n=%d", seed, n).isEqualTo(slow(bytes));
      }
    }
    assertThat(plain).as("seed=%d", seed).isGreaterThan(1_000);
  }

  @Test
  void names_areTheSameTexts() {
    for (String name : List.of("account", "seq", "unknown", "", "accounts")) {
      byte[] bytes = (name + "x").getBytes(UTF_8);
      assertThat(PlainNames.of(bytes, 0, name.length())).isEqualTo(name);
    }
  }

  private static @Nullable String fast(byte[] bytes) {
    JsonObject read = PlainJsonReader.read(bytes);
    return read == null ? null : text(read);
  }

  private static @Nullable String slow(byte[] bytes) {
    try {
      JsonObject read = JsonReader.readAny(bytes);
      assertThat(read.duplicates()).isEmpty();
      return text(read);
    } catch (MalformedJsonException e) {
      return null;
    }
  }

  /** Everything that a reader tells, the kinds of values too. */
  private static String text(@Nullable Object value) {
    if (value instanceof JsonObject object) {
      StringBuilder text = new StringBuilder("{");
      object
          .members()
          .forEach(
              (name, member) -> text.append(name).append('=').append(text(member)).append(' '));
      return text.toString().strip() + "}";
    } else if (value instanceof List<?> list) {
      return list.stream().map(PlainJsonReaderTest::text).toList().toString();
    }
    return value instanceof JsonNumber number
        ? String.valueOf(number.value()) + (number.text() == null ? "" : number)
        : value + (value instanceof String ? "'" : "");
  }
}
