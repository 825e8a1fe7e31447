package io.lockarbiter.client.hold;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes a lease of a lock that is held, but from when on is not known: renews it and measures from
 * the renewal. Used in the loop's turns only.
 */
final class Adoption implements AnswerListener {
  private final ClientParts parts;
  private final Leases leases;
  private final LockKey key;
  private final Owner owner;
  private final Consumer<HeldLease> adopted;
  private final Consumer<RuntimeException> failed;
  private final long startedAt;
  private @Nullable PendingCommand asked;

  Adoption(
      ClientParts parts,
      Leases leases,
      LockKey key,
      Owner owner,
      Consumer<HeldLease> adopted,
      Consumer<RuntimeException> failed) {
    this.parts = parts;
    this.leases = leases;
    this.key = key;
    this.owner = owner;
    this.adopted = adopted;
    this.failed = failed;
    this.startedAt = parts.loop().nanoTime();
  }

  void start() {
    parts.filter().follow(key.lockId());
    asked = parts.desk().ask(parts.renewal(key, owner), this, parts.options().answerTimeout());
  }

  void stop() {
    if (asked != null) {
      asked.done();
      asked = null;
      parts.filter().unfollow(key.lockId());
    }
  }

  @Override
  public void take(Event event) {
    PendingCommand command = asked;
    if (command == null) {
      return;
    }
    if (event instanceof Renewed renewed) {
      command.done();
      renewed(renewed, parts.safeEnd().of(renewed, command.firstSentAt()));
    } else if (event instanceof Rejected rejected) {
      stop();
      failed.accept(new LockRefusedException(rejected));
    }
  }

  private void renewed(Renewed renewed, long safeEnd) {
    long now = parts.loop().nanoTime();
    if (now - safeEnd < 0) {
      asked = null;
      adopted.accept(leases.add(renewed, safeEnd));
    } else if (now - startedAt < parts.options().answerTimeout().toNanos()) {
      start();
    } else {
      unanswered("every renewal of lockId=" + key.lockId() + " was answered after its safe end");
    }
  }

  @Override
  public void unanswered(String why) {
    stop();
    failed.accept(new ArbiterUnreachableException(why));
  }
}
