package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests before they are sent that could not be answered, or whose answer could not be
 * used.
 */
final class RequestRules {
  private static final int NEVER_TOO_LONG = 3;
  private static final String LONGEST_ID = "x".repeat(IdRule.MAX_BYTES);

  private RequestRules() {}

  static void check(LockClientOptions options, LockRequest request) {
    if (request.adoptedWithin() != null) {
      throw new IllegalArgumentException(
          "adoptedWithin=%s is of what is submitted to a pool: nobody adopts this lock. Leave it out, or submit the request"
              .formatted(request.adoptedWithin()));
    }
    checkTimes(options, request);
    if (request.isBound() && (request.owner() == null || request.owner().session() == null)) {
      throw new IllegalArgumentException(
          "a request that is bound() has no session here, and nothing would keep its lock: ask by session.bound(request) of a LockSession, or name the session by session(…)");
    }
    if (request.targets().size() > NEVER_TOO_LONG) {
      checkBytes(
          RequestCommands.waiting(
              request, longest(request), LONGEST_ID, LONGEST_ID, ShortLease.LEAST));
    }
  }

  private static void checkTimes(LockClientOptions options, LockRequest request) {
    if (!request.isBound()) {
      checkUsable(options, "lease", request.lease());
    }
    if (!request.maxHold().isZero()) {
      checkUsable(options, "maxHold", request.maxHold());
    }
  }

  /** Refuses to ask holders for a request that is over before they must have let go. */
  static void checkAsking(LockRequest request) {
    if (!asksInVain(request)) {
      return;
    }
    Duration limit = request.waitLimit();
    if (limit.isZero()) {
      throw new IllegalArgumentException(
          "askingHolders needs waitingUpTo(…): a request that does not wait is refused at once and asks nobody");
    }
    throw new IllegalArgumentException(
        "askingHolders with grace=%s, expected less than the %s of waitingUpTo(…): the request would be over before the holders must have let go"
            .formatted(Objects.requireNonNull(request.asking()).grace(), limit));
  }

  /** Says whether all holders would be asked for a request that is over before they must let go. */
  static boolean asksInVain(LockRequest request) {
    YieldWish wish = request.asking();
    if (wish == null || wish.ofOwnOnly()) {
      return false;
    }
    Duration limit = request.waitLimit();
    return limit.isZero() || wish.grace() != null && wish.grace().compareTo(limit) >= 0;
  }

  private static void checkUsable(LockClientOptions options, String name, Duration held) {
    Duration difference = options.clockDifference();
    if (held.compareTo(difference) <= 0) {
      throw new IllegalArgumentException(
          "%s=%s, expected more than clockDifference=%s: every grant would be past its safe end"
              .formatted(name, held, difference));
    }
  }

  static void check(LockClientOptions options, LockRequest request, String pool) {
    if (request.asking() != null) {
      throw new IllegalArgumentException(
          "a request that asks holders cannot be submitted to pool=%s: nobody waits for its lock here. Submit it without askingHolders(…), and ask by askToYield(…)"
              .formatted(pool));
    }
    if (request.followsMoves()) {
      throw new IllegalArgumentException(
          "a request that is followingMoves() cannot be submitted to pool=%s: nobody waits for its lock here"
              .formatted(pool));
    }
    if (request.isBound()) {
      throw new IllegalArgumentException(
          "a request that is bound() cannot be submitted to pool=%s: its worker would lose the lock when this process ends. Submit it with leaseOf(…)"
              .formatted(pool));
    }
    if (RequestCommands.isKept(request)) {
      throw new IllegalArgumentException(
          "keptFor=%s cannot be submitted to pool=%s: if no worker came, the paths would stay locked for so long. Submit it with leaseOf(…) and adoptedWithin(…)"
              .formatted(request.lease(), pool));
    }
    checkTimes(options, request);
    Acquire submission =
        RequestCommands.submission(request, longest(request), LONGEST_ID, LONGEST_ID, pool);
    if (request.targets().size() > NEVER_TOO_LONG) {
      checkBytes(submission);
    }
  }

  static void checkCheckOut(LockClientOptions options, LockRequest request) {
    boolean closes = request.targets().get(0).mode() == Mode.CLOSE;
    if (!closes && request.targets().stream().anyMatch(target -> target.mode() != Mode.GUARD)) {
      throw new IllegalArgumentException(
          "operation=%s is no check-out; expected LockRequest.checkOut(…), or targets of mode GUARD"
              .formatted(request.operation()));
    }
    if (!closes && request.asking() != null) {
      throw new IllegalArgumentException(
          "a check-out cannot ask holders; check out without askingHolders(…), and ask by askToYield(…)");
    }
    if (request.followsMoves()) {
      throw new IllegalArgumentException(
          "a check-out is not followingMoves(): it keeps its id and its path. If it is refused with movedTo(), check out by request.movedTo(…)");
    }
    check(options, request);
  }

  /** Refuses a session that the arbiter would refuse, or that would be over at once. */
  static void checkSession(LockClientOptions options, String account, Owner owner, Duration lease) {
    checkId("account", account);
    checkId("subAccount", owner.subAccount());
    if (owner.session() == null) {
      throw new IllegalArgumentException(
          "subAccount=%s has no session here; only a session is kept alive"
              .formatted(owner.subAccount()));
    }
    checkId("session", owner.session());
    if (lease.compareTo(Duration.ofMillis(Settings.MIN_LEASE_MS)) < 0
        || lease.compareTo(Duration.ofMillis(Settings.MAX_LEASE_MS)) > 0) {
      throw new IllegalArgumentException(
          "lease=%s, expected %s to %s"
              .formatted(
                  lease,
                  Duration.ofMillis(Settings.MIN_LEASE_MS),
                  Duration.ofMillis(Settings.MAX_LEASE_MS)));
    }
    checkUsable(options, "lease", lease);
  }

  static void checkId(String name, String id) {
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw new IllegalArgumentException(name + " " + problem);
    }
  }

  /** Checks a note as a request with no other attributes would. */
  static void checkNote(@Nullable String note) {
    if (note != null) {
      var unused = LockRequest.checkOut("a", "s", "/").attribute(LockFields.NOTE, note);
    }
  }

  private static Owner longest(LockRequest request) {
    return request.owner() == null ? new Owner(request.subAccount(), LONGEST_ID) : request.owner();
  }

  static void checkBytes(Acquire acquire) {
    int bytes = CommandCodec.encode(acquire).length;
    if (bytes > CommandCodec.MAX_BYTES) {
      throw new IllegalArgumentException(
          "the request has %d bytes, at most %d are allowed; name fewer or shorter targets"
              .formatted(bytes, CommandCodec.MAX_BYTES));
    }
  }
}
