package io.lockarbiter.gateway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions that are equal, and those that are open at a time. */
class OpenQuestionsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration KEEP = Duration.ofSeconds(5);

  private final AtomicLong nanos = new AtomicLong();
  private OwnEngine own;

  @BeforeEach
  void start() throws Exception {
    own = new OwnEngine();
    own.open = new CountDownLatch(1);
  }

  @AfterEach
  void stop() {
    own.close();
  }

  private PolicyEngine engine(Duration keep) {
    return new PolicyEngine(
        new PolicyOptions(own.address(), EnumSet.allOf(Right.class), LONG, keep, 8), nanos::get);
  }

  private static PolicyQuestion question(String subject, String account, Right right) {
    return new PolicyQuestion(
        Identity.ofKey(subject, "hash"), account, "ann", right, null, null, List.of());
  }

  private static List<CompletableFuture<Boolean>> ask(
      PolicyEngine engine, int times, PolicyQuestion question) {
    List<CompletableFuture<Boolean>> answers = new ArrayList<>();
    for (int n = 0; n < times; n++) {
      answers.add(engine.allows(question).toFuture());
    }
    return answers;
  }

  private static long refused(List<CompletableFuture<Boolean>> answers) {
    return answers.stream().filter(CompletableFuture::isCompletedExceptionally).count();
  }

  private static Throwable failure(CompletableFuture<Boolean> answer) {
    return answer.handle((value, failure) -> failure).orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void equalQuestions_waitForOneAnswer() {
    PolicyEngine engine = engine(KEEP);
    PolicyQuestion renewal = question("web", "acme", Right.HOLD);
    List<CompletableFuture<Boolean>> answers = ask(engine, 50, renewal);
    assertThat(engine.inFlight()).isEqualTo(1);
    own.open.countDown();
    assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isTrue());
    assertThat(own.inputs).hasSize(1);
    assertThat(engine.asks()).isEqualTo(1);
    assertThat(engine.inFlight()).isZero();
  }

  @Test
  void failureOfOneQuestion_isToldToAllWhoWait_andToNobodyElse() {
    PolicyEngine engine = engine(KEEP);
    PolicyQuestion question = question("web", "acme", Right.SEE);
    own.answer = "no JSON";
    List<CompletableFuture<Boolean>> answers = ask(engine, 10, question);
    own.open.countDown();
    assertThat(answers)
        .allSatisfy(answer -> assertThat(failure(answer)).isInstanceOf(PolicyAwayException.class));
    assertThat(engine.failures()).isEqualTo(1);
    own.answer = OwnEngine.ALLOWED;
    assertThat(engine.allows(question).block(LONG)).isTrue();
    assertThat(own.inputs).hasSize(2);
  }

  @Test
  void questionThatIsOlderThanAnAnswerMayBe_isJoinedByNobody() {
    PolicyEngine engine = engine(KEEP);
    PolicyQuestion question = question("web", "acme", Right.SEE);
    CompletableFuture<Boolean> first = engine.allows(question).toFuture();
    nanos.addAndGet(KEEP.toNanos() - 1);
    CompletableFuture<Boolean> second = engine.allows(question).toFuture();
    assertThat(engine.asks()).isEqualTo(1);
    nanos.addAndGet(1);
    CompletableFuture<Boolean> third = engine.allows(question).toFuture();
    assertThat(engine.asks()).isEqualTo(2);
    own.open.countDown();
    assertThat(List.of(first.join(), second.join(), third.join())).containsOnly(true);
    ask(engine(Duration.ZERO), 2, question).forEach(CompletableFuture::join);
    assertThat(own.inputs).as("without keep each asks").hasSize(4);
  }

  @Test
  void requestsThatWaitForOneAnswer_areBounded() {
    PolicyEngine engine = engine(KEEP);
    PolicyQuestion question = question("web", "acme", Right.SEE);
    List<CompletableFuture<Boolean>> answers = ask(engine, OpenQuestions.MOST + 5, question);
    assertThat(refused(answers)).isEqualTo(5);
    assertThat(failure(answers.get(OpenQuestions.MOST)))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("requests=1000");
    answers.get(7).cancel(true);
    assertThat(refused(ask(engine, 2, question))).isEqualTo(1);
    own.open.countDown();
    assertThat(answers.get(OpenQuestions.MOST - 1).join()).isTrue();
  }

  @Test
  void questionForWhichNobodyWaits_keepsItsPlace_andItsAnswerCounts() {
    PolicyEngine engine = engine(KEEP);
    PolicyQuestion question = question("web", "acme", Right.SEE);
    ask(engine, 3, question).forEach(answer -> answer.cancel(true));
    assertThat(engine.inFlight()).isEqualTo(1);
    assertThat(refused(ask(engine, 1, question("web", "beta", Right.SEE)))).isZero();
    assertThat(refused(ask(engine, 1, question("web", "gamma", Right.SEE)))).isEqualTo(1);
    own.open.countDown();
    await().until(() -> engine.inFlight() == 0);
    assertThat(engine.allows(question).block(LONG)).isTrue();
    assertThat(own.inputs).hasSize(2);
  }

  @Test
  void renewals_havePlacesOfTheirOwn_howeverManyLocksAreAskedFor() {
    PolicyEngine engine = engine(KEEP);
    for (String subject : List.of("web", "s1", "s2", "s3", "s4")) {
      for (int n = 0; n < 5; n++) {
        ask(engine, 1, question(subject, "a" + n, Right.ASK));
      }
    }
    assertThat(engine.inFlight()).isEqualTo(8);
    List<CompletableFuture<Boolean>> renewals = new ArrayList<>();
    for (String account : List.of("a0", "a1", "a2")) {
      renewals.addAll(ask(engine, 1, question("web", account, Right.HOLD)));
    }
    renewals.addAll(ask(engine, 1, question("late", "a0", Right.HOLD)));
    assertThat(engine.inFlight()).isEqualTo(11);
    assertThat(refused(renewals)).as("beyond a fourth of one subject").isEqualTo(1);
    assertThatThrownBy(() -> engine.allows(question("late", "a0", Right.SEE)).block(LONG))
        .isInstanceOf(BusyException.class)
        .hasMessageContaining("questions=8 of 8");
    own.open.countDown();
    await().until(() -> engine.inFlight() == 0);
    assertThat(refused(renewals)).isEqualTo(1);
  }
}
