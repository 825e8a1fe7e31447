package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes the attempts to get the lock of one request, and measures the time that is left for them.
 * Used in the loop's turns only.
 */
final class Attempts {
  private final ClientContext context;
  private final Owner owner;
  private LockRequest request;
  private long startedAt;

  Attempts(ClientContext context, LockRequest request, Owner owner) {
    this.context = context;
    this.request = request;
    this.owner = owner;
  }

  /**
   * One attempt, under an id of its own.
   *
   * @param untilTakenUp the short lease that it has in the queue; null = it has its whole lease
   */
  record Attempt(Acquire command, @Nullable Duration untilTakenUp) {
    LockKey key() {
      return new LockKey(command.account(), command.commandId());
    }
  }

  /** Goes on with a request for the place to which the path of the first one was moved. */
  void follow(LockRequest moved) {
    request = moved;
  }

  /** Begins to measure. */
  void begin() {
    startedAt = context.loop().nanoTime();
  }

  /** Says whether a request that is not granted at once is queued with a short lease. */
  boolean mayQueueShort() {
    return !request.waitLimit().isZero()
        && RequestCommands.canBeLengthened(request)
        && isShort(ShortLease.of(context.options(), Duration.ZERO));
  }

  private boolean isShort(Duration lease) {
    return lease.compareTo(request.lease()) < 0;
  }

  /** Asks for the whole lease. */
  Attempt withWholeLease(Duration waitLimit) {
    String id = context.ids().next();
    return new Attempt(
        RequestCommands.acquire(request.waitingUpTo(waitLimit), owner, id, context.replyTo()),
        null);
  }

  /**
   * Waits for the rest of the time with a lease that suffices for answers as slow as the last one;
   * with the whole lease if that is no longer.
   */
  Attempt withShortLease(Duration answeredAfter) {
    Duration lease = ShortLease.of(context.options(), answeredAfter);
    if (!isShort(lease)) {
      return withWholeLease(restToWait());
    }
    String id = context.ids().next();
    return new Attempt(
        RequestCommands.waiting(
            request.waitingUpTo(restToWait()), owner, id, context.replyTo(), lease),
        lease);
  }

  /** The time that is left, at least the shortest time for which a request can wait. */
  Duration restToWait() {
    Duration left = left();
    return left.compareTo(Duration.ofMillis(1)) < 0 ? Duration.ofMillis(1) : left;
  }

  /** The part of the wait limit that is left; negative once it has passed. */
  Duration left() {
    return request.waitLimit().minus(Duration.ofNanos(passedNanos()));
  }

  /** Says whether it may ask elsewhere: it does not wait, or time is left. */
  boolean mayGoOn() {
    return request.waitLimit().isZero() || left().toMillis() > 0;
  }

  /** The time since the request began. */
  long passedNanos() {
    return context.loop().nanoTime() - startedAt;
  }
}
