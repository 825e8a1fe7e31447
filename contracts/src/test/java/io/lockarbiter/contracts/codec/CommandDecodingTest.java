package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Decoding of valid commands, with defaults and normalised paths. */
class CommandDecodingTest {
  private static final LockPath PLAN = LockPath.of("/docs/plan.pdf");

  private static Acquire acquire(CommandText text) {
    return (Acquire) text.valid();
  }

  @Test
  void fullAcquire_hasEveryField() {
    CommandText text =
        CommandText.acquire()
            .with("v", "1")
            .with("session", "'web-1'")
            .with("leaseMs", "20000")
            .with("waitMs", "10000")
            .with("holding", "['5c0a','5c0b']")
            .with("replyTo", "'gateway-3'")
            .with("attributes", "{'uploadId':'u-77','bytes':'1048576'}");

    assertThat(text.valid())
        .isEqualTo(
            new Acquire(
                "acme",
                "gateway-3",
                new LockFields(
                    "c1",
                    new Owner("u9", "web-1"),
                    Operation.UPLOAD,
                    PLAN,
                    null,
                    List.of(new Target(PLAN, Mode.PUT)),
                    20_000,
                    10_000,
                    List.of("5c0a", "5c0b"),
                    new TreeMap<>(Map.of("uploadId", "u-77", "bytes", "1048576")))));
  }

  @Test
  void shortAcquire_hasTheDefaults() {
    assertThat(CommandText.acquire().valid())
        .isEqualTo(
            new Acquire(
                "acme",
                null,
                new LockFields(
                    "c1",
                    new Owner("u9", null),
                    Operation.UPLOAD,
                    PLAN,
                    null,
                    List.of(new Target(PLAN, Mode.PUT)),
                    30_000,
                    0,
                    List.of(),
                    new TreeMap<>())));
  }

  @Test
  void move_hasTwoTargets() {
    Acquire move = acquire(CommandText.move());
    assertThat(move.fields().destination()).isEqualTo(LockPath.of("/archive"));
    assertThat(move.fields().targets())
        .containsExactly(
            new Target(PLAN, Mode.EXCLUSIVE), new Target(LockPath.of("/archive"), Mode.PUT));
  }

  @Test
  void destinationAbovePath_isValid() {
    assertThat(acquire(CommandText.move().with("destination", "'/docs'")).fields().destination())
        .isEqualTo(LockPath.of("/docs"));
    assertThat(
            acquire(CommandText.move().with("destination", "'/docs/plan.pdf2'"))
                .fields()
                .destination())
        .isEqualTo(LockPath.of("/docs/plan.pdf2"));
  }

  @Test
  void equalTargets_countOnceAfterNormalising() {
    Acquire custom =
        acquire(
            CommandText.custom()
                .with(
                    "targets",
                    """
                    [{'path':'/b','mode':'READ'},{'mode':'PUT','path':'/e\u0301'},
                     {'path':'/b','mode':'READ','note':[1]},{'path':'/\u00e9','mode':'PUT'},
                     {'path':'/b','mode':'ADD'}]"""));
    assertThat(custom.fields().path()).isNull();
    assertThat(custom.fields().targets())
        .containsExactly(
            new Target(LockPath.of("/b"), Mode.READ),
            new Target(LockPath.of("/\u00e9"), Mode.PUT),
            new Target(LockPath.of("/b"), Mode.ADD));
  }

  @Test
  void sixteenDifferentTargets_areAllowedHoweverOftenTheyStand() {
    StringBuilder targets = new StringBuilder();
    for (int i = 0; i < 64; i++) {
      targets.append(i == 0 ? "[" : ",").append("{'path':'/t" + i % 16 + "','mode':'DELETE'}");
    }
    assertThat(acquire(CommandText.custom().with("targets", targets + "]")).fields().targets())
        .hasSize(16);
  }

