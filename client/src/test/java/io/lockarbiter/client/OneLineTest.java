package io.lockarbiter.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts for a log are one line, whatever an operator or a handler has written. */
class OneLineTest {
  private static final String FORGED = "lost\r\n2026-11-26 INFO all is well\u001b[2J\u202e";

  static Stream<String> texts() {
    return Stream.of(
        new LostReason.Forced("ops", FORGED).message(),
        new LostReason.Forced(FORGED, null).message(),
        new LostReason.OtherReason(FORGED).message(),
        new ReleaseResult.Forced("ops", FORGED).message(),
        new ReleaseResult.OtherReason(FORGED).message(),
        new ReleaseResult.Refused(FORGED).message(),
        new ReleaseResult.Unanswered(FORGED).message(),
        new TicketOutcome.Done(FORGED).message(),
        new TicketOutcome.Failed(FORGED).message(),
        new TicketOutcome.Unknown(FORGED).message(),
        new YieldResult.Refused(FORGED).message(),
        new YieldResult.Unanswered(FORGED).message(),
        String.valueOf(new ArbiterUnreachableException(FORGED).getMessage()));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void textForALog_isOneLine(String text) {
    assertThat(text)
        .contains("lost<U+000D><U+000A>2026-11-26 INFO all is well<U+001B>[2J<U+202E>")
        .doesNotContain("\r", "\n", "\u001b", "\u202e");
  }
}
