package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.policy.PolicyAwayException;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.policy.PolicyQuestion;
import io.lockarbiter.gateway.policy.PolicyStanding;
import io.lockarbiter.gateway.stream.Standing;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/** Asks the policy engine about what {@link Gate} has let in; without one all of it passes. */
final class PolicyGate {
  private final @Nullable PolicyEngine engine;
  private final LongSupplier nanoTime;

  /**
   * A gate.
   *
   * @param engine null = the rules alone decide
   * @param nanoTime the clock by which streams are looked at
   */
  PolicyGate(@Nullable PolicyEngine engine, LongSupplier nanoTime) {
    this.engine = engine;
    this.nanoTime = nanoTime;
  }

  /** Completes if a caller may look at its own; fails with {@link Refused}. */
  Mono<Void> require(Caller caller, String account, Right right) {
    return required(question(caller, account, caller.member(), right, null));
  }

  /** Completes if a caller may send a command; fails with {@link Refused}. */
  Mono<Void> require(Caller caller, String account, Right right, AccountCommand command) {
    return required(question(caller, account, caller.member(), right, command));
  }

  /**
   * Completes if a caller may send a command about a lock; fails with {@link Refused}. The subject
   * that asked for the lock may release it by the rules alone: a refusal would protect nobody, and
   * keep others waiting while the engine is away.
   *
   * @param lock the lock as it is known here; null = not at all
   */
  Mono<Void> require(
      Caller caller, String account, Right right, AccountCommand command, @Nullable LiveLock lock) {
    return command instanceof Release && lock != null && isOf(caller, lock)
        ? Mono.empty()
        : require(caller, account, right, command);
  }

  private static boolean isOf(Caller caller, LiveLock lock) {
    return caller.subject().equals(lock.fields().attributes().get(LockFields.SUBJECT));
  }

  /** Completes if a caller may read events; fails with {@link Refused}. */
  Mono<Void> requireToRead(Caller caller, String account, boolean isOfAll) {
    return required(ofReader(caller, account, isOfAll));
  }

  /**
   * Says whether a caller may see the locks of a member. Fails with {@link Refused} if that is not
   * known.
   */
  Mono<Boolean> maySee(Caller caller, String account, String member) {
    return asked(question(caller, account, member, Right.SEE, null));
  }

  /** Says later whether a caller may still read events, by the rules and the engine's answers. */
  Standing standing(Standing rules, Caller caller, String account, boolean isOfAll) {
    return engine != null && engine.decides(Right.SEE)
        ? new PolicyStanding(rules, ofReader(caller, account, isOfAll), nanoTime)
        : rules;
  }

  private static PolicyQuestion ofReader(Caller caller, String account, boolean isOfAll) {
    return question(caller, account, isOfAll ? null : caller.member(), Right.SEE, null);
  }

  private static PolicyQuestion question(
      Caller caller,
      String account,
      @Nullable String member,
      Right right,
      @Nullable AccountCommand command) {
    LockFields fields = command instanceof Acquire acquire ? acquire.fields() : null;
    return new PolicyQuestion(
        caller.who(),
        account,
        member,
        right,
        command == null ? null : command.type().text(),
        fields == null ? null : fields.operationWord(),
        fields == null ? List.of() : paths(fields.targets()));
  }

  private static List<String> paths(List<Target> targets) {
    return targets.stream().map(target -> target.path().toString()).distinct().toList();
  }

  private Mono<Void> required(PolicyQuestion question) {
    return asked(question)
        .flatMap(isAllowed -> isAllowed ? Mono.empty() : Mono.error(Gate.forbidden()));
  }

  private Mono<Boolean> asked(PolicyQuestion question) {
    return engine == null
        ? Mono.just(true)
        : engine.allows(question).onErrorMap(PolicyAwayException.class, PolicyGate::away);
  }

  private static Refused away(PolicyAwayException failure) {
    return Refused.until(
        HttpStatus.SERVICE_UNAVAILABLE,
        "POLICY_UNREACHABLE",
        "the policy engine of this gateway does not answer at present, so nothing can be allowed; nothing was sent. Ask again later",
        failure.retryAfter());
  }
}
