package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WopiTokensTest {
  private static final String PATH = "/docs/Pläne 1.docx";
  private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

  private final WopiTokens tokens = at(NOW);

  private static WopiTokens at(Instant now) {
    return new WopiTokens(WopiCases.KEY, "acme", InstantSource.fixed(now));
  }

  private static @Nullable WopiFile file(WopiTokens tokens, String path, String token) {
    return tokens.read(WopiTokens.id(path), token);
  }

  private WopiFile valid(String path, String token) {
    return Objects.requireNonNull(file(tokens, path, token));
  }

  @Test
  void token_tellsUserFileAndRight() {
    WopiFile file = valid(PATH, tokens.issue("ann", PATH, true, Duration.ofHours(1)));

    assertThat(file.place()).isEqualTo(new WebdavPlace("acme", "ann", PATH));
    assertThat(file.path()).isEqualTo(PATH);
    assertThat(file.userName()).isEqualTo("ann");
    assertThat(file.mayWrite()).isTrue();
    assertThat(valid(PATH, tokens.issue("ann", PATH, false, Duration.ofHours(1))).mayWrite())
        .isFalse();
  }

  @Test
  void token_ends() {
    String token = tokens.issue("ann", PATH, true, Duration.ofHours(1));

    assertThat(file(at(NOW.plusSeconds(3_599)), PATH, token)).isNotNull();
    assertThat(file(at(NOW.plusSeconds(3_600)), PATH, token)).isNull();
  }

  @Test
  void tokenOfAnotherKeyFileOrText_isNone() {
    String token = tokens.issue("ann", PATH, true, Duration.ofHours(1));
    WopiTokens others =
        new WopiTokens("x".repeat(32).getBytes(UTF_8), "acme", InstantSource.fixed(NOW));

    assertThat(file(others, PATH, token)).isNull();
    assertThat(file(tokens, "/docs/other.docx", token)).isNull();
    String[] parts = token.split("\\.");
    String raised = tokens.issue("root", PATH, true, Duration.ofHours(1)).split("\\.")[1];
    assertThat(file(tokens, PATH, parts[0] + "." + raised + "." + parts[2])).isNull();
    for (String text : new String[] {"", ".", "..", "a.b.c", parts[0] + "." + parts[1] + "."}) {
      assertThat(file(tokens, PATH, text)).as(text).isNull();
    }
    assertThat(tokens.read("%%%", token)).isNull();
  }

  @Test
  void headerOrUserThatCanBeNone_isNoToken() throws Exception {
    String claims = "{\"sub\":\"%s\",\"file\":\"/a\",\"exp\":" + (NOW.getEpochSecond() + 60) + "}";

    assertThat(file(tokens, "/a", signed("{\"alg\":\"HS256\"}", claims.formatted("ann"))))
        .isNotNull();
    assertThat(file(tokens, "/a", signed("null", claims.formatted("ann")))).isNull();
    for (String user : new String[] {"", "u".repeat(129), "a\\u0001b"}) {
      assertThat(file(tokens, "/a", signed("{\"alg\":\"HS256\"}", claims.formatted(user))))
          .isNull();
    }
  }

  @Test
  void tokenMadeElsewhere_isRead() throws Exception {
    String claims =
        "{\"iss\":\"shop\",\"sub\":\"ann\",\"name\":\"Ann A.\",\"file\":\"/a\",\"write\":true,\"exp\":%d,\"aud\":[\"x\"]}"
            .formatted(NOW.getEpochSecond() + 60);

    WopiFile file = valid("/a", signed("{\"alg\":\"HS256\"}", claims));

    assertThat(file.userName()).isEqualTo("Ann A.");
    assertThat(file.mayWrite()).isTrue();
    assertThat(file(tokens, "/a", signed("{\"alg\":\"none\"}", claims))).isNull();
    assertThat(file(tokens, "/a", signed("{\"alg\":\"HS512\"}", claims))).isNull();
    assertThat(file(tokens, "/a", signed("{\"alg\":\"HS256\",\"crit\":\"x\"}", claims))).isNull();
    assertThat(file(tokens, "/a", signed("{\"alg\":\"HS256\"}", "{\"sub\":\"ann\"}"))).isNull();
    assertThat(
            file(
                tokens,
                "/a",
                signed("{\"alg\":\"HS256\"}", claims.replaceAll("\"exp\":[0-9]+", "\"exp\":true"))))
        .isNull();
    assertThat(
            file(
                tokens,
                "/a",
                signed(
                    "{\"alg\":\"HS256\"}", claims.replaceAll("\"exp\":[0-9]+", "\"exp\":\"NaN\""))))
        .isNull();
  }

  @Test
  void tokenWithoutEnd_isNone_andWithoutRightIsToRead() throws Exception {
    String header = "{\"alg\":\"HS256\"}";

    assertThat(file(tokens, "/a", signed(header, "{\"sub\":\"ann\",\"file\":\"/a\"}"))).isNull();
    assertThat(
            valid(
                    "/a",
                    signed(
                        header,
                        "{\"sub\":\"ann\",\"file\":\"/a\",\"exp\":%d}"
                            .formatted(NOW.getEpochSecond() + 60)))
                .mayWrite())
        .isFalse();
  }

  @Test
  void printedToken_isForWhatItWasAskedFor(@TempDir Path folder) throws Exception {
    Path key = Files.writeString(folder.resolve("key"), new String(WopiCases.KEY, UTF_8) + "\n");

    assertThat(printed(key, "ann", PATH).mayWrite()).isTrue();
    assertThat(printed(key, "ann", PATH, "60").mayWrite()).isTrue();
    assertThat(printed(key, "ann", PATH, "60", "read").mayWrite()).isFalse();
    assertThat(printed(key, "ann", PATH, "read").mayWrite()).isFalse();
  }

  /** The file of the token that is printed for these arguments. */
  private static WopiFile printed(Path key, String... args) throws Exception {
    PrintStream usual = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, UTF_8));
    try {
      WopiTokens.main(
          Stream.concat(Stream.of(key.toString()), Arrays.stream(args)).toArray(String[]::new));
    } finally {
      System.setOut(usual);
    }
    String[] lines = out.toString(UTF_8).split("\\R");
    return Objects.requireNonNull(WopiTokens.of(WopiCases.KEY, "acme").read(lines[0], lines[1]));
  }

  private static String signed(String header, String claims) throws Exception {
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String text =
        encoder.encodeToString(header.getBytes(UTF_8))
            + "."
            + encoder.encodeToString(claims.getBytes(UTF_8));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(WopiCases.KEY, "HmacSHA256"));
    return text + "." + encoder.encodeToString(mac.doFinal(text.getBytes(UTF_8)));
  }

  @Test
  void shortKey_isRefused() {
    assertThatThrownBy(() -> WopiTokens.of("secret".getBytes(UTF_8), "acme"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("The key has 6 bytes, expected 32 or more");
  }
}
