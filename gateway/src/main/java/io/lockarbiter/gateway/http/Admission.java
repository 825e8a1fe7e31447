package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.AcquireAnswer;
import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.ask.CommandDesk;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import reactor.core.publisher.Mono;

/**
 * The say of rules and policy engine about one acquire: when it comes, and again before it is
 * answered if that took time, because a right may be taken away while the request waits.
 */
final class Admission {
  /** An answer that comes sooner is of the right that the request came with. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private final Gate gate;
  private final PolicyGate policy;
  private final CommandDesk desk;
  private final Caller caller;
  private final Acquire command;
  private final long cameAt;

  Admission(Gate gate, PolicyGate policy, CommandDesk desk, Caller caller, Acquire command) {
    this.gate = gate;
    this.policy = policy;
    this.desk = desk;
    this.caller = caller;
    this.command = command;
    this.cameAt = desk.nanoTime();
  }

  /** Completes if the request may be made; fails with {@link Refused}. */
  Mono<Void> required() {
    return Mono.fromRunnable(this::requireOperate).then(Mono.defer(this::requireByPolicy));
  }

  /**
   * The answer, if it may be given still. Otherwise fails with {@link Refused}, after the request
   * or the lock was withdrawn: nobody would hear of it.
   *
   * @param wait the longest wait that the caller wished for
   */
  Mono<AcquireAnswer> answered(AcquireAnswer answer, Duration wait) {
    boolean isOpen = answer.safeEnd() != null || answer.event() instanceof Queued;
    if (!isOpen || !isLate(answer, wait)) {
      return Mono.just(answer);
    }
    return Mono.fromRunnable(this::requireByRules)
        .then(Mono.defer(this::requireByPolicy))
        .then(Mono.just(answer))
        .onErrorMap(Admission::isPassing, Admission::unanswered)
        .onErrorResume(
            Refused.class,
            refused ->
                isPassing(refused)
                    ? Mono.error(refused)
                    : withdrawn().then(Mono.<AcquireAnswer>error(refused)));
  }

  /** Says whether the request has waited: a grant that was confirmed does not tell. */
  private boolean isLate(AcquireAnswer answer, Duration wait) {
    boolean isOfOneTurn = answer.event() instanceof Granted granted && granted.waitedMs() == 0;
    return desk.nanoTime() - cameAt >= SOON.toNanos() || !(wait.isZero() || isOfOneTurn);
  }

  private void requireByRules() {
    gate.requireStanding(caller);
    gate.require(caller, command.account(), Right.ASK);
    requireOperate();
  }

  private void requireOperate() {
    if (actsOnOthers()) {
      gate.require(caller, command.account(), Right.OPERATE);
    }
  }

  private Mono<Void> requireByPolicy() {
    Mono<Void> asked = policy.require(caller, command.account(), Right.ASK, command);
    return actsOnOthers()
        ? asked.then(policy.require(caller, command.account(), Right.OPERATE, command))
        : asked;
  }

  /** Says whether it ends locks of others, or keeps all others from something. */
  private boolean actsOnOthers() {
    LockRef replaced = command.fields().replaces();
    return command.graceMs() != null
        || (replaced != null && !replaced.owner().subAccount().equals(command.owner().subAccount()))
        || command.fields().isFreeze()
        || command.fields().isClose();
  }

  private static boolean isPassing(Throwable failure) {
    return failure instanceof BusyException
        || (failure instanceof Refused refused
            && refused.status() == HttpStatus.SERVICE_UNAVAILABLE);
  }

  /** The same reason as when a request comes, but this one was sent. */
  private static Refused unanswered(Throwable failure) {
    Refused refused = Problems.of(failure);
    return Refused.until(
        refused.status(),
        refused.reason(),
        "the policy engine of this gateway cannot be asked at present whether the request, which waits or is granted, is allowed still. Send it again under the same Idempotency-Key, with its Request-Age",
        SOON);
  }

  /** Completes when the request or the lock is released, or could not be: its lease ends it. */
  private Mono<Void> withdrawn() {
    Release release =
        new Release(
            desk.commandId(caller.subject()),
            command.account(),
            command.owner(),
            desk.replyTo(),
            command.lockId(),
            WorkOutcome.FAILED);
    return Mono.fromFuture(() -> desk.ask(release)).onErrorComplete().then();
  }
}
