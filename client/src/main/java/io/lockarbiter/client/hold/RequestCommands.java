package io.lockarbiter.client.hold;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.YieldWish;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes commands from requests. */
public final class RequestCommands {
  private RequestCommands() {}

  /**
   * The command that asks for a lock.
   *
   * @param owner the owner, in place of the request's
   */
  public static Acquire acquire(
      LockRequest request, Owner owner, String lockId, @Nullable String replyTo) {
    return acquire(request, owner, lockId, replyTo, request.attributes());
  }

  /**
   * The command that queues a request: its lease is that until the grant is taken up, and an
   * attribute names the requested one.
   */
  static Acquire waiting(
      LockRequest request,
      Owner owner,
      String lockId,
      @Nullable String replyTo,
      Duration untilTakenUp) {
    return acquire(request.leaseOf(untilTakenUp), owner, lockId, replyTo, withLease(request));
  }

  /**
   * Says whether a request may be queued with another lease than its own: the attributes leave room
   * for its own, and a renewal can ask for that.
   */
  static boolean canBeLengthened(LockRequest request) {
    SortedMap<String, String> all = withLease(request);
    return !isKept(request)
        && all.size() <= Acquire.MAX_ATTRIBUTES
        && bytes(all) <= Acquire.MAX_ATTRIBUTE_BYTES;
  }

  /** Says whether the lock is to be kept for longer than any renewal can ask for. */
  static boolean isKept(LockRequest request) {
    return request.lease().toMillis() > Settings.MAX_LEASE_MS;
  }

  /** The request for a check-out, with its owner: the sub-account itself unless it names one. */
  static LockRequest checkOut(LockRequest request, Duration keep, @Nullable String note) {
    LockRequest kept = request.keptFor(keep);
    LockRequest owned = kept.owner() == null ? kept.shared() : kept;
    return note == null ? owned : owned.attribute(LockFields.NOTE, note);
  }

  /**
   * The command that asks for a check-out of another member in the place of one.
   *
   * @param renewed the present one
   * @param note in the place of the present one's; null = none
   */
  static Acquire inPlaceOf(
      Renewed renewed,
      String subAccount,
      @Nullable String note,
      String lockId,
      @Nullable String replyTo) {
    LockFields fields = renewed.subject().handedTo(lockId, subAccount, note);
    return new Acquire(renewed.head().account(), replyTo, fields);
  }

  private static SortedMap<String, String> withLease(LockRequest request) {
    SortedMap<String, String> all = new TreeMap<>(request.attributes());
    all.put(LockFields.LEASE, Long.toString(request.lease().toMillis()));
    return Collections.unmodifiableSortedMap(all);
  }

  /** The fields of a lock as the caller requested them; attempts differ in their wait limits. */
  static LockFields asAsked(LockFields told, LockRequest request) {
    return new LockFields(
        told.lockId(),
        told.owner(),
        told.operation(),
        told.operationWord(),
        told.path(),
        told.destination(),
        told.targets(),
        told.leaseMs(),
        request.waitLimit().toMillis(),
        told.maxHoldMs(),
        told.holding(),
        told.replaces(),
        told.existing(),
        told.attributes());
  }

  /** The command that is refused at once, with the blockers. */
  static Acquire look(LockRequest request, Owner owner, String lockId, @Nullable String replyTo) {
    return acquire(
        request
            .leaseOf(Duration.ofMillis(Settings.MIN_LEASE_MS))
            .waitingUpTo(Duration.ZERO)
            .maxHold(Duration.ZERO),
        owner,
        lockId,
        replyTo,
        Collections.emptySortedMap());
  }

  /**
   * The command that submits the request as a job of a pool.
   *
   * @throws IllegalArgumentException if the pool's name is no valid id, or leaves the attributes no
   *     room
   */
  static Acquire submission(
      LockRequest request, Owner owner, String lockId, @Nullable String replyTo, String pool) {
    String problem = IdRule.problem(pool);
    if (problem != null) {
      throw new IllegalArgumentException("pool " + problem);
    }
    Duration limit = request.adoptedWithin();
    Duration lease = limit == null ? request.lease() : limit;
    SortedMap<String, String> all =
        new TreeMap<>(lease.equals(request.lease()) ? request.attributes() : withLease(request));
    all.put(LockFields.POOL, pool);
    if (all.size() > Acquire.MAX_ATTRIBUTES) {
      throw new IllegalArgumentException(
          "attributes: %d, with those of the pool, expected 0 to %d"
              .formatted(all.size(), Acquire.MAX_ATTRIBUTES));
    }
    int bytes = bytes(all);
    if (bytes > Acquire.MAX_ATTRIBUTE_BYTES) {
      throw new IllegalArgumentException(
          "UTF-8 bytes of attributes: %d, expected 0 to %d"
              .formatted(bytes, Acquire.MAX_ATTRIBUTE_BYTES));
    }
    return acquire(
        request.leaseOf(lease), owner, lockId, replyTo, Collections.unmodifiableSortedMap(all));
  }

  private static int bytes(Map<String, String> attributes) {
    return attributes.entrySet().stream()
        .mapToInt(each -> (each.getKey() + each.getValue()).getBytes(UTF_8).length)
        .sum();
  }

  private static Acquire acquire(
      LockRequest request,
      Owner owner,
      String lockId,
      @Nullable String replyTo,
      SortedMap<String, String> attributes) {
    YieldWish wish = wishOfAll(request);
    return new Acquire(
        request.account(),
        replyTo,
        new LockFields(
                lockId,
                owner,
                request.operation(),
                request.path(),
                request.destination(),
                request.targets(),
                request.lease().toMillis(),
                request.waitLimit().toMillis(),
                request.maxHold().toMillis(),
                request.holding(),
                request.replaces(),
                attributes)
            .existing(request.existsAsOf()),
        wish == null ? null : Objects.requireNonNull(wish.grace()).toMillis(),
        wish == null ? null : wish.comment());
  }

  /**
   * The wish with which the arbiter asks all holders in the way, once the request waits; null if
   * there is none: without a grace the client asks, and nobody asks if the request does not outlast
   * the grace.
   */
  private static @Nullable YieldWish wishOfAll(LockRequest request) {
    YieldWish wish = request.asking();
    return wish == null
            || wish.grace() == null
            || wish.ofOwnOnly()
            || RequestRules.asksInVain(request)
        ? null
        : wish;
  }
}