  @Test
  void otherCommands_haveTheirFields() {
    CommandText renew = CommandText.renew().with("session", "'s'").with("replyTo", "'r'");
    assertThat(renew.valid())
        .isEqualTo(new Renew("c1", "acme", new Owner("u9", "s"), "r", "l1", null));
    assertThat(renew.with("leaseMs", "1000").valid())
        .isEqualTo(new Renew("c1", "acme", new Owner("u9", "s"), "r", "l1", 1_000L));
    assertThat(CommandText.release().valid())
        .isEqualTo(new Release("c1", "acme", new Owner("u9", null), null, "l1", false));
    assertThat(CommandText.release().with("gone", "true").valid())
        .isEqualTo(new Release("c1", "acme", new Owner("u9", null), null, "l1", true));
    assertThat(
            CommandText.release().with("failed", "true").with("result", "'{\\\"n\\\":1}'").valid())
        .isEqualTo(
            new Release(
                "c1",
                "acme",
                new Owner("u9", null),
                null,
                "l1",
                WorkOutcome.FAILED.withResult("{\"n\":1}")));
    assertThat(CommandText.forceRelease().valid())
        .isEqualTo(new ForceRelease("c1", "acme", new Owner("u9", null), null, "l1", null));
    assertThat(CommandText.forceRelease().with("comment", "'line 1\\nline 2'").valid())
        .isEqualTo(
            new ForceRelease("c1", "acme", new Owner("u9", null), null, "l1", "line 1\nline 2"));
  }

  @Test
  void keepAlive_hasTheDefaultLease() {
    Owner owner = new Owner("u9", "s");
    assertThat(CommandText.keepAlive().valid())
        .isEqualTo(new KeepAlive("c1", "acme", owner, null, 30_000));
    assertThat(CommandText.keepAlive().with("leaseMs", "600000").with("replyTo", "'r'").valid())
        .isEqualTo(new KeepAlive("c1", "acme", owner, "r", 600_000));
  }

  @Test
  void boundLock_hasNoLease() {
    CommandText bound = CommandText.acquire().with("session", "'s'").with("bound", "true");
    assertThat(acquire(bound).fields().isBound()).isTrue();
    assertThat(acquire(bound).fields().isToldAgain()).isTrue();
    assertThat(acquire(bound).fields().leaseMs()).isZero();
    assertThat(acquire(bound.with("bound", "false")).fields().leaseMs()).isEqualTo(30_000);
    assertThat(acquire(bound.with("attributes", "{'leaseMs':'5000'}")).fields().renewedLeaseMs())
        .isZero();
  }

  @Test
  void nullFields_areAsAbsentOnes() {
    CommandText text = CommandText.acquire();
    CommandText nulls = text;
    for (String field :
        List.of(
            "v",
            "session",
            "destination",
            "targets",
            "holding",
            "replaces",
            "existing",
            "bound",
            "leaseMs",
            "waitMs",
            "maxHoldMs",
            "replyTo",
            "attributes",
            "lockId",
            "gone",
            "comment",
            "key",
            "unheardOf")) {
      nulls = nulls.with(field, "null");
    }
    assertThat(nulls.valid()).isEqualTo(text.valid());
    assertThat(CommandText.renew().with("leaseMs", "null").valid())
        .isEqualTo(CommandText.renew().valid());
    assertThat(CommandText.release().with("gone", "null").valid())
        .isEqualTo(CommandText.release().valid());
    assertThat(CommandText.forceRelease().with("comment", "null").valid())
        .isEqualTo(CommandText.forceRelease().valid());
    assertThat(CommandText.custom().with("path", "null").valid())
        .isEqualTo(CommandText.custom().valid());
    assertThat(text.with("attributes", "{'a':null}").valid()).isEqualTo(text.valid());
  }

  @Test
  void unknownFieldsAndThoseOfOtherTypes_areIgnored() {
    CommandText renew = CommandText.renew();
    assertThat(
            renew
                .with("path", "'no path'")
                .with("targets", "7")
                .with("gone", "'maybe'")
                .with("comment", "[]")
                .with("waitMs", "-1")
                .with("unheardOf", "{'a':[{'b':1},{'b':2}]}")
                .with("key", "'other'")
                .valid())
        .isEqualTo(renew.valid());
    assertThat(CommandText.acquire().with("lockId", "''").with("gone", "0").valid())
        .isEqualTo(CommandText.acquire().valid());
  }

