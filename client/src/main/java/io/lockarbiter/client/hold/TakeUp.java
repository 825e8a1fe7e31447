package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The renewal of a granted lock before the caller gets it, because its lease is the short one, or
 * because the first answer was missed, and with it the start of the lease. Used in the loop's turns
 * only.
 */
final class TakeUp {
  /** Receives the outcome, once. */
  interface Listener {
    void takenUp(HeldLease lease);

    void notTakenUp(RuntimeException why);

    /** The lock ended, as its own event tells. */
    void endedBefore(Released end);
  }

  private final Leases leases;
  private final LockKey key;
  private final Listener listener;
  private final Adoption adoption;
  private final List<YieldRequested> yields = new ArrayList<>();

  /**
   * A take-up that has not begun.
   *
   * @param untilTakenUp the short lease; null if the lock has the whole one
   */
  TakeUp(
      ClientContext context,
      LeaseRequests requests,
      Leases leases,
      LockKey key,
      Granted granted,
      LockRequest request,
      @Nullable Duration untilTakenUp,
      Listener listener) {
    this.leases = leases;
    this.key = key;
    this.listener = listener;
    Long leaseMs = untilTakenUp == null ? null : Long.valueOf(request.lease().toMillis());
    this.adoption =
        new Adoption(
            context,
            requests,
            leases,
            key,
            granted.subject().owner(),
            new Adoption.Origin(
                leaseMs,
                /* isGrantSeen= */ !granted.repeated(),
                lock -> RequestCommands.asAsked(lock, request),
                /* grantedAt= */ null),
            this::takenUp,
            this::notTakenUp);
  }

  void start() {
    leases.expect(key, this::happened);
    adoption.start();
  }

  /** Stops it; the lock stays as it is. */
  void stop() {
    leases.expectNoMore(key);
    adoption.stop();
  }

  private void takenUp(HeldLease lease) {
    leases.expectNoMore(key);
    yields.forEach(lease::askedFor);
    listener.takenUp(lease);
  }

  private void notTakenUp(RuntimeException why) {
    leases.expectNoMore(key);
    listener.notTakenUp(why);
  }

  /** Handles an event of a lock that is granted, but no lease yet. */
  private void happened(Event event) {
    if (event instanceof YieldRequested asked) {
      yields.add(asked);
    } else if (event instanceof Released released && !released.repeated()) {
      stop();
      listener.endedBefore(released);
    }
  }
}
