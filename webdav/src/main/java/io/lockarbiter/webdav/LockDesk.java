package io.lockarbiter.webdav;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Asks the arbiter for locks that users keep, and for the short locks of their writes. */
final class LockDesk {
  private static final int LOCKED = 423;
  private static final int MOST_NOTE_CHARS = 200;
  private static final Duration SHORTEST_KEEP = Duration.ofMinutes(1);
  private static final Duration PAUSE = Duration.ofMillis(50);

  /** If a server dies, the others wait so long for its writes. */
  private static final Duration LEASE = Duration.ofSeconds(10);

  private final LockClient client;
  private final Duration patience;

  /**
   * A desk.
   *
   * @param patience the time for which a request waits for others that write at the same place
   */
  LockDesk(LockClient client, Duration patience) {
    this.client = client;
    this.patience = patience;
  }

  /**
   * A short lock for a write.
   *
   * @throws RefusedException if others are in the way
   * @throws IOException if the arbiter does not answer
   */
  Lease acquire(LockRequest asked) throws RefusedException, IOException {
    LockRequest request = asked.leaseOf(LEASE);
    try {
      try {
        return client.acquire(request);
      } catch (LockRefusedException e) {
        if (isWorthWaiting(e)) {
          Optional<Lease> granted = client.tryAcquire(request, patience);
          if (granted.isPresent()) {
            return granted.get();
          }
        }
        throw RefusedException.of(e, "lock-token-submitted");
      }
    } catch (LockRefusedException e) {
      throw RefusedException.of(e, "lock-token-submitted");
    } catch (LockException | IllegalStateException e) {
      throw new AwayException("the arbiter gives no lock: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw Interrupted.of(e);
    }
  }

  /** Other writes end soon, locks that somebody keeps do not. */
  private boolean isWorthWaiting(LockRefusedException e) {
    return e.reason() == RejectReason.CONFLICT
        && !patience.isZero()
        && e.blockers().stream().allMatch(blocker -> blocker.mode().acts());
  }

  /** A lock of WebDAV's, until somebody releases it or its time is over. */
  CheckOut checkOut(LockRequest request, Duration keep, @Nullable String note)
      throws RefusedException, IOException {
    try {
      return answer(client.checkOut(request, keep, note));
    } catch (LockRefusedException e) {
      if (!isWorthWaiting(e)) {
        throw RefusedException.of(e, "no-conflicting-lock");
      }
    }
    try {
      return answer(client.checkOut(request.waitingUpTo(patience), keep, note));
    } catch (LockRefusedException e) {
      throw RefusedException.of(e, "no-conflicting-lock");
    }
  }

  /**
   * A check-out in the place of another one, in one step. Writes that are in its way end soon, and
   * are waited for; meanwhile the other one is held.
   *
   * @param request names the lock that it replaces
   * @return false if that one is not held any more, or by another owner
   */
  boolean replace(LockRequest request, Duration keep, @Nullable String note)
      throws RefusedException, IOException {
    long until = System.nanoTime() + patience.toNanos();
    while (true) {
      try {
        answer(client.checkOut(request, keep, note));
        return true;
      } catch (LockRefusedException e) {
        if (isGone(e)) {
          return false;
        }
        if (!isWorthWaiting(e) || System.nanoTime() > until) {
          throw RefusedException.of(e, "no-conflicting-lock");
        }
        pause();
      }
    }
  }

  private static boolean isGone(LockRefusedException e) {
    return e.reason() == RejectReason.NOT_HELD || e.reason() == RejectReason.NOT_HOLDER;
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      throw Interrupted.of(e);
    }
  }

  /**
   * Gives a lock a new time, as long as it was asked for.
   *
   * @return false if it is not held any more
   */
  boolean extend(DavLock lock) throws RefusedException, IOException {
    try {
      answer(named(lock).extend());
      return true;
    } catch (LockRefusedException e) {
      if (isGone(e)) {
        return false;
      }
      throw RefusedException.of(e, "lock-token-matches-request-uri");
    }
  }

