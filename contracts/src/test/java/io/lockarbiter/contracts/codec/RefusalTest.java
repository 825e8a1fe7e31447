package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each field's refusals, with the text that its sender reads. */
class RefusalTest {
  private static void assertRefused(CommandText text, String field, String message) {
    assertThat(text.decode()).isEqualTo(refused(field, message));
  }

  private static DecodedCommand refused(String field, String message) {
    return new DecodedCommand.Refused(new Refusal("acme", "c1", null, field, message));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          v          | 2                | v is 2, expected 1
          v          | '1'              | v is a string, expected an integer
          v          | 1.0              | v is a number with fraction or exponent, expected an integer
          v          | true             | v is true, expected an integer
          v          | 99999999999999999999999 | v is a number of 23 characters, expected 1
          type       | 'fly'            | type is fly, expected one of acquire, renew, release, forceRelease
          type       | 'Acquire'        | type is Acquire, expected one of acquire, renew, release, forceRelease
          type       | 'a b'            | type is something else, expected one of acquire, renew, release, forceRelease
          type       | null             | type is missing
          type       | 7                | type is a number, expected a string
          type       | ['acquire']      | type is an array, expected a string
          subAccount | null             | subAccount is missing
          subAccount | ''               | subAccount is empty
          subAccount | 9                | subAccount is a number, expected a string
          subAccount | 'a\\u0007'       | subAccount has the control character U+0007
          subAccount | 'a\\u0085'       | subAccount has the control character U+0085
          subAccount | '\\ud83d'        | subAccount has a lone surrogate
          session    | ''               | session is empty
          session    | {}               | session is an object, expected a string
          session    | false            | session is false, expected a string
          operation  | null             | operation is missing
          operation  | 'FLY'            | operation is FLY, expected one of DOWNLOAD, UPLOAD, CREATE_FOLDER, UPLOAD_FOLDER, DELETE, RENAME, MOVE, COPY, CUSTOM
          operation  | 'upload'         | operation is upload, expected one of DOWNLOAD, UPLOAD, CREATE_FOLDER, UPLOAD_FOLDER, DELETE, RENAME, MOVE, COPY, CUSTOM
          operation  | 1                | operation is a number, expected a string
          path       | null             | path is missing
          path       | 'docs/x'         | path does not start with /
          path       | '/docs//x'       | path has an empty segment
          path       | '/docs/../x'     | path has the segment ..
          path       | '/docs/'         | path ends with /
          path       | '/\\u0000'       | path has the control character U+0000
          path       | '/\\ud800'       | path has the lone surrogate U+D800
          path       | '/\\u0378'       | path has the unassigned code point U+0378
          path       | ['/x']           | path is an array, expected a string
          destination | '/x'            | destination is given, but operation UPLOAD has none
          destination | 7               | destination is given, but operation UPLOAD has none
          targets    | []               | targets is given, but operation UPLOAD has none
          targets    | [{'path':'/a','mode':'READ'}] | targets is given, but operation UPLOAD has none
          holding    | 'l1'             | holding is a string, expected an array
          holding    | {}               | holding is an object, expected an array
          holding    | ['l1','']        | holding[1] is empty
          holding    | [7]              | holding[0] is a number, expected a string
          holding    | [null]           | holding[0] is null, expected a string
          holding    | ['l1','l2',['l3']] | holding[2] is an array, expected a string
          holding    | ['1','2','3','4','5','6','7','8','9','10','11','12','13','14','15','16','17'] | holding has 17 entries, at most 16 are allowed
          leaseMs    | 10               | leaseMs is 10, allowed are 1000 to 600000 ms
          leaseMs    | 999              | leaseMs is 999, allowed are 1000 to 600000 ms
          leaseMs    | 600001           | leaseMs is 600001, allowed are 1000 to 600000 ms
          leaseMs    | -30000           | leaseMs is -30000, allowed are 1000 to 600000 ms
          leaseMs    | 9223372036854775808 | leaseMs is 9223372036854775808, allowed are 1000 to 600000 ms
          leaseMs    | 30000.0          | leaseMs is a number with fraction or exponent, expected an integer
          leaseMs    | 3e4              | leaseMs is a number with fraction or exponent, expected an integer
          leaseMs    | '30000'          | leaseMs is a string, expected an integer
          leaseMs    | [30000]          | leaseMs is an array, expected an integer
          waitMs     | -1               | waitMs is -1, allowed are 0 to 600000 ms
          waitMs     | 600001           | waitMs is 600001, allowed are 0 to 600000 ms
          waitMs     | 0.5              | waitMs is a number with fraction or exponent, expected an integer
          waitMs     | 1E400            | waitMs is a number with fraction or exponent, expected an integer
          waitMs     | '0'              | waitMs is a string, expected an integer
          replyTo    | ''               | replyTo is empty
          replyTo    | 1                | replyTo is a number, expected a string
          attributes | 'a=b'            | attributes is a string, expected an object
          attributes | ['a']            | attributes is an array, expected an object
          attributes | {'a':1}          | attributes has a value that is a number, expected a string
          attributes | {'a':{'b':'c'}}  | attributes has a value that is an object, expected a string
          attributes | {'a':'\\udc00'}  | attributes has a lone surrogate
          attributes | {'\\udc00':'a'}  | attributes has a lone surrogate
          """)
  void badFieldOfAcquire_isNamedWithWhatIsWrong(String field, String json, String message) {
    CommandText text = CommandText.acquire().with(field, json);
    if (field.equals("replyTo")) {
      assertThat(text.decode()).isEqualTo(refused(field, message));
    } else {
      assertThat(text.with("replyTo", "'gateway-3'").decode())
          .isEqualTo(
              new DecodedCommand.Refused(new Refusal("acme", "c1", "gateway-3", field, message)));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          null               | destination is missing
          7                  | destination is a number, expected a string
          'x'                | destination does not start with /
          '/docs/plan.pdf'   | destination is at or below path, expected a place outside it
          '/docs/plan.pdf/x' | destination is at or below path, expected a place outside it
          """)
  void badDestination_isRefused(String json, String message) {
    for (String operation : new String[] {"MOVE", "RENAME", "COPY"}) {
      CommandText text = CommandText.move().with("operation", "'" + operation + "'");
      assertRefused(text.with("destination", json), "destination", message);
    }
  }

