package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes a lease of a lock that is held since an unknown time, or with another lease than its
 * request names: renews it and measures from the renewal. If the lock has ended, asks how, as far
 * as that is safe. Used in the loop's turns only.
 */
final class Adoption implements AnswerListener {
  private final ClientContext context;
  private final LeaseRequests requests;
  private final Leases leases;
  private final LockKey key;
  private final Owner owner;
  private final Origin origin;
  private final Consumer<HeldLease> adopted;
  private final Consumer<RuntimeException> failed;
  private final long startedAt;
  private @Nullable Long leaseMs;
  private String askedId = "";

  /**
   * The client's knowledge of the lock before the first renewal.
   *
   * @param leaseMs the lease that renewals ask for, as far as known; null = the lock's own
   * @param isGrantSeen whether this client saw the grant, so that no other client has had the lock
   * @param asAsked makes the fields that the request asked for of those in the events
   * @param grantedAt log time of the grant, if a lock that has ended is to be asked about; else
   *     null
   */
  record Origin(
      @Nullable Long leaseMs,
      boolean isGrantSeen,
      UnaryOperator<LockFields> asAsked,
      @Nullable Instant grantedAt) {
    /**
     * The lock of another client.
     *
     * @param grantedAt null = only a refusal tells that it has ended
     */
    static Origin elsewhere(@Nullable Instant grantedAt) {
      return new Origin(null, false, UnaryOperator.identity(), grantedAt);
    }
  }

  Adoption(
      ClientContext context,
      LeaseRequests requests,
      Leases leases,
      LockKey key,
      Owner owner,
      Origin origin,
      Consumer<HeldLease> adopted,
      Consumer<RuntimeException> failed) {
    this.context = context;
    this.requests = requests;
    this.leases = leases;
    this.key = key;
    this.owner = owner;
    this.origin = origin;
    this.leaseMs = origin.leaseMs();
    this.adopted = adopted;
    this.failed = failed;
    this.startedAt = context.loop().nanoTime();
  }

  void start() {
    if (!origin.isGrantSeen()) {
      context.filter().follow(key.lockId());
    }
    renew();
  }

  private void renew() {
    Renew renewal = context.renewal(key, owner, leaseMs);
    askedId = renewal.commandId();
    context.commands().ask(renewal, this, context.options().answerTimeout());
  }

  /**
   * Stops the adoption. Must not be called after it succeeded, because the lease needs the events
   * of the lock.
   */
  void stop() {
    context.commands().cancel(key.account(), askedId);
    if (!origin.isGrantSeen()) {
      context.filter().unfollow(key.lockId());
    }
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Renewed renewed) {
      Long told = new GrantedLock(key.account(), renewed.subject()).renewedBy();
      if (!Objects.equals(told, leaseMs)) {
        command.done();
        leaseMs = told;
        renew();
        return;
      }
      long safeEnd = context.safeEnd().of(renewed, command.firstSentAt());
      if (isPast(safeEnd) && LeaseEnd.of(renewed).isLast()) {
        return; // No renewal makes it usable; copies of the acquire find out later when it has
        // ended.
      }
      IllegalStateException useless = context.safeEnd().uselessLease(key, renewed.cut());
      if (isPast(safeEnd) && useless != null) {
        command.done();
        fail(useless);
        return;
      }
      command.done();
      renewed(renewed, command.firstSentAt(), safeEnd);
    } else if (event instanceof Rejected rejected) {
      command.done();
      if (isRemembered(rejected, command.firstSentAt())) {
        askHowItEnded(rejected);
      } else {
        fail(new LockRefusedException(rejected));
      }
    }
  }

  /**
   * Says whether the arbiter still remembers a lock that was held at its grant. If not, its id may
   * be another request's, which a release would withdraw.
   */
  private boolean isRemembered(Rejected refusal, long sentAt) {
    Instant grantedAt = origin.grantedAt();
    if (grantedAt == null || refusal.reason() != RejectReason.NOT_HELD) {
      return false;
    }
    Duration age = Duration.between(grantedAt, Instant.ofEpochMilli(refusal.head().at()));
    long nanos = age.isNegative() ? 0 : age.toNanos();
    return context.commands().isRecognised(key.account(), sentAt - nanos);
  }

  /** Sends a release, whose answer tells how a lock has ended. */
  private void askHowItEnded(Rejected refusal) {
    Release question = context.release(key, owner, WorkOutcome.DONE);
    askedId = question.commandId();
    context.askOnce(question, new HowItEnded(refusal));
  }

  private void fail(RuntimeException why) {
    stop();
    failed.accept(why);
  }

  /** The answer to the question how the lock has ended. */
  private final class HowItEnded implements AnswerListener {
    private final Rejected refusal;

    HowItEnded(Rejected refusal) {
      this.refusal = refusal;
    }

    @Override
    public void answered(PendingCommand command, Event event) {
      command.done();
      fail(
          event instanceof Released end
              ? new LockWithdrawnException(end)
              : new LockRefusedException(refusal));
    }

    @Override
    public void unanswered(String why) {
      fail(new ArbiterUnreachableException(why));
    }
  }

  private void renewed(Renewed renewed, long sentAt, long safeEnd) {
    if (!isPast(safeEnd)) {
      LockFields lock = origin.asAsked().apply(renewed.subject());
      long run = origin.isGrantSeen() ? 0 : renewed.head().seq();
      adopted.accept(leases.add(renewed, lock, run, sentAt, requests));
    } else if (!isPast(startedAt + context.options().answerTimeout().toNanos())) {
      renew();
    } else {
      unanswered("every renewal of lockId=" + key.lockId() + " was answered after its safe end");
    }
  }

  private boolean isPast(long nanos) {
    return context.loop().nanoTime() - nanos >= 0;
  }

  @Override
  public void unanswered(String why) {
    stop();
    context
        .warnings()
        .unanswered(
            why, "The lock is not taken over; its lease runs out unless somebody renews it");
    failed.accept(new ArbiterUnreachableException(why));
  }
}