  /**
   * Gives a lock a new time. If that is longer or shorter than it was asked for, an equal lock
   * takes its place.
   *
   * @return false if it is not held any more
   */
  boolean extend(DavLock lock, Duration keep) throws RefusedException, IOException {
    if (keep.toMillis() == lock.keepMs()) {
      return extend(lock);
    }
    try {
      return replace(equal(lock, lock.owner()), keep, lock.note());
    } catch (RefusedException e) {
      // A limit, or an end that somebody has attached to it. The server may choose the time.
      return extend(lock);
    }
  }

  /**
   * Ends a lock.
   *
   * @return false if it had ended already
   */
  boolean release(DavLock lock) throws IOException {
    ReleaseResult result = answer(named(lock).release());
    if (result instanceof ReleaseResult.Unanswered unanswered) {
      throw new AwayException("the lock may be held still: " + unanswered.why(), /* cause= */ null);
    }
    return result instanceof ReleaseResult.Released;
  }

  /**
   * Ends a lock of somebody else.
   *
   * @return false if it had ended already
   */
  boolean force(DavLock lock, String operator, String comment) throws IOException {
    ReleaseResult result =
        answer(client.forceRelease(lock.account(), lock.lockId(), operator, comment));
    if (result instanceof ReleaseResult.Unanswered unanswered) {
      throw new AwayException("the lock may be held still: " + unanswered.why(), /* cause= */ null);
    }
    return result instanceof ReleaseResult.Forced || result instanceof ReleaseResult.Released;
  }

  /** The note of a lock, for others who are refused because of it: the program, and who uses it. */
  static String note(String program, String who) {
    int most = Math.min(who.length(), MOST_NOTE_CHARS);
    boolean isCut = most < who.length() && Character.isHighSurrogate(who.charAt(most - 1));
    return program + ": " + who.substring(0, isCut ? most - 1 : most);
  }

  private CheckOut named(DavLock lock) {
    return client.checkedOut(lock.account(), lock.lockId(), lock.owner());
  }

  /**
   * One owner for several locks of a member whose tokens come in one request: whoever writes under
   * all of them must be admitted by all. The locks that belong to another session are replaced by
   * equal ones of the first one's. Their tokens stay.
   *
   * @param now log time
   */
  @Nullable Owner commonOwner(List<DavLock> submitted, long now)
      throws RefusedException, IOException {
    if (submitted.isEmpty()) {
      return null;
    }
    DavLock first = submitted.get(0);
    for (DavLock lock : submitted) {
      if (!lock.owner().equals(first.owner())) {
        if (lock.isShared() || first.isShared()) {
          throw new RefusedException(
              LOCKED,
              "lock-token-submitted",
              List.of(lock.path()),
              "a shared and an exclusive lock in one request cannot be written under");
        }
        replace(lock, first.owner(), now);
      }
    }
    return first.owner();
  }

  private void replace(DavLock lock, Owner owner, long now) throws RefusedException, IOException {
    Duration left = Duration.ofMillis(lock.expiresAt() - now);
    LockRequest request = equal(lock, owner);
    try {
      answer(
          client.checkOut(
              request, left.compareTo(SHORTEST_KEEP) < 0 ? SHORTEST_KEEP : left, lock.note()));
    } catch (LockRefusedException e) {
      throw RefusedException.of(e, "lock-token-submitted");
    }
  }

  /** An equal lock of an owner, in the place of the lock. */
  private static LockRequest equal(DavLock lock, Owner owner) {
    return lock.attributed(
            LockRequest.checkOut(lock.account(), owner.subAccount(), lock.path().toString()))
        .owner(owner)
        .replacing(lock.lockId(), lock.owner());
  }

  private static <T> T answer(CompletableFuture<T> asked) throws IOException {
    try {
      return asked.get();
    } catch (ExecutionException | CompletionException e) {
      if (e.getCause() instanceof LockRefusedException refused) {
        throw refused;
      }
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new AwayException("the arbiter gives no lock: " + cause.getMessage(), e);
    } catch (InterruptedException e) {
      throw Interrupted.of(e);
    }
  }
}
