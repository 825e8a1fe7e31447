package io.lockarbiter.cli.locks;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The closing of accounts in one deployment. A run closes an account by a gate, a lock of its own,
 * and all gates have one owner. So a run passes the gates that killed ones have left, and ends
 * them. The lock that stays where an account was has another owner, and no run ends it.
 */
final class AccountGate {
  /** The sub-account of all gates. */
  static final String MOVER = "move-account";

  /** The sub-account of locks that stay. */
  static final String MOVED = "moved-account";

  private static final Owner GATES = new Owner(MOVER, null);
  private static final String LOOKED_AT = "/move-account";
  private static final int MOST_GATES = 100;
  private static final long PAUSE_NS = Duration.ofMillis(500).toNanos();

  /** Longer than ended ids are remembered unless a setting says so. */
  private static final long PATIENCE_NS = Duration.ofMinutes(2).toNanos();

  private final LockClient client;
  private final Duration keep;

  /**
   * The accounts of a deployment.
   *
   * @param keep for how long they are closed
   */
  AccountGate(LockClient client, Duration keep) {
    this.client = client;
    this.keep = keep;
  }

  /**
   * The answer to a harmless request.
   *
   * @param epoch the epoch of the account's tokens; null if it was refused
   * @param refused null if it was granted
   */
  record Look(@Nullable Integer epoch, @Nullable LockRefusedException refused) {
    /** The lock that closes the account; null if there is none. */
    @Nullable Blocker closing() {
      return refused == null
              || refused.reason() != RejectReason.ACCOUNT_CLOSED
              || refused.blockers().isEmpty()
          ? null
          : refused.blockers().get(0);
    }
  }

  /**
   * Asks for a lock on a path that nobody has, and ends it at once.
   *
   * @param subAccount whose lock it is; gates do not keep the mover out
   * @throws LockRefusedException if nothing in the account is to blame
   */
  Look look(String account, String subAccount) {
    try {
      Lease lease =
          patient(
              () ->
                  client.acquireAsync(
                      LockRequest.download(account, subAccount, LOOKED_AT).shared()));
      answer(lease.release());
      return new Look(Epoch.of(lease.token()), null);
    } catch (LockRefusedException e) {
      if (isInTheWay(e)) {
        return new Look(null, e);
      }
      throw e;
    }
  }

  /**
   * Closes an account that nobody uses.
   *
   * @throws LockException if it is not closed
   */
  CheckOut close(String account, String note) {
    return kept(account, patient(() -> client.checkOut(closing(account), keep, note)));
  }

  /**
   * Closes an account after a wait. A process that dies while it waits leaves nothing behind: until
   * the account is closed, the lock has a lease.
   *
   * @param wish how it waits
   * @throws LockException if it is not closed
   */
  CheckOut close(String account, String note, UnaryOperator<LockRequest> wish) {
    LockRequest drain = wish.apply(closing(account).attribute(LockFields.NOTE, note));
    Lease held = patient(() -> client.acquireAsync(drain));
    held.abandon(); // It lives on for its lease, and its end is no loss to warn of.
    LockRequest gate = closing(account).replacing(held.lockId(), GATES);
    try {
      return kept(account, answer(client.checkOut(gate, keep, note)));
    } catch (LockRefusedException | LockWithdrawnException e) {
      answer(client.checkedOut(account, held.lockId(), GATES).release());
      throw e;
    }
  }

  private static LockRequest closing(String account) {
    return LockRequest.closeAccount(account, MOVER).shared();
  }

  /**
   * Puts the lock that stays in the place of a gate, and ends other gates, of runs that were killed
   * or work on it now.
   *
   * @param owner of the gate, or of a lock that stays and ends too early
   * @throws LockRefusedException {@code NOT_HELD} if the gate has been ended: then nothing changed
   * @throws ShortClosingException if the lock stands in its place, but not for long
   */
  void leave(String account, String lockId, Owner owner, String note) {
    LockRequest request =
        LockRequest.closeAccount(account, MOVED).shared().replacing(lockId, owner);
    for (int ended = 0; ; ) {
      try {
        Instant until = patient(() -> client.checkOut(request, keep, note)).until();
        if (endsEarly(until)) {
          throw tooShort(account, until);
        }
        return;
      } catch (LockRefusedException e) {
        List<Blocker> gates =
            e.blockers().stream().filter(other -> other.owner().equals(GATES)).toList();
        ended += gates.size();
        if (gates.isEmpty() || ended > MOST_GATES) {
          throw e;
        }
        gates.forEach(other -> answer(client.checkedOut(account, other.lockId(), GATES).release()));
      }
    }
  }

  /** Ends all gates in an account, and no lock that stays. */
  void open(String account) {
    answer(client.releaseAllSessions(account, MOVER));
  }

  /** The first locks in the way of closing an account now; empty if there are none any more. */
  List<Blocker> inTheWay(String account) {
    try {
      answer(answer(client.acquireAsync(closing(account))).release());
      return List.of();
    } catch (LockRefusedException e) {
      return e.blockers();
    }
  }

  private static boolean isInTheWay(LockRefusedException e) {
    return e.reason() == RejectReason.CONFLICT || e.reason() == RejectReason.ACCOUNT_CLOSED;
  }

  /**
   * Refuses a lock that ends long before it was to end, because a setting has cut it. The clocks of
   * this host and of the log may differ by hours, as half of the time is a half day at least.
   */
  private CheckOut kept(String account, CheckOut gate) {
    Instant until = gate.until();
    if (endsEarly(until)) {
      answer(gate.release());
      throw tooShort(account, until);
    }
    return gate;
  }

  /** Says whether a lock that closes an account ends long before it is to end. */
  boolean endsEarly(@Nullable Instant until) {
    return until != null && until.isBefore(Instant.now().plus(keep.dividedBy(2)));
  }

  private ShortClosingException tooShort(String account, @Nullable Instant until) {
    return new ShortClosingException(
        "account=%s would be closed until %s only, expected for %d days: the setting longestKeepMs of that deployment cuts it, or the clock of this host is wrong. Fix: set it to 0 there, or give a shorter --closed-for"
            .formatted(account, until, keep.toDays()));
  }

  /**
   * Asks again while too much was asked lately. Senders who are refused and ask on may use up what
   * an account is allowed, and the account would stay closed in both deployments.
   */
  private static <T> T patient(Supplier<CompletableFuture<T>> question) {
    long began = System.nanoTime();
    while (true) {
      try {
        return answer(question.get());
      } catch (LockRefusedException e) {
        if (e.reason() != RejectReason.RATE_LIMITED || System.nanoTime() - began > PATIENCE_NS) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NS);
      }
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
    String note = blocker.note();
    Long until = blocker.expiresAt();
    return "lockId=%s %s %s of %s%s%s"
        .formatted(
            blocker.lockId(),
            blocker.operation(),
            blocker.path(),
            ListedLock.who(blocker.owner()),
            until == null ? ", which waits" : " until " + Instant.ofEpochMilli(until),
            note == null ? "" : " (" + note + ")");
  }
}
