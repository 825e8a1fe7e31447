package io.lockarbiter.gateway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Streams that are open while the policy changes, or its engine is away. */
class PolicyWatchTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  private final AtomicLong nanos = new AtomicLong(-1_000);
  private final AtomicBoolean rules = new AtomicBoolean(true);
  private OwnEngine own;
  private PolicyEngine engine;
  private PolicyWatch watch;

  @BeforeEach
  void start() throws Exception {
    own = new OwnEngine();
    engine =
        new PolicyEngine(
            new PolicyOptions(own.address(), EnumSet.allOf(Right.class), LONG, LONG, 8),
            nanos::get);
    watch = new PolicyWatch(engine, nanos::get);
  }

  @AfterEach
  void stop() {
    own.close();
  }

  private PolicyStanding standing(String account) {
    return new PolicyStanding(
        () -> rules.get() ? null : "the rules changed",
        new PolicyQuestion(
            Identity.ofKey("web", "hash"), account, "ann", Right.SEE, null, null, List.of()),
        nanos::get);
  }

  private void after(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void streamsThatAreDenied_endAtTheNextLook_andEqualOnesAreAskedAboutOnce() {
    PolicyStanding first = standing("acme");
    List<PolicyStanding> open = List.of(first, standing("acme"), standing("beta"));
    after(Duration.ofMillis(9_999));
    assertThat(watch.look(open)).isFalse();
    assertThat(own.inputs).isEmpty();
    own.answer = OwnEngine.DENIED;
    after(Duration.ofMillis(1));
    watch.look(open);
    await().until(() -> watch.look(open));
    await().until(() -> open.stream().noneMatch(PolicyStanding::isAllowed));
    assertThat(first.ended()).isEqualTo("the rights have changed");
    assertThat(own.inputs).hasSize(2);
  }

  @Test
  void streamThatIsAllowed_staysOpen_whileTheRulesAllowItToo() {
    PolicyStanding standing = standing("acme");
    for (int n = 1; n <= 10; n++) {
      after(Duration.ofSeconds(10));
      assertThat(watch.look(List.of(standing))).isFalse();
      long asked = n;
      await().until(() -> engine.asks() == asked && !standing.isDue());
      assertThat(standing.ended()).isNull();
    }
    rules.set(false);
    assertThat(standing.ended()).isEqualTo("the rules changed");
  }

  @Test
  void streamsWhoseEngineIsAway_endAfterThirtySeconds_andGoOnIfItComesBackBefore()
      throws Exception {
    PolicyStanding back = standing("acme");
    after(Duration.ofSeconds(10));
    own.leave();
    for (int n = 0; n < 9; n++) {
      assertThat(watch.look(List.of(back))).isFalse();
      await().until(() -> !back.isDue());
      after(Duration.ofSeconds(2));
    }
    own.comeBack();
    assertThat(watch.look(List.of(back))).isFalse();
    await().until(() -> !back.isDue());
    after(Duration.ofMillis(9_999));
    assertThat(watch.look(List.of(back))).isFalse();
    assertThat(back.ended()).isNull();
    assertThat(engine.failures()).isEqualTo(9);

    own.leave();
    after(Duration.ofSeconds(20));
    assertThat(watch.look(List.of(back))).isFalse();
    await().until(() -> !back.isDue());
    after(Duration.ofMillis(2));
    assertThat(watch.look(List.of(back))).isTrue();
    assertThat(back.ended()).isEqualTo("the policy engine has not answered for 30 s; ask again");
  }
}
