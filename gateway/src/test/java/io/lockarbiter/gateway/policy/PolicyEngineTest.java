package io.lockarbiter.gateway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Questions to a policy engine on this machine, and its answers, good and bad ones. */
class PolicyEngineTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration KEEP = Duration.ofSeconds(5);
  private static final Set<Right> ALL = EnumSet.allOf(Right.class);

  private final AtomicLong nanos = new AtomicLong();
  private OwnEngine own;

  @BeforeEach
  void start() throws Exception {
    own = new OwnEngine();
  }

  @AfterEach
  void stop() {
    own.close();
  }

  private PolicyEngine engine() {
    return engine(ALL, Duration.ofSeconds(10), KEEP, 8);
  }

  private PolicyEngine engine(Set<Right> rights, Duration timeout, Duration keep, int inFlight) {
    return new PolicyEngine(
        new PolicyOptions(own.address(), rights, timeout, keep, inFlight), nanos::get);
  }

  private static PolicyQuestion question(String subject, String account) {
    return new PolicyQuestion(
        Identity.ofKey(subject, "hash"), account, "ann", Right.SEE, null, null, List.of());
  }

  private static boolean allows(PolicyEngine engine, PolicyQuestion question) {
    return Boolean.TRUE.equals(engine.allows(question).block(LONG));
  }

  private static boolean allows(PolicyEngine engine) {
    return allows(engine, question("web", "acme"));
  }

  @Test
  void answers_trueAllows_andFalseOrNoneDenies() {
    PolicyEngine engine = engine();
    assertThat(allows(engine, question("web", "acme"))).isTrue();
    own.answer = OwnEngine.DENIED;
    assertThat(allows(engine, question("web", "beta"))).isFalse();
    own.answer = OwnEngine.UNDEFINED;
    assertThat(allows(engine, question("web", "gamma"))).isFalse();
    own.answer = "{\"decision_id\":\"7\",\"result\":true,\"metrics\":{\"a\":1}}";
    assertThat(allows(engine, question("web", "delta"))).isTrue();
    assertThat(engine.asks()).isEqualTo(4);
    assertThat(engine.denied()).isEqualTo(2);
    assertThat(engine.failures()).isZero();
    assertThat(engine.problem()).isNull();
  }

  @Test
  void input_tellsWhoAsksForWhat() {
    Identity ann =
        Identity.ofToken(
            "oidc:ann",
            Map.of("tenant", List.of("acme"), "groups", List.of("editors", "7")),
            Instant.MAX);
    allows(
        engine(),
        new PolicyQuestion(
            ann, "acme", "u-1", Right.ASK, "acquire", "MOVE", List.of("/a/b", "/c")));
    allows(engine(), question("web", "acme"));
    allows(engine(), new PolicyQuestion(ann, "acme", null, Right.SEE, null, null, List.of()));
    assertThat(own.inputs.stream().map(JsonNode::toString))
        .containsExactly(
            "{\"subject\":\"oidc:ann\",\"kind\":\"token\",\"claims\":{\"groups\":[\"editors\",\"7\"],\"tenant\":[\"acme\"]},\"account\":\"acme\",\"subAccount\":\"u-1\",\"right\":\"ask\",\"command\":\"acquire\",\"operation\":\"MOVE\",\"paths\":[\"/a/b\",\"/c\"]}",
            "{\"subject\":\"web\",\"kind\":\"key\",\"claims\":{},\"account\":\"acme\",\"subAccount\":\"ann\",\"right\":\"see\"}",
            "{\"subject\":\"oidc:ann\",\"kind\":\"token\",\"claims\":{\"groups\":[\"editors\",\"7\"],\"tenant\":[\"acme\"]},\"account\":\"acme\",\"right\":\"see-all\"}");
  }

  @Test
  void rightOfTheRulesAlone_isNotAskedAbout() {
    own.answer = OwnEngine.DENIED;
    PolicyEngine engine = engine(Set.of(Right.ASK), LONG, KEEP, 8);
    assertThat(allows(engine)).isTrue();
    assertThat(engine.decides(Right.SEE)).isFalse();
    assertThat(own.inputs).isEmpty();
  }

  @Test
  void badAnswers_allowNothing() {
    PolicyEngine engine = engine(ALL, Duration.ofSeconds(10), Duration.ZERO, 8);
    assertAway(engine, "", "its answer is empty");
    assertAway(engine, "no JSON", "its answer is no JSON");
    assertAway(engine, "[".repeat(60_000), "its answer is no JSON");
    assertAway(engine, "true", "its answer is no JSON object");
    assertAway(engine, "[true]", "its answer is no JSON object");
    for (String result : List.of("null", "\"true\"", "1", "[true]", "{\"allow\":true}")) {
      assertAway(
          engine,
          "{\"result\":" + result + "}",
          "its result is neither true nor false; the address must name a rule, not a package");
    }
    assertAway(
        engine,
        "{\"result\":true,\"x\":\"" + "x".repeat(10 << 20) + "\"}",
        "its answer has more than 65536 bytes");
    own.status = 500;
    assertAway(engine, OwnEngine.ALLOWED, "it answered with HTTP status 500");
    own.status = 404;
    assertAway(engine, OwnEngine.ALLOWED, "it answered with HTTP status 404");
    own.status = 302;
    assertAway(engine, OwnEngine.ALLOWED, "it answered with HTTP status 302");
    own.status = 204;
    assertAway(engine, "", "it answered with HTTP status 204");
    own.status = 200;
    own.answer = OwnEngine.ALLOWED;
    assertThat(allows(engine)).isTrue();
    assertThat(engine.problem()).isNull();
    assertThat(engine.failures()).isEqualTo(15);
    await().until(() -> engine.inFlight() == 0);
  }

  private void assertAway(PolicyEngine engine, String answer, String why) {
    own.answer = answer;
    assertThatThrownBy(() -> allows(engine))
        .isInstanceOf(PolicyAwayException.class)
        .hasMessage(why);
    assertThat(engine.problem()).isEqualTo(why);
  }

  @Test
  void engineThatIsAway_allowsNothing_andIsAskedAgain() throws Exception {
    PolicyEngine engine = engine(ALL, Duration.ofSeconds(10), Duration.ZERO, 8);
    assertThat(allows(engine)).isTrue();
    own.leave();
    assertThatThrownBy(() -> allows(engine)).isInstanceOf(PolicyAwayException.class);
    assertThat(engine.problem()).isNotNull();
    own.comeBack();
    assertThat(allows(engine)).isTrue();
  }

  @Test
  void engineThatIsSlow_isAway() {
    Duration timeout = Duration.ofMillis(100);
    PolicyEngine engine = engine(ALL, timeout, KEEP, 8);
    own.open = new CountDownLatch(1);
    long shortest = Long.MAX_VALUE;
    for (int n = 0; n < 5; n++) {
      long begunAt = System.nanoTime();
      assertThatThrownBy(() -> allows(engine))
          .isInstanceOf(PolicyAwayException.class)
          .hasMessage("it did not answer within 100 ms");
      shortest = Math.min(shortest, System.nanoTime() - begunAt);
    }
    assertThat(Duration.ofNanos(shortest))
        .as("the shortest of five, for a machine may stand still")
        .isBetween(timeout.minusMillis(5), timeout.multipliedBy(2));
    own.open.countDown();
    await().until(() -> engine.inFlight() == 0);
  }

  @Test
  void answer_countsForEqualQuestions_forAWhile_andAFailureForNone() {
    PolicyEngine engine = engine();
    assertThat(allows(engine)).isTrue();
    own.answer = OwnEngine.DENIED;
    nanos.addAndGet(KEEP.toNanos() - 1);
    assertThat(allows(engine)).isTrue();
    assertThat(allows(engine, question("sync", "acme"))).as("another subject").isFalse();
    assertThat(allows(engine, question("web", "acme2"))).as("another account").isFalse();
    nanos.addAndGet(1);
    assertThat(allows(engine)).isFalse();
    own.answer = OwnEngine.ALLOWED;
    assertThat(allows(engine)).as("a denial that is kept").isFalse();
    own.answer = "";
    nanos.addAndGet(KEEP.toNanos());
    assertThatThrownBy(() -> allows(engine)).isInstanceOf(PolicyAwayException.class);
    own.answer = OwnEngine.ALLOWED;
    assertThat(allows(engine)).isTrue();
    assertThat(own.inputs).hasSize(6);
  }

  @Test
  void answersThatAreKept_areBounded() {
    RecentAnswers recent = new RecentAnswers(KEEP, nanos::get);
    for (int n = 0; n < RecentAnswers.MOST + 100; n++) {
      recent.put("q" + n, PolicyAnswer.ALLOWED, 0);
    }
    assertThat(recent.size()).isEqualTo(RecentAnswers.MOST);
    assertThat(recent.find("q99")).isNull();
    assertThat(recent.find("q100")).isEqualTo(PolicyAnswer.ALLOWED);
  }

  @Test
  void floodOfOneSubject_leavesPlacesForOthers_andMoreThanAllAreRefused() {
    PolicyEngine engine = engine(ALL, LONG, KEEP, 8);
    own.open = new CountDownLatch(1);
    List<CompletableFuture<?>> flood = new ArrayList<>();
    for (int n = 0; n < 100; n++) {
      flood.add(engine.allows(question("web", "a" + n)).toFuture());
    }
    assertThat(flood.stream().filter(CompletableFuture::isCompletedExceptionally)).hasSize(98);
    assertThat(engine.inFlight()).isEqualTo(2);
    for (int n = 0; n < 6; n++) {
      flood.add(engine.allows(question("other" + n, "acme")).toFuture());
    }
    assertThat(engine.inFlight()).isEqualTo(8);
    assertThatThrownBy(() -> allows(engine, question("late", "acme")))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("questions=8 of 8, of this subject 0 of 2");
    own.open.countDown();
    await().until(() -> engine.inFlight() == 0);
    assertThat(flood.stream().filter(each -> !each.isCompletedExceptionally())).hasSize(8);
    assertThat(allows(engine, question("late", "acme"))).isTrue();
  }

  /** Each question is answered or refused: none waits for a place, nor for a connection. */
  @Test
  void slowEngine_hasAsManyQuestionsAsAllowed_andMoreAreRefusedAtOnce_renewalsOnTheirOwn() {
    int inFlight = 64;
    PolicyEngine engine = engine(ALL, LONG, KEEP, inFlight);
    own.open = new CountDownLatch(1);
    List<CompletableFuture<Boolean>> asked = new ArrayList<>();
    for (int n = 0; n < inFlight; n++) {
      asked.add(engine.allows(question("s" + n, "acme")).toFuture());
      asked.add(engine.allows(renewal("s" + n)).toFuture());
    }
    await().until(() -> own.inputs.size() == 2 * inFlight);
    for (PolicyQuestion late : List.of(question("late", "acme"), renewal("late"))) {
      CompletableFuture<Boolean> refused = engine.allows(late).toFuture();
      assertThat(refused).as("no place is waited for").isCompletedExceptionally();
      assertThatThrownBy(refused::join)
          .hasCauseInstanceOf(BusyException.class)
          .hasMessageEndingWith(
              "as many questions to the policy engine are without an answer as allowed, questions=64 of 64, of this subject 0 of 16; nothing was sent. Ask again later");
    }
    assertThat(asked).noneMatch(CompletableFuture::isDone);
    assertThat(own.inputs).as("the engine got none that was refused").hasSize(2 * inFlight);
    own.open.countDown();
    asked.forEach(each -> assertThat(each.join()).isTrue());
    await().until(() -> engine.inFlight() == 0);
    assertThat(allows(engine, renewal("late"))).isTrue();
  }

  private static PolicyQuestion renewal(String subject) {
    return new PolicyQuestion(
        Identity.ofKey(subject, "hash"), "acme", "ann", Right.HOLD, "renew", null, List.of());
  }
}
