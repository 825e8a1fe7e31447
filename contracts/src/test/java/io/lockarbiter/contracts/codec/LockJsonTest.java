package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

class LockJsonTest {
  @Test
  void pieces_areAsDocumented() {
    LockPath docs = LockPath.of("/docs");
    LockPath archive = LockPath.of("/archive/\"docs\"");
    LockFields fields =
        new LockFields(
            "l\\1",
            new Owner("u9", "web"),
            Operation.MOVE,
            docs,
            archive,
            List.of(new Target(docs, Mode.EXCLUSIVE), new Target(archive, Mode.PUT)),
            30_000,
            5,
            List.of("a", "b"),
            new TreeMap<>(Map.of("z", "1", "a", "é\n")));
    assertThat(LockJson.of("acme", fields))
        .isEqualTo(
            new LockJson(
                "\"acme\"",
                "\"l\\\\1\"",
                "\"subAccount\":\"u9\",\"session\":\"web\",\"operation\":\"MOVE\"",
                "\"path\":\"/docs\",\"destination\":\"/archive/\\\"docs\\\"\",\"targets\":"
                    + "[{\"path\":\"/docs\",\"mode\":\"EXCLUSIVE\"},"
                    + "{\"path\":\"/archive/\\\"docs\\\"\",\"mode\":\"PUT\"}],"
                    + "\"leaseMs\":30000,\"waitMs\":5,\"holding\":[\"a\",\"b\"],"
                    + "\"attributes\":{\"a\":\"é\\n\",\"z\":\"1\"}",
                List.of(
                    "\"path\":\"/docs\",\"mode\":\"EXCLUSIVE\"",
                    "\"path\":\"/archive/\\\"docs\\\"\",\"mode\":\"PUT\"")));
  }

  @Test
  void pieces_areReadAsTheyWereWritten() {
    for (int i = 0; i < 200; i++) {
      LockFields fields =
          new RandomCommands(new Random(i))
              .acquire("l\"" + i, "acme", new Owner("é", null), null)
              .fields();
      LockJson json = LockJson.of("acme", fields);
      assertThat(LockJson.fields(json.lockId(), json.head(), json.tail())).isEqualTo(fields);
    }
    assertThat(LockJson.unquote(LockJson.quote("a\"\\\n\u0001é"))).isEqualTo("a\"\\\n\u0001é");
  }

  @Test
  void blockers_areReadWithoutTheirEvent() {
    String blocker =
        "{\"lockId\":\"l\",\"subAccount\":\"u\",\"operation\":\"UPLOAD\",\"path\":\"/a\","
            + "\"mode\":\"PUT\",\"expiresAt\":7,\"relation\":\"SAME\",\"waiting\":false}";
    BlockedBy blocked =
        LockJson.blockedBy(",\"blockedBy\":[" + blocker + "],\"moreBlockers\":true");
    assertThat(blocked)
        .isEqualTo(
            new BlockedBy(
                List.of(
                    new Blocker(
                        "l",
                        new Owner("u", null),
                        Operation.UPLOAD,
                        LockPath.of("/a"),
                        false,
                        Mode.PUT,
                        7L,
                        Relation.SAME,
                        false)),
                true));
    assertThat(LockJson.blockedBy(",\"blockedBy\":[]")).isEqualTo(new BlockedBy(List.of(), false));
    assertThatThrownBy(() -> LockJson.blockedBy(",\"blockedBy\":[{}]"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not as it was written: blockedBy[0].lockId is missing");
  }

  @Test
  void absentFields_areLeftOut() {
    LockPath root = LockPath.ROOT;
    LockFields fields =
        new LockFields(
            "l1",
            new Owner("u9", null),
            Operation.CUSTOM,
            null,
            null,
            List.of(new Target(root, Mode.READ)),
            30_000,
            0,
            List.of(),
            new TreeMap<>());
    LockJson json = LockJson.of("acme", fields);
    assertThat(json.head()).isEqualTo("\"subAccount\":\"u9\",\"operation\":\"CUSTOM\"");
    assertThat(json.tail())
        .isEqualTo("\"targets\":[{\"path\":\"/\",\"mode\":\"READ\"}],\"leaseMs\":30000");
  }

  @Test
  void joinedPieces_areTheBytesOfTheEvent() {
    long seed = System.nanoTime();
    System.out.println("LockJsonTest.joinedPieces seed=" + seed);
    Random random = new Random(seed);
    RandomEvents events = new RandomEvents(random);
    for (int i = 0; i < 3_000; i++) {
      LockFields fields = events.lock();
      String account = RandomTexts.id(random);
      EventHead head = new EventHead(7, 8, account, fields.lockId(), new Cause(3, 991));
      Granted event = new Granted(head, fields, 7, 9, 0, true);
      LockJson json = LockJson.of(account, fields);
      String joined =
          "{\"v\":1,\"type\":\"granted\",\"seq\":7,\"at\":8,\"account\":%s,\"commandId\":%s,"
                  .formatted(json.account(), json.lockId())
              + "\"cause\":{\"partition\":3,\"offset\":991},\"lockId\":"
              + String.join(",", json.lockId(), json.head(), json.tail())
              + ",\"token\":7,\"expiresAt\":9,\"waitedMs\":0,\"repeated\":true}";
      assertThat(joined)
          .as("seed %d", seed)
          .isEqualTo(new String(EventCodec.encode(event), UTF_8))
          .contains("\"targets\":[{" + String.join("},{", json.targets()) + "}]");
    }
  }

  @Test
  void quotedTexts_areAsJacksonWritesThem() {
    JsonFactory factory =
        JsonFactory.builder()
            .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (codePoint < Character.MIN_SURROGATE || codePoint > Character.MAX_SURROGATE) {
        String text = "a" + Character.toString(codePoint) + "b";
        if (codePoint < 0x3000 || codePoint % 97 == 0) {
          assertThat(LockJson.quote(text)).isEqualTo(jackson(factory, text));
        }
      }
    }
    assertThat(LockJson.quote("")).isEqualTo("\"\"");
    assertThat(LockJson.quote("/a\u007f\u2028😀")).isEqualTo("\"/a\u007f\u2028😀\"");
  }

  private static String jackson(JsonFactory factory, String text) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator generator = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      generator.writeString(text);
    }
    return out.toString(UTF_8);
  }
}
