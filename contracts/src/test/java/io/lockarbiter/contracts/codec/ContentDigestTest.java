package io.lockarbiter.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContentDigestTest {
  private static final CommandText CUSTOM =
      CommandText.custom()
          .with("targets", "[{'path':'/a','mode':'READ'},{'path':'/b','mode':'PUT'}]")
          .with("session", "'s'")
          .with("holding", "['h1','h2']")
          .with("leaseMs", "30000")
          .with("waitMs", "5")
          .with("attributes", "{'a':'1','b':'2'}");

  private static CommandText replacing(String replaces) {
    return CUSTOM.with("waitMs", "0").with("replaces", replaces);
  }

  private static String digest(CommandText text) {
    return ContentDigest.of(((Acquire) text.valid()).fields());
  }

  @Test
  void digest_is32LowerCaseHexDigits() {
    assertThat(digest(CUSTOM)).matches("[0-9a-f]{32}");
  }

  /** Redis keeps digests across releases, so this value must never change. */
  @Test
  void digest_staysTheSameFromReleaseToRelease() {
    assertThat(digest(CUSTOM)).isEqualTo("07d314311245aae566c1b369a244aabe");
    assertThat(digest(replacing("{'lockId':'k','subAccount':'u9'}")))
        .isEqualTo("61f225758e29cac1c6a87a1e7cd04e05");
  }

  @Test
  void equalContent_hasEqualDigests() {
    CommandText otherOrder =
        CommandText.acquire()
            .without("path")
            .with("attributes", "{ 'b':'2', 'a':'1', 'c':null }")
            .with("waitMs", "5")
            .with("holding", "['h1','h2']")
            .with("session", "'s'")
            .with("targets", "[{'mode':'READ','path':'/a'},{'mode':'PUT','path':'/b'}]")
            .with("operation", "'CUSTOM'");
    assertThat(digest(otherOrder)).isEqualTo(digest(CUSTOM));
    assertThat(digest(CommandText.acquire().with("path", "'/e\u0301'")))
        .isEqualTo(digest(CommandText.acquire().with("path", "'/\u00e9'")));
    assertThat(digest(CommandText.acquire()))
        .isEqualTo(
            digest(
                CommandText.acquire()
                    .with("leaseMs", "30000")
                    .with("waitMs", "0")
                    .with("holding", "[]")
                    .with("attributes", "{}")));
  }

  @Test
  void whatIsNoContent_doesNotCount() {
    assertThat(digest(CUSTOM.with("commandId", "'c2'").with("replyTo", "'r'").with("v", "1")))
        .isEqualTo(digest(CUSTOM));
  }

  /** A sender that repeats a request does so in another trace, or in none. */
  @Test
  void traceOfARequest_doesNotCount() {
    CommandText traced = CUSTOM.with("attributes", "{'a':'1','b':'2','traceparent':'00-1'}");
    CommandText elsewhere = CUSTOM.with("attributes", "{'a':'1','b':'2','traceparent':'00-2'}");
    CommandText untraced = CUSTOM.with("attributes", "{'a':'1','b':'2'}");

    assertThat(digest(traced)).isEqualTo(digest(elsewhere)).isEqualTo(digest(untraced));
  }

  @Test
  void eachDifference_changesTheDigest() {
    List<CommandText> different =
        List.of(
            CUSTOM,
            CUSTOM.with("subAccount", "'u8'"),
            CUSTOM.with("session", "'t'"),
            CUSTOM.without("session"),
            CUSTOM.with("targets", "[{'path':'/a','mode':'READ'}]"),
            CUSTOM.with("targets", "[{'path':'/b','mode':'PUT'},{'path':'/a','mode':'READ'}]"),
            CUSTOM.with("targets", "[{'path':'/a','mode':'ADD'},{'path':'/b','mode':'PUT'}]"),
            CUSTOM.with("targets", "[{'path':'/a','mode':'READ'},{'path':'/c','mode':'PUT'}]"),
            CUSTOM.with("leaseMs", "30001"),
            CUSTOM.with("waitMs", "6"),
            CUSTOM.without("waitMs"),
            CUSTOM.with("maxHoldMs", "1000"),
            CUSTOM.with("maxHoldMs", "1001"),
            CUSTOM.with("holding", "['h1']"),
            CUSTOM.with("holding", "['h2','h1']"),
            CUSTOM.with("holding", "['h1h2']"),
            CUSTOM.without("holding"),
            replacing("{'lockId':'k','subAccount':'u9'}"),
            replacing("{'lockId':'k2','subAccount':'u9'}"),
            replacing("{'lockId':'k','subAccount':'u8'}"),
            replacing("{'lockId':'k','subAccount':'u9','session':'s'}"),
            replacing("{'lockId':'k','subAccount':'u9'}").with("maxHoldMs", "1000"),
            CUSTOM.with("attributes", "{'a':'2','b':'1'}"),
            CUSTOM.with("attributes", "{'a':'1b','':'2'}"),
            CUSTOM.with("attributes", "{'a':'1'}"),
            CUSTOM.with("attributes", "{'a':'1','b':'2','tracestate':'x'}"),
            CUSTOM.without("attributes"),
            CommandText.acquire(),
            CommandText.acquire().with("operation", "'CREATE_FOLDER'"),
            CommandText.acquire().with("path", "'/docs/plan.pdF'"),
            CommandText.move(),
            CommandText.move().with("operation", "'RENAME'"),
            CommandText.move().with("operation", "'COPY'"),
            CommandText.move().with("destination", "'/archive2'"),
            CUSTOM.without("leaseMs").with("bound", "true"),
            CUSTOM.with("existing", "true"),
            CUSTOM.with("existing", "1"),
            CUSTOM.with("existing", "2"));
    assertThat(different.stream().map(ContentDigestTest::digest)).doesNotHaveDuplicates();
  }

  @Test
  void randomRequests_haveEqualDigestsExactlyIfTheirContentIsEqual() {
    long seed = Seeds.fresh();
    RandomEvents events = new RandomEvents(new Random(seed));
    Map<String, List<Object>> contents = new HashMap<>();
    for (int i = 0; i < 5_000; i++) {
      LockFields fields = events.lock();
      List<Object> content = new ArrayList<>();
      content.add(fields.owner());
      content.add(fields.operation());
      content.add(fields.targets());
      content.add(fields.leaseMs());
      content.add(fields.waitMs());
      content.add(fields.maxHoldMs());
      content.add(fields.holding());
      content.add(String.valueOf(fields.replaces()));
      content.add(String.valueOf(fields.existing()));
      content.add(fields.attributes());
      List<Object> other = contents.put(ContentDigest.of(fields), content);
      assertThat(other == null ? content : other).as("seed %d", seed).isEqualTo(content);
    }
  }
}
