package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IfHeaderTest {
  private static final String ONE = "urn:uuid:11111111-1111-4111-8111-111111111111";
  private static final String TWO = "urn:uuid:22222222-2222-4222-8222-222222222222";
  private static final Map<String, IfHeader.State> STATES =
      Map.of(
          "", new IfHeader.State(List.of(ONE), "\"a\""),
          "/free", new IfHeader.State(List.of(), "\"c\""),
          "/two", new IfHeader.State(List.of(TWO), "\"b\""),
          "http://host/two", new IfHeader.State(List.of(TWO), "\"b\""));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "(<ONE>)                          | true",
        "(<TWO>)                          | false",
        "(<TWO>) (<ONE>)                  | true",
        "(<ONE> [\"a\"])                  | true",
        "(<ONE> [\"b\"])                  | false",
        "(Not <DAV:no-lock>)              | true",
        "(<DAV:no-lock>)                  | false",
        "(Not <ONE>)                      | false",
        "</two> (<TWO>)                   | true",
        "</two> (<ONE>)                   | false",
        "<http://host/two> (<TWO> [\"b\"]) | true",
        "<http://elsewhere/> (<TWO>)      | false",
        "</two> (<ONE>) </two> (<TWO>)    | true",
        "</free> ([\"c\"])                | true",
        "</free> (Not <DAV:no-lock>)      | true",
        "</free> (<DAV:no-lock>)          | false",
        "</free> ([\"a\"])                | false",
        "(                                | false",
        "()                               | false",
        "(Not)                            | false",
        "(<ONE> Not)                      | false",
        "</two>                           | false",
        "</two> (<ONE>) </free> ([\"c\"])  | true",
        "(<ONE>                           | false",
        "(<ONE> [\"a                      | false",
        "(<ONE>) (                        | false",
        "(<ONE>) nonsense                 | false",
        "nonsense                         | false"
      })
  void header_isTrueIfOneOfItsListsIs(String header, boolean isTrue) throws IOException {
    assertThat(parsed(header).isTrue(href -> STATES.get(href == null ? "" : href)))
        .isEqualTo(isTrue);
  }

  @Test
  void tokensThatAreNotDenied_areSubmitted() throws IOException {
    assertThat(parsed("(<ONE> Not <TWO>) (<opaquelocktoken:x>)").submitted())
        .containsExactly(ONE.substring("urn:uuid:".length()));
  }

  private static IfHeader parsed(String header) throws IOException {
    return Objects.requireNonNull(
        IfHeader.of(header.replace("ONE", ONE).replace("TWO", TWO), "http://host"));
  }
}
