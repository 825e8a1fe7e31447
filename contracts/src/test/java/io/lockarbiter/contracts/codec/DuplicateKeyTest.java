package io.lockarbiter.contracts.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A key given twice means two things to two readers, so nobody gets to choose. */
class DuplicateKeyTest {
  private static void assertRefused(String json, String field, String message) {
    assertThat(CommandText.decode(json))
        .isEqualTo(new DecodedCommand.Refused(new Refusal("acme", "c1", null, field, message)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "v",
        "type",
        "subAccount",
        "session",
        "lockId",
        "operation",
        "path",
        "destination",
        "targets",
        "holding",
        "leaseMs",
        "waitMs",
        "attributes",
        "gone",
        "comment"
      })
  void knownKeyTwice_isAProblemOfThatField(String field) {
    String twice = "'%s':null,'%s':null".formatted(field, field);
    CommandText text = CommandText.acquire().without(field);
    assertRefused(text.followedBy(twice), field, field + " is given twice");
  }

  @Test
  void sameValueTwice_isRefusedToo() {
    assertRefused(
        CommandText.acquire().followedBy("'path':'/docs/plan.pdf'"), "path", "path is given twice");
  }

  @Test
  void escapedKey_isTheSameKey() {
    assertRefused(
        CommandText.acquire().followedBy("'p\\u0061th':'/x'"), "path", "path is given twice");
  }

  @Test
  void replyToTwice_isRefusedAndNotRepliedTo() {
    assertRefused(
        CommandText.acquire().with("replyTo", "'r'").followedBy("'replyTo':'r'"),
        "replyTo",
        "replyTo is given twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"account", "commandId"})
  void addressTwice_canNotBeAnswered(String field) {
    String json = CommandText.acquire().followedBy("'" + field + "':'x'");
    assertThat(CommandText.decode(json))
        .isEqualTo(new DecodedCommand.Dead(field + " is given twice; nobody can be answered"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          targets    | [{'path':'/a','mode':'READ','path':'/b'}]
          targets    | [{'path':'/a','mode':'READ','x':{'y':1,'y':1}}]
          attributes | {'a':'b','a':'b'}
          attributes | {'a':'b','a':null}
          path       | {'a':1,'a':2}
          holding    | [[{'a':1,'a':2}]]
          comment    | [{'a':{'b':1,'b':2}}]
          """)
  void duplicateInsideAKnownField_isAProblemOfThatField(String field, String json) {
    assertRefused(
        CommandText.custom().with(field, json).toString(),
        field,
        field + " has a duplicate key inside");
  }

  @Test
  void equalKeysInDifferentObjects_areNoDuplicates() {
    CommandText text = CommandText.acquire();
    assertThat(text.with("x", "[{'a':1},{'a':{'a':1}},{'path':2}]").valid())
        .isEqualTo(text.valid());
  }

  @Test
  void duplicateThatIsNoField_isNamedLast() {
    String twice = "'unheardOf':1,'unheardOf':2";
    assertRefused(
        CommandText.acquire().followedBy(twice),
        "unheardOf",
        "a field that commands do not have is given twice");
    assertRefused(
        CommandText.acquire().with("other", "[{'a':{'b':1,'b':2}}]").followedBy(twice),
        "other",
        "a field that commands do not have has a duplicate key inside");
    assertRefused(
        CommandText.acquire().with("attributes", "7").followedBy(twice),
        "attributes",
        "attributes is a number, expected an object");
    assertRefused(
        CommandText.acquire().followedBy(twice + ",'comment':1,'comment':2"),
        "comment",
        "comment is given twice");
    assertRefused(
        CommandText.acquire().followedBy("'key':1,'key':2,'comment':1,'comment':2"),
        "comment",
        "comment is given twice");
    assertRefused(
        CommandText.acquire().followedBy("'key':1,'key':2"),
        "key",
        "a field that commands do not have is given twice");
  }

  @Test
  void duplicateAndBadField_areNamedInTheOrderOfTheRules() {
    String twice = "'leaseMs':1000,'leaseMs':1000";
    assertRefused(
        CommandText.acquire().with("path", "'x'").followedBy(twice),
        "path",
        "path does not start with /");
    assertRefused(
        CommandText.acquire().with("waitMs", "-1").followedBy(twice),
        "leaseMs",
        "leaseMs is given twice");
    assertRefused(
        CommandText.acquire().with("leaseMs", "7").followedBy("'leaseMs':1000"),
        "leaseMs",
        "leaseMs is given twice");
  }

  @Test
  void typeTwice_isNoTick() {
    assertRefused(CommandText.acquire().followedBy("'type':'tick'"), "type", "type is given twice");
    assertRefused(
        CommandText.acquire().with("type", "'tick'").followedBy("'type':'acquire'"),
        "type",
        "type is given twice");
  }

  @Test
  void longName_isCutAtACodePoint() {
    String message = "a field that commands do not have is given twice";
    List<List<String>> names =
        List.of(
            List.of("x".repeat(128), "x".repeat(128)),
            List.of("x".repeat(129), "x".repeat(128)),
            List.of("x".repeat(127) + "é", "x".repeat(127)),
            List.of("文".repeat(43), "文".repeat(42)),
            List.of("x".repeat(125) + "😀", "x".repeat(125)),
            List.of("x".repeat(124) + "😀", "x".repeat(124) + "😀"),
            List.of("y".repeat(30_000), "y".repeat(128)),
            List.of("", ""));
    for (List<String> name : names) {
      String member = "'" + name.get(0) + "':1";
      assertRefused(CommandText.acquire().followedBy(member + "," + member), name.get(1), message);
    }
  }

  @Test
  void loneSurrogateInAName_isReplaced() {
    assertRefused(
        CommandText.acquire().followedBy("'a\\ud83d':1,'a\\ud83d':2"),
        "a\ufffd",
        "a field that commands do not have is given twice");
  }
}