  @Test
  void equalKeysInDifferentObjects_areNoDuplicates() {
    CommandText text = CommandText.acquire();
    assertThat(text.with("x", "[{'a':1},{'a':{'a':1}},{'path':2}]").valid())
        .isEqualTo(text.valid());
  }

  @Test
  void bounds_areInclusive() {
    assertThat(acquire(CommandText.acquire().with("leaseMs", "1000")).fields().leaseMs())
        .isEqualTo(1_000);
    assertThat(acquire(CommandText.acquire().with("leaseMs", "600000")).fields().leaseMs())
        .isEqualTo(600_000);
    assertThat(acquire(CommandText.acquire().with("keepMs", "60000")).fields().leaseMs())
        .isEqualTo(60_000);
    assertThat(acquire(CommandText.acquire().with("keepMs", "2592000000")).fields().leaseMs())
        .isEqualTo(2_592_000_000L);
    assertThat(acquire(CommandText.acquire().with("waitMs", "0")).fields().waitMs()).isZero();
    assertThat(acquire(CommandText.acquire().with("waitMs", "-0")).fields().waitMs()).isZero();
    assertThat(acquire(CommandText.acquire().with("waitMs", "600000")).fields().waitMs())
        .isEqualTo(600_000);
    assertThat(acquire(CommandText.acquire().with("maxHoldMs", "1000")).fields().maxHoldMs())
        .isEqualTo(1_000);
    assertThat(acquire(CommandText.acquire().with("maxHoldMs", "86400000")).fields().maxHoldMs())
        .isEqualTo(86_400_000);
  }

  @Test
  void escapesAndRawText_areTheSame() {
    Command raw = CommandText.acquire().with("path", "'/é/😀'").valid();
    assertThat(CommandText.acquire().with("path", "'\\/\\u00E9\\/\\ud83d\\ude00'").valid())
        .isEqualTo(raw);
    String escapedNames = CommandText.acquire().toString().replace("\"path\"", "\"p\\u0061th\"");
    assertThat(CommandText.decode(escapedNames))
        .isEqualTo(new DecodedCommand.Valid(CommandText.acquire().valid()));
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "\r\n\t ", "                    "})
  void whiteSpaceAround_isIgnored(String space) {
    CommandText text = CommandText.acquire();
    assertThat(CommandText.decode(space + text + space))
        .isEqualTo(new DecodedCommand.Valid(text.valid()));
  }

  @Test
  void accountBeyondAscii_isKeyedByItsUtf8Bytes() {
    String json = CommandText.release().with("account", "'文档😀'").toString();
    assertThat(CommandCodec.decode("文档😀".getBytes(UTF_8), json.getBytes(UTF_8)))
        .isInstanceOf(DecodedCommand.Valid.class);
  }

  @Test
  void deepestNestingAllowed_isDecoded() {
    String nested = "[".repeat(15) + "]".repeat(15);
    assertThat(CommandText.acquire().with("unheardOf", nested).valid())
        .isEqualTo(CommandText.acquire().valid());
  }

  @Test
  void largestRecord_isDecoded() {
    String json = CommandText.acquire().toString();
    String padded = json + " ".repeat(65_536 - json.length());
    assertThat(CommandText.decode(padded)).isInstanceOf(DecodedCommand.Valid.class);
  }

  /**
   * The names share one hash in the parser's table of names, if it were used, and in the maps of
   * the reader.
   */
  @Test
  void fieldNamesMadeToCollide_changeNothing() {
    for (String[] pair : new String[][] {{"Ab", "BA"}, {"Aa", "BB"}}) {
      CommandText text = CommandText.acquire();
      for (int i = 0; i < 1_500; i++) {
        StringBuilder name = new StringBuilder();
        for (int bit = 0; bit < 11; bit++) {
          name.append(pair[(i >> bit) & 1]);
        }
        text = text.with(name.toString(), "0");
      }
      assertThat(text.valid()).isEqualTo(CommandText.acquire().valid());
    }
  }
}
