package io.lockarbiter.cli.locks;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;

/**
 * The closing of accounts in one deployment, by locks whose ids are always the same. So whoever
 * goes on after a kill finds what was done. All belong to one owner, who may end them at once.
 */
final class AccountGate {
  /** The sub-account that holds the locks. */
  static final String MOVER = "move-account";

  private static final Owner OWNER = new Owner(MOVER, null);
  private static final int MOST_ATTEMPTS = 20;

  private final LockClient client;
  private final Duration keep;

  AccountGate(LockClient client, Duration keep) {
    this.client = client;
    this.keep = keep;
  }

  /** Says whether it holds a lock of this id; then the lock is kept from now on. */
  boolean holds(String account, String lockId) {
    try {
      answer(client.checkedOut(account, lockId, OWNER).extend());
      return true;
    } catch (LockRefusedException e) {
      if (e.reason() == RejectReason.NOT_HELD) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Closes an account, unless it is closed by this lock already. A refusal that is only told again,
   * of an attempt a moment ago, counts for nothing.
   *
   * @param wish how it waits
   * @return the id of the lock
   * @throws LockException if it is not closed
   */
  String close(String account, String lockId, String note, UnaryOperator<LockRequest> wish) {
    LockRequest request = wish.apply(LockRequest.closeAccount(account, MOVER).shared());
    for (int attempt = 1; ; attempt++) {
      String id = attempt == 1 ? lockId : lockId + "-" + attempt;
      if (holds(account, id)) {
        return id;
      }
      try {
        requireKept(account, answer(client.checkOut(request, keep, note, id)));
        return id;
      } catch (LockRefusedException | LockWithdrawnException e) {
        if (attempt == MOST_ATTEMPTS || !isToldAgain(e)) {
          throw e;
        }
      }
    }
  }

  /** Puts a closing lock in the place of another one of the gate. */
  void replace(String account, String lockId, String oldLockId, String note) {
    LockRequest request =
        LockRequest.closeAccount(account, MOVER).shared().replacing(oldLockId, OWNER);
    requireKept(account, answer(client.checkOut(request, keep, note, lockId)));
  }

  /** Ends all of its locks in an account, held or waiting. */
  void open(String account) {
    answer(client.releaseAllSessions(account, MOVER));
  }

  /** The first locks in the way of closing an account now; empty if there are none any more. */
  List<Blocker> inTheWay(String account) {
    try {
      Lease lease =
          answer(
              client.acquireAsync(
                  LockRequest.closeAccount(account, MOVER).shared().leaseOf(keepOfLook())));
      answer(lease.release());
      return List.of();
    } catch (LockRefusedException e) {
      return e.blockers();
    }
  }

  private static Duration keepOfLook() {
    return Duration.ofSeconds(30);
  }

  /** Only a refusal that is told for the first time names what is in the way. */
  private static boolean isToldAgain(LockException why) {
    return !(why instanceof LockRefusedException refused)
        || refused.reason() == RejectReason.ID_CONFLICT
        || isOfWay(refused.reason()) && refused.blockers().isEmpty();
  }

  private static boolean isOfWay(RejectReason reason) {
    return reason == RejectReason.CONFLICT
        || reason == RejectReason.WAIT_TIMEOUT
        || reason == RejectReason.ACCOUNT_CLOSED;
  }

  /** Refuses a lock that ends long before it was to end, because a setting has cut it. */
  private void requireKept(String account, CheckOut closed) {
    Instant until = closed.until();
    if (until != null && until.isBefore(Instant.now().plus(keep.dividedBy(2)))) {
      throw new ShortClosingException(
          "account=%s would be closed until %s only, expected for %d days: the setting longestKeepMs of that deployment cuts it. Fix: set it to 0 there, or give a shorter --closed-for"
              .formatted(account, until, keep.toDays()));
    }
  }

  static <T> T answer(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** A lock in the way, as output names it. */
  static String text(Blocker blocker) {
    String session = blocker.owner().session();
    String note = blocker.note();
    return "lockId=%s %s %s of %s%s"
        .formatted(
            blocker.lockId(),
            blocker.operation(),
            blocker.path(),
            blocker.owner().subAccount() + (session == null ? "" : "/" + session),
            note == null ? "" : " (" + note + ")");
  }
}
