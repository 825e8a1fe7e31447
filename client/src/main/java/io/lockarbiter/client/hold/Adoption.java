package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.util.function.Consumer;

/**
 * Makes a lease of a lock that is held since an unknown time: renews it and measures from the
 * renewal. Used in the loop's turns only.
 */
final class Adoption implements AnswerListener {
  private final ClientContext context;
  private final LeaseRequests requests;
  private final Leases leases;
  private final LockKey key;
  private final Owner owner;
  private final Consumer<HeldLease> adopted;
  private final Consumer<RuntimeException> failed;
  private final long startedAt;
  private String renewalId = "";

  Adoption(
      ClientContext context,
      LeaseRequests requests,
      Leases leases,
      LockKey key,
      Owner owner,
      Consumer<HeldLease> adopted,
      Consumer<RuntimeException> failed) {
    this.context = context;
    this.requests = requests;
    this.leases = leases;
    this.key = key;
    this.owner = owner;
    this.adopted = adopted;
    this.failed = failed;
    this.startedAt = context.loop().nanoTime();
  }

  void start() {
    context.filter().follow(key.lockId());
    Renew renewal = context.renewal(key, owner);
    renewalId = renewal.commandId();
    context.commands().ask(renewal, this, context.options().answerTimeout());
  }

  /**
   * Stops the adoption. Must not be called after it succeeded, because the lease needs the events
   * of the lock.
   */
  void stop() {
    context.commands().cancel(key.account(), renewalId);
    context.filter().unfollow(key.lockId());
  }

  @Override
  public void answered(PendingCommand command, Event event) {
    if (event instanceof Renewed renewed) {
      long safeEnd = context.safeEnd().of(renewed, command.firstSentAt());
      if (isPast(safeEnd) && LeaseEnd.of(renewed).isLast()) {
        return; // No renewal makes it usable; copies of the acquire find out later when it has
        // ended.
      }
      command.done();
      renewed(renewed, safeEnd);
    } else if (event instanceof Rejected rejected) {
      stop();
      failed.accept(new LockRefusedException(rejected));
    }
  }

  private void renewed(Renewed renewed, long safeEnd) {
    if (!isPast(safeEnd)) {
      adopted.accept(leases.add(renewed, safeEnd, requests));
    } else if (!isPast(startedAt + context.options().answerTimeout().toNanos())) {
      start();
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
