package io.lockarbiter.gateway.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.stream.StreamStage.Reader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Streams of readers with tokens, which end and may have other claims. */
class TokenStreamsTest {
  private final StreamStage stage = StreamStage.wide();

  private Reader reader(String seen, @Nullable Duration left) {
    Long endsAt = left == null ? null : stage.hub.nanoTime() + left.toNanos();
    StreamWish wish =
        new StreamWish(
            "oidc:ann",
            "acme",
            null,
            null,
            () -> null,
            seen::equals,
            Map.of("groups", List.of(seen)),
            100,
            endsAt);
    return new Reader(stage.hub.open(wish, null), Long.MAX_VALUE);
  }

  @Test
  void tokensOfOneSubject_seeByTheirOwnClaims() {
    Reader first = reader("u-1", null);
    Reader second = reader("u-2", null);
    for (int n = 0; n < 4; n++) {
      stage.see(n, "l" + n, n % 2 == 0 ? "u-1" : "u-2");
    }
    await().until(() -> first.told().size() + second.told().size() == 4);
    assertThat(first.told()).containsExactly("l0", "l2");
    assertThat(second.told()).containsExactly("l1", "l3");
  }

  private EventStream withClaims(String subject, long bytes) {
    return stage.hub.open(
        new StreamWish(subject, "acme", subject, null, () -> null, each -> true, "", bytes, null),
        null);
  }

  @Test
  void claimsOfOpenStreams_areBounded_andASubjectHasAFourthOfThem() {
    EventStream first = withClaims("oidc:ann", 100_000);
    withClaims("oidc:ann", 100_000);
    assertThatThrownBy(() -> withClaims("oidc:ann", 100_000))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("bytes=300000 of 1048576, of this subject 300000 of 262144");
    for (int n = 0; n < 8; n++) {
      withClaims("oidc:u" + n, 100_000);
    }
    assertThat(stage.hub.groundsBytes()).isEqualTo(1_000_000);
    assertThatThrownBy(() -> withClaims("oidc:late", 100_000))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("bytes=1100000 of 1048576, of this subject 100000 of 262144");
    withClaims("web", 0);
    stage.hub.leave(first);
    stage.hub.leave(first);
    assertThat(stage.hub.groundsBytes()).isEqualTo(900_000);
    withClaims("oidc:late", 100_000);
  }

  @Test
  void stream_endsWithItsToken_andSaysSo() {
    Reader brief = reader("u-1", Duration.ofSeconds(10));
    Reader endless = reader("u-1", null);
    stage.see(0, "l0", "u-1");
    stage.after(Duration.ofMillis(9_999));
    await().until(() -> brief.told().equals(List.of("l0")));
    assertThat(brief.hasEnded()).isFalse();
    stage.after(Duration.ofMillis(1));
    await().until(brief::hasEnded);
    assertThat(brief.text()).endsWith(": the token has ended; ask again with a new one\n\n");
    stage.see(1, "l1", "u-1");
    await().until(() -> endless.told().equals(List.of("l0", "l1")));
    assertThat(endless.hasEnded()).isFalse();
  }

  @Test
  void streamOfATokenThatHasEndedMeanwhile_endsAtOnce() {
    Reader late = reader("u-1", Duration.ofNanos(-1));
    await().until(late::hasEnded);
    assertThat(late.text()).contains(": the token has ended");
  }
}
