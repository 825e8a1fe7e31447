package io.lockarbiter.gateway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers that are cut, endless, slow or doubled: none of them allows anything. */
class PolicyFaultsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String OK = "HTTP/1.1 200 OK\r\n";
  private static final String TRUE = "{\"result\":true}";

  /** More than the sockets of both sides keep, and than is read of an answer. */
  private static final long MOST_TAKEN = 32 << 20;

  private static PolicyEngine engine(URI address, Duration timeout) {
    return new PolicyEngine(
        new PolicyOptions(address, EnumSet.allOf(Right.class), timeout, Duration.ZERO, 8),
        System::nanoTime);
  }

  private static boolean allows(PolicyEngine engine) {
    PolicyQuestion question =
        new PolicyQuestion(
            Identity.ofKey("web", "hash"), "acme", "ann", Right.SEE, null, null, List.of());
    return Boolean.TRUE.equals(engine.allows(question).block(LONG));
  }

  private static void assertAway(RawEngine.Answer answer, String why) throws Exception {
    try (RawEngine raw = new RawEngine(answer)) {
      assertThatThrownBy(() -> allows(engine(raw.address(), Duration.ofSeconds(10))))
          .isInstanceOf(PolicyAwayException.class)
          .hasMessageContaining(why);
      await().until(() -> raw.ended.get() > 0);
      assertThat(raw.taken.get()).isLessThan(MOST_TAKEN);
    }
  }

  private static String whole(String body) {
    return OK + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  @Test
  void wholeAnswer_allows() throws Exception {
    try (RawEngine raw = new RawEngine(RawEngine.text(whole(TRUE)))) {
      assertThat(allows(engine(raw.address(), Duration.ofSeconds(10)))).isTrue();
    }
  }

  @Test
  void answerThatIsCut_allowsNothing() throws Exception {
    assertAway(RawEngine.text(""), "");
    assertAway(RawEngine.text("HTTP/1.1 20"), "");
    assertAway(RawEngine.text(OK + "Content-Length: 99\r\n\r\n" + TRUE), "");
    assertAway(RawEngine.text(OK + "Transfer-Encoding: chunked\r\n\r\nf\r\n" + TRUE + "\r\n"), "");
  }

  @Test
  void answerWithoutEnd_isReadNoFurtherThanItMayBe() throws Exception {
    String chunked = "Transfer-Encoding: chunked\r\n\r\n7fffffff\r\n";
    assertAway(RawEngine.endless(OK + chunked), "its answer has more than 65536 bytes");
    assertAway(
        RawEngine.endless("HTTP/1.1 500 Oops\r\n" + chunked), "it answered with HTTP status 500");
    assertAway(RawEngine.endless(OK + "X: "), "");
  }

  @Test
  void answerThatTrickles_isGivenUpInTime() throws Exception {
    for (String answer : List.of(whole(TRUE + " ".repeat(2_000)), OK + "X: " + "x".repeat(2_000))) {
      try (RawEngine raw = new RawEngine(RawEngine.trickling(answer))) {
        long begunAt = System.nanoTime();
        assertThatThrownBy(() -> allows(engine(raw.address(), Duration.ofMillis(300))))
            .isInstanceOf(PolicyAwayException.class)
            .hasMessage("it did not answer within 300 ms");
        assertThat(Duration.ofNanos(System.nanoTime() - begunAt))
            .isLessThan(Duration.ofSeconds(10));
        await().until(() -> raw.ended.get() > 0);
        assertThat(raw.taken.get()).isLessThan(1_500);
      }
    }
  }

  @Test
  void answerWithTwoResults_isNone() throws Exception {
    assertAway(
        RawEngine.text(whole("{\"result\":false,\"result\":true}")), "its answer is no JSON");
    assertAway(RawEngine.text(whole(TRUE + "{\"result\":false}")), "its answer is no JSON");
    assertAway(RawEngine.text(whole("{\"result\":{\"result\":true}}")), "neither true nor false");
  }

  @Test
  void engineWhoseNameIsGone_allowsNothing() {
    assertThatThrownBy(
            () ->
                allows(
                    engine(URI.create("http://engine.invalid/v1/data/x"), Duration.ofSeconds(10))))
        .isInstanceOf(PolicyAwayException.class);
  }
}
