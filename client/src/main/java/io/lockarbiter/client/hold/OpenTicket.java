package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.DecodedSize;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A submitted job whose end is awaited. Used in the loop's turns only, except for the future. */
final class OpenTicket {
  private final Acquire acquire;
  private final int bytes;
  private long firstSentAt;
  private final CompletableFuture<TicketOutcome> outcome = new CompletableFuture<>();
  private boolean isAnswered;
  private long answeredAtMs;
  private long openAt;

  /** A submission that is not sent yet. */
  OpenTicket(Acquire acquire) {
    this.acquire = acquire;
    byte[] json = CommandCodec.encode(acquire);
    this.bytes = Math.toIntExact(DecodedSize.of(json));
  }

  /** Notes the time of the send, on the loop's clock. */
  void sent(long now) {
    firstSentAt = now;
    openAt = now;
  }

  LockKey key() {
    return new LockKey(acquire.account(), acquire.commandId());
  }

  Acquire acquire() {
    return acquire;
  }

  /** The bytes that its command takes of the heap, at most. */
  int bytes() {
    return bytes;
  }

  CompletableFuture<TicketOutcome> outcome() {
    return outcome;
  }

  /**
   * The last time, on the loop's clock, at which its lock is known to have been held or waiting.
   */
  long openAt() {
    return openAt;
  }

  /** The end of the job, if the event tells it; null if it goes on. */
  @Nullable TicketOutcome see(Event event) {
    if (event instanceof Released released) {
      return ended(released);
    }
    if (event instanceof Rejected rejected) {
      boolean isOfAnother = isAnswered && rejected.reason() == RejectReason.ID_CONFLICT;
      return isOfAnother ? null : new TicketOutcome.Lost(new LockRefusedException(rejected));
    }
    lives(event);
    return null;
  }

  private static TicketOutcome ended(Released released) {
    if (released.reason() != ReleaseReason.RELEASED || released.isByReleaseAll()) {
      return new TicketOutcome.Lost(new LockWithdrawnException(released));
    }
    if (released.repeated()) {
      return new TicketOutcome.Unknown(
          "a worker or a releaseAll has released the lock; how the job ended was told then");
    }
    WorkOutcome work = released.outcome();
    if (work.failed()) {
      return new TicketOutcome.Failed(work.result());
    }
    return work.gone() ? new TicketOutcome.Gone() : new TicketOutcome.Done(work.result());
  }

  /**
   * Notes that the lock is alive; it is no older than the command's send, which came before its
   * append.
   */
  private void lives(Event event) {
    long at = event.head().at();
    if (!isAnswered) {
      isAnswered = true;
      answeredAtMs = askedAt(event);
    }
    openAt = Math.max(openAt, firstSentAt + Math.max(0, at - answeredAtMs) * 1_000_000);
  }

  /** The log time of the command that the first event answers. */
  private static long askedAt(Event event) {
    if (event instanceof Granted granted && !granted.repeated()) {
      return granted.head().at() - granted.waitedMs();
    }
    return event instanceof Queued queued && !queued.repeated()
        ? queued.requestedAt()
        : event.head().at();
  }

  /** The outcome of a job whose submission failed. */
  static TicketOutcome outcomeOf(Throwable failure) {
    boolean isLost =
        failure instanceof LockRefusedException
            || failure instanceof LockWithdrawnException
            || failure instanceof ClientBusyException;
    return isLost
        ? new TicketOutcome.Lost((LockException) failure)
        : new TicketOutcome.Unknown(String.valueOf(failure.getMessage()));
  }
}
