package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.YieldResult;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Relation;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks the holders in a waiting request's way to let go, each lock once. An answer names at most
 * five blockers, so the client looks again: soon after it has asked somebody, and ever less often
 * while nothing changes. With a grace the arbiter asks the first thousand when the request begins
 * to wait; then the client looks for locks that end later, such as those granted to earlier ones.
 *
 * <p>A wish to own holders asks only those that held when the request was first answered. A lock
 * that was granted later is of a request as new as this one: two that asked each other would both
 * end.
 *
 * <p>Used in the loop's turns only.
 */
final class AskedHolders {
  static final int MOST_ASKS = 1_000;
  static final Duration FIRST_LOOK = Duration.ofMillis(100);
  private static final int MOST_ON_THE_WAY = 64;

  private record OnTheWay(String commandId, InFlightPermit permit) {}

  private final ClientContext context;
  private final LockRequest request;
  private final Owner owner;
  private final YieldWish wish;
  private final BlockerLook looking;
  private final Set<String> asked = new HashSet<>();
  private final Map<String, OnTheWay> onTheWay = new HashMap<>();
  private List<String> named = List.of();
  private @Nullable Set<String> earlier;
  private Duration pause = FIRST_LOOK;
  private int asks;
  private boolean waits;
  private boolean refused;
  private long lookAt;

  /** By this log time the locks end whose holders the arbiter has asked; 0 if it has not. */
  private long endsAt;

  AskedHolders(ClientContext context, LockRequest request, Owner owner, YieldWish wish) {
    this.context = context;
    this.request = request;
    this.owner = owner;
    this.wish = wish;
    this.looking = new BlockerLook(context, request, owner, this::seen, this::notSeen);
  }

  /** Notes the blockers that the first answer to the request names. */
  void met(List<Blocker> blockers) {
    if (earlier == null) {
      earlier =
          blockers.stream()
              .filter(each -> !each.waiting())
              .map(Blocker::lockId)
              .collect(Collectors.toUnmodifiableSet());
    }
  }

  /**
   * Notes that the request is queued, or still waits.
   *
   * @param graceMs with which the arbiter has asked the holders for it; null if it has not
   */
  void waits(Queued event, @Nullable Long graceMs) {
    if (!waits && !refused) {
      met(event.blockedBy());
      waits = true;
      pause = FIRST_LOOK;
      if (graceMs == null) {
        seen(event.blockedBy());
      } else {
        endsAt = event.head().at() + graceMs;
        lookAgain(); // The event names the blockers as they were before they were asked.
      }
    }
  }

  /** Stops, because the request no longer waits; sends nothing more. */
  void stop() {
    if (waits) {
      waits = false;
      looking.stop();
      List.copyOf(onTheWay.keySet()).forEach(this::forget);
    }
  }

  /** Asks the holders of the present blockers. */
  private void seen(List<Blocker> blockers) {
    List<String> now = blockers.stream().filter(this::isAskedFor).map(Blocker::lockId).toList();
    now.stream().filter(lockId -> !asked.contains(lockId)).forEach(this::ask);
    if (now.equals(named)) {
      lookLater(Duration.ZERO);
    } else {
      named = now;
      pause = FIRST_LOOK;
      lookAgain();
    }
  }

  private boolean isAskedFor(Blocker blocker) {
    return !blocker.waiting()
        && !standsByItself(blocker)
        && !endsInTime(blocker)
        && (!wish.ofOwnOnly() || isRequestBefore(blocker));
  }

  /**
   * Says whether it is a check-out, a freeze or a closed account, which only a wish for that lock
   * may end.
   */
  private static boolean standsByItself(Blocker blocker) {
    return !blocker.mode().acts();
  }

  /** Says whether a lock ends with the grace at the latest, unless it is renewed. */
  private boolean endsInTime(Blocker blocker) {
    return blocker.expiresAt() != null && blocker.expiresAt() <= endsAt;
  }

  /** Says whether a lock is of an earlier request for the same thing, which this one replaces. */
  private boolean isRequestBefore(Blocker blocker) {
    boolean isJobOfAPool = blocker.lockId().equals(blocker.owner().session());
    return blocker.relation() == Relation.SAME
        && blocker.owner().subAccount().equals(owner.subAccount())
        && blocker.operationWord().equals(request.operation().name())
        && !isJobOfAPool
        && earlier != null
        && earlier.contains(blocker.lockId());
  }

  private void notSeen(@Nullable Duration retryAfter) {
    lookLater(retryAfter == null ? Duration.ZERO : retryAfter);
  }

  private void lookLater(Duration atLeast) {
    Duration twice = pause.multipliedBy(2);
    pause = twice.compareTo(LeaseAcquisition.ASK_AGAIN) < 0 ? twice : LeaseAcquisition.ASK_AGAIN;
    pause = pause.compareTo(atLeast) < 0 ? atLeast : pause;
    lookAgain();
  }

  private void lookAgain() {
    if (!waits || asks >= MOST_ASKS) {
      return;
    }
    long due = context.loop().nanoTime() + pause.toNanos();
    lookAt = due;
    context.loop().executeAt(due, () -> look(due));
  }

  private void look(long due) {
    if (waits && due == lookAt) {
      looking.start();
    }
  }

  private void ask(String lockId) {
    if (asks >= MOST_ASKS || onTheWay.size() >= MOST_ON_THE_WAY) {
      return; // If it still blocks at the next look, it is asked then.
    }
    InFlightPermit permit;
    try {
      permit = context.permit();
    } catch (ClientBusyException e) {
      return;
    }
    asks++;
    asked.add(lockId);
    Yield command =
        PendingYield.command(context, new LockKey(request.account(), lockId), owner, wish);
    onTheWay.put(lockId, new OnTheWay(command.commandId(), permit));
    PendingYield.ask(context, command, result -> answered(lockId, result));
  }

  private void answered(String lockId, YieldResult result) {
    if (onTheWay.containsKey(lockId)) {
      forget(lockId);
      if (result instanceof YieldResult.TooOften tooOften) {
        askAgain(lockId, tooOften.retryAfter());
      } else if (result instanceof YieldResult.Refused) {
        refused = true;
        stop();
      }
    }
  }

  /** Asks again later, because another asker was first, perhaps with another wish. */
  private void askAgain(String lockId, Duration after) {
    context
        .loop()
        .executeAt(
            context.loop().nanoTime() + after.toNanos(),
            () -> {
              asked.remove(lockId);
              pause = FIRST_LOOK;
              if (!looking.isUnderWay()) {
                lookAgain();
              }
            });
  }

  private void forget(String lockId) {
    OnTheWay command = onTheWay.remove(lockId);
    if (command != null) {
      command.permit().release();
      context.commands().cancel(request.account(), command.commandId());
    }
  }
}
