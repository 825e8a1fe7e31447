package io.lockarbiter.gateway.policy;

import io.lockarbiter.contracts.lock.VisibleText;
import io.lockarbiter.gateway.access.Digest;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.BusyException;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * A policy engine that is asked about what the rules allow. Whatever it does not allow is not
 * allowed, and neither is anything while it is away. Nothing waits in a thread.
 */
public final class PolicyEngine {
  /** Most questions at a time about streams that are open. */
  static final int OF_STREAMS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(PolicyEngine.class);
  private static final int LINES_PER_MINUTE = 20;
  private static final int MOST_TEXT = 200;

  /** No subject has this name. */
  private static final String OF_ENGINE = "the engine";

  private final PolicyOptions options;
  private final PolicyReader reader;
  private final RecentAnswers recent;
  private final OpenQuestions open;
  private final QuestionPlaces places;
  private final QuestionPlaces ofHolders;
  private final Quota lines;
  private final LongAdder asks = new LongAdder();
  private final LongAdder denied = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private volatile @Nullable String problem;

  /** An engine that was not asked yet. */
  public PolicyEngine(PolicyOptions options, LongSupplier nanoTime) {
    this.options = options;
    this.reader = new PolicyReader(options, 2 * options.inFlight() + OF_STREAMS);
    this.recent = new RecentAnswers(options.keep(), nanoTime);
    this.open = new OpenQuestions(options.keep(), nanoTime);
    this.places = new QuestionPlaces(options.inFlight());
    this.ofHolders = new QuestionPlaces(options.inFlight());
    this.lines = new Quota(LINES_PER_MINUTE, nanoTime);
  }

  /** Says whether it is asked about a right. */
  public boolean decides(Right right) {
    return options.rights().contains(right);
  }

  /**
   * Says whether it allows something, true if it is not asked about that. Fails with {@link
   * PolicyAwayException} if it does not answer well, and with {@link BusyException} if too many
   * questions are without an answer. Equal questions wait for one answer, no longer than its
   * question may take.
   */
  public Mono<Boolean> allows(PolicyQuestion question) {
    if (!decides(question.right())) {
      return Mono.just(true);
    }
    return Mono.defer(() -> answer(question)).map(answer -> told(question, answer));
  }

  private Mono<PolicyAnswer> answer(PolicyQuestion question) {
    byte[] bytes = question.bytes();
    String digest = Digest.of(bytes);
    PolicyAnswer known = recent.find(digest);
    if (known != null) {
      return Mono.just(known);
    }
    return open.answer(digest, askedAt -> placed(question, bytes, digest, askedAt));
  }

  /** Locks must not end because their subject asked for others, or looked, too often. */
  private Mono<PolicyAnswer> placed(
      PolicyQuestion question, byte[] bytes, String digest, long askedAt) {
    QuestionPlaces of = question.right() == Right.HOLD ? ofHolders : places;
    String subject = question.who().subject();
    of.take(subject);
    return asked(bytes)
        .doOnNext(answer -> recent.put(digest, answer, askedAt))
        .doOnTerminate(() -> of.leave(subject));
  }

  /** As {@link #allows}, about a stream that is open: no answer that is kept counts. */
  Mono<Boolean> allowsStill(PolicyQuestion question) {
    return Mono.defer(() -> asked(question.bytes())).map(answer -> told(question, answer));
  }

  private Mono<PolicyAnswer> asked(byte[] question) {
    asks.increment();
    return reader
        .answer(question)
        .doOnNext(answer -> answered())
        .onErrorMap(failure -> new PolicyAwayException(failed(failure)));
  }

  /** The caller is told no more than that he may not; the log tells who denied what. */
  private boolean told(PolicyQuestion question, PolicyAnswer answer) {
    if (answer == PolicyAnswer.ALLOWED) {
      return true;
    }
    denied.increment();
    if (mayLog(question.who().subject())) {
      LOG.info(
          VisibleText.line(
              "refused subject=%s account=%s member=%s right=%s command=%s operation=%s: the rules file allows it, but the policy engine %s, policy=%s"
                  .formatted(
                      question.who().subject(),
                      question.account(),
                      question.member() == null ? "*" : question.member(),
                      question.rightWord(),
                      question.command() == null ? "none" : question.command(),
                      question.operation() == null ? "none" : question.operation(),
                      answer.text(),
                      options.address())));
    }
    return false;
  }

  private void answered() {
    if (problem != null) {
      problem = null;
      if (mayLog(OF_ENGINE)) {
        LOG.info("the policy engine answers again, policy={}", options.address());
      }
    }
  }

  private String failed(Throwable failure) {
    failures.increment();
    String text = VisibleText.line(String.valueOf(failure.getMessage()));
    String why = text.substring(0, Math.min(text.length(), MOST_TEXT));
    if (problem == null && mayLog(OF_ENGINE)) {
      LOG.warn(
          "the policy engine cannot be asked: {}, policy={}. What it decides is answered 503, and streams end within 30 s. Fix: see that the engine answers from here",
          why,
          options.address());
    }
    problem = why;
    return why;
  }

  private boolean mayLog(String name) {
    return lines.take(name, 1).equals(Duration.ZERO);
  }

  /**
   * The reason why the latest question had no good answer; null if it had one, or none was asked.
   */
  public @Nullable String problem() {
    return problem;
  }

  /** Questions that were sent. */
  public long asks() {
    return asks.sum();
  }

  /** Requests that it did not allow. */
  public long denied() {
    return denied.sum();
  }

  /** Questions that it did not answer well. */
  public long failures() {
    return failures.sum();
  }

  /** Questions of requests that have no answer yet. */
  public int inFlight() {
    return places.taken() + ofHolders.taken();
  }
}