  @Test
  void moveOfTheRoot_isRefused() {
    assertRefused(
        CommandText.move().with("path", "'/'"),
        "destination",
        "destination is at or below path, expected a place outside it");
  }

  @Test
  void destinationAtPathOnceNormalised_isRefused() {
    assertRefused(
        CommandText.move().with("path", "'/e\u0301'").with("destination", "'/\u00e9/x'"),
        "destination",
        "destination is at or below path, expected a place outside it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          null                               | targets is missing
          []                                 | targets is empty, allowed are 1 to 16 entries
          {'path':'/a','mode':'READ'}        | targets is an object, expected an array
          ['/a']                             | targets[0] is a string, expected an object
          [null]                             | targets[0] is null, expected an object
          [{'mode':'READ'}]                  | targets[0].path is missing
          [{'path':null,'mode':'READ'}]      | targets[0].path is missing
          [{'path':'/a','mode':'READ'},{'path':'/b/','mode':'READ'}] | targets[1].path ends with /
          [{'path':'/a'}]                    | targets[0].mode is missing
          [{'path':'/a','mode':'WRITE'}]     | targets[0].mode is WRITE, expected one of READ, ADD, PUT, DELETE, EXCLUSIVE
          [{'path':'/a','mode':1}]           | targets[0].mode is a number, expected a string
          """)
  void badTargets_areRefused(String json, String message) {
    assertRefused(CommandText.custom().with("targets", json), "targets", message);
  }

  @Test
  void seventeenDifferentTargets_areRefused() {
    StringBuilder targets = new StringBuilder();
    for (int i = 0; i < 17; i++) {
      targets.append(i == 0 ? "[" : ",").append("{'path':'/t" + i + "','mode':'READ'}");
    }
    assertRefused(
        CommandText.custom().with("targets", targets + "]"),
        "targets",
        "targets has more than 16 different entries");
  }

  @Test
  void customWithPathOrDestination_isRefused() {
    assertRefused(
        CommandText.custom().with("path", "'/a'"),
        "path",
        "path is given, but operation CUSTOM has none");
    assertRefused(
        CommandText.custom().with("destination", "'/a'"),
        "destination",
        "destination is given, but operation CUSTOM has none");
  }

  @Test
  void ids_areAtMost128Bytes() {
    for (String field : new String[] {"subAccount", "session", "replyTo"}) {
      assertRefused(
          CommandText.acquire().with(field, "'" + "文".repeat(43) + "'"),
          field,
          field + " has 129 UTF-8 bytes, at most 128 are allowed");
    }
    assertRefused(
        CommandText.acquire().with("holding", "['" + "x".repeat(129) + "']"),
        "holding",
        "holding[0] has 129 UTF-8 bytes, at most 128 are allowed");
    assertRefused(
        CommandText.renew().with("lockId", "'" + "x".repeat(129) + "'"),
        "lockId",
        "lockId has 129 UTF-8 bytes, at most 128 are allowed");
  }

  @Test
  void badCommandIdOrAccount_isAnsweredUnderIt() {
    String longId = "x".repeat(129);
    assertThat(CommandText.acquire().with("commandId", "'" + longId + "'").decode())
        .isEqualTo(
            new DecodedCommand.Refused(
                new Refusal(
                    "acme",
                    longId,
                    null,
                    "commandId",
                    "commandId has 129 UTF-8 bytes, at most 128 are allowed")));
    assertThat(CommandText.acquire().with("commandId", "''").decode())
        .isEqualTo(
            new DecodedCommand.Refused(
                new Refusal("acme", "", null, "commandId", "commandId is empty")));
    assertThat(CommandText.acquire().with("account", "'a\\tb'").decode())
        .isEqualTo(
            new DecodedCommand.Refused(
                new Refusal(
                    "a\tb", "c1", null, "account", "account has the control character U+0009")));
    assertThat(CommandText.acquire().with("account", "''").decode())
        .isEqualTo(
            new DecodedCommand.Refused(new Refusal("", "c1", null, "account", "account is empty")));
  }

  @Test
  void otherKey_isRefused() {
    byte[] value = CommandText.acquire().toString().getBytes(UTF_8);
    assertThat(CommandCodec.decode(null, value))
        .isEqualTo(refused("key", "key is null, expected the account"));
    for (String key : new String[] {"", "acm", "acme ", "ACME"}) {
      assertThat(CommandCodec.decode(key.getBytes(UTF_8), value))
          .isEqualTo(
              refused(
                  "key",
                  "key has %d bytes that differ from the account's 4".formatted(key.length())));
    }
  }

  @Test
  void attributes_areCountedInUtf8BytesOfKeysAndValues() {
    CommandText text = CommandText.acquire();
    String most = "{'é':'" + "x".repeat(2000) + "','b':'" + "文".repeat(697) + "yy'}";
    assertThat(text.with("attributes", most).decode()).isInstanceOf(DecodedCommand.Valid.class);
    assertRefused(
        text.with("attributes", most.replace("yy", "yyy")),
        "attributes",
        "attributes has 4097 UTF-8 bytes, at most 4096 are allowed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          renew        | lockId  | null    | lockId is missing
          renew        | lockId  | ''      | lockId is empty
          release      | lockId  | null    | lockId is missing
          release      | lockId  | 5       | lockId is a number, expected a string
          forceRelease | lockId  | null    | lockId is missing
          forceRelease | lockId  | 'a\\n'  | lockId has the control character U+000A
          renew        | leaseMs | 999     | leaseMs is 999, allowed are 1000 to 600000 ms
          renew        | leaseMs | '1000'  | leaseMs is a string, expected an integer
          release      | gone    | 'true'  | gone is a string, expected true or false
          release      | gone    | 1       | gone is a number, expected true or false
          forceRelease | comment | 7       | comment is a number, expected a string
          forceRelease | comment | '\\ud800' | comment has a lone surrogate
          renew        | subAccount | null | subAccount is missing
          release      | session | ''      | session is empty
          forceRelease | replyTo | ''      | replyTo is empty
          """)
  void badFieldOfOtherCommands_isNamed(String type, String field, String json, String message) {
    CommandText text = CommandText.of(type).with("lockId", "'l1'");
    assertRefused(text.with(field, json), field, message);
  }

  @Test
  void comment_isAtMost1024Bytes() {
    CommandText text = CommandText.forceRelease();
    assertThat(text.with("comment", "'" + "é".repeat(512) + "'").decode())
        .isInstanceOf(DecodedCommand.Valid.class);
    assertRefused(
        text.with("comment", "'" + "é".repeat(513) + "'"),
        "comment",
        "comment has 1026 UTF-8 bytes, at most 1024 are allowed");
  }

  @Test
  void numberAsLongAsARecord_isOutOfRange() {
    String digits = "9".repeat(60_000);
    assertRefused(
        CommandText.acquire().with("leaseMs", digits),
        "leaseMs",
        "leaseMs is a number of 60000 characters, allowed are 1000 to 600000 ms");
    assertRefused(
        CommandText.acquire().with("waitMs", "0." + digits),
        "waitMs",
        "waitMs is a number with fraction or exponent, expected an integer");
    assertThat(CommandText.acquire().with("unheardOf", digits).decode())
        .isInstanceOf(DecodedCommand.Valid.class);
  }

  @Test
  void badReplyTo_isNotRepliedTo() {
    Refusal refusal = new Refusal("acme", "c1", null, "type", "type is missing");
    CommandText text = CommandText.acquire().without("type");
    assertThat(text.with("replyTo", "'a\\u0001'").decode())
        .isEqualTo(new DecodedCommand.Refused(refusal));
    assertThat(text.with("replyTo", "['r']").decode())
        .isEqualTo(new DecodedCommand.Refused(refusal));
    assertThat(CommandText.decode(text.followedBy("'replyTo':'a','replyTo':'b'")))
        .isEqualTo(new DecodedCommand.Refused(refusal));
  }
}
