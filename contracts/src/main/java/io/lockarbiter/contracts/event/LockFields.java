package io.lockarbiter.contracts.event;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a lock, as they stand in every event about a valid acquire.
 *
 * @param operationWord the operation as it stands in the event, also if it is {@link
 *     Operation#UNKNOWN}
 * @param path null exactly for {@link Operation#CUSTOM}; may be null for {@link Operation#UNKNOWN}
 * @param destination null unless the operation has one
 * @param targets 1 to 16, distinct, in the order given
 * @param leaseMs 1,000 to 600,000 ms of log time, or up to 2,592,000,000 where it is {@link #isKept
 *     kept}, or {@link #BOUND_LEASE_MS} where it is {@link #isBound bound}; where the attribute
 *     {@link #LEASE} names another, only until somebody takes the lock up
 * @param waitMs 0 to 600,000 ms of log time; 0 = decide at once
 * @param maxHoldMs the longest time from its grant to its end, however often it is renewed, 1,000
 *     to 86,400,000 ms of log time; 0 = as long as it is renewed
 * @param holding lock ids that the sender will not release before it has this lock
 * @param replaces the held lock that ends in the moment in which this one is granted; null if none
 * @param existing the {@code seq} as of which its sender knows that its paths exist; {@link
 *     #EXISTING_NOW} = they exist when it is decided; null = they may be made anew
 * @param attributes opaque, returned in every event of the lock; four names are reserved, {@link
 *     #POOL}, {@link #LEASE}, {@link #NOTE} and {@link #TRACEPARENT}
 */
public record LockFields(
    String lockId,
    Owner owner,
    Operation operation,
    String operationWord,
    @Nullable LockPath path,
    @Nullable LockPath destination,
    List<Target> targets,
    long leaseMs,
    long waitMs,
    long maxHoldMs,
    List<String> holding,
    @Nullable LockRef replaces,
    @Nullable Long existing,
    SortedMap<String, String> attributes)
    implements Subject {
  /** Says in {@link #existing} that the paths exist when the request is decided. */
  public static final long EXISTING_NOW = 0;

  /** Stands in {@link #leaseMs} for a lock that lives as long as its owner's session. */
  public static final long BOUND_LEASE_MS = 0;

  /**
   * Stands for the end of a bound lock that lives as long as its session does, epoch ms; the
   * greatest whole number that every store keeps exact.
   */
  public static final long NO_END = (1L << 53) - 1;

  private static final Pattern LEASE_DIGITS = Pattern.compile("[0-9]{1,6}");

  /**
   * The attribute that names the pool whose workers do the job of the lock ({@code WIRE.md},
   * Commands).
   */
  public static final String POOL = "pool";

  /**
   * The attribute that names the lease, in ms, by which a holder renews the lock once it has taken
   * it up, where the lease until then is another ({@code WIRE.md}, Commands).
   */
  public static final String LEASE = "leaseMs";

  /**
   * The attribute with a text for whoever is refused, or waits, because of the lock ({@code
   * WIRE.md}, Commands).
   */
  public static final String NOTE = "note";

  /**
   * The attribute with which a gateway tells whose key or token was used ({@code WIRE.md},
   * Commands).
   */
  public static final String SUBJECT = "subject";

  /**
   * The attribute that names the trace in which the lock was requested ({@code WIRE.md}, Commands).
   */
  public static final String TRACEPARENT = "traceparent";

  /** A lock for an operation that this version knows. */
  public LockFields(
      String lockId,
      Owner owner,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets,
      long leaseMs,
      long waitMs,
      long maxHoldMs,
      List<String> holding,
      @Nullable LockRef replaces,
      SortedMap<String, String> attributes) {
    this(
        lockId,
        owner,
        operation,
        operation.name(),
        path,
        destination,
        targets,
        leaseMs,
        waitMs,
        maxHoldMs,
        holding,
        replaces,
        /* existing= */ null,
        attributes);
  }

  /** A lock that replaces none. */
  public LockFields(
      String lockId,
      Owner owner,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets,
      long leaseMs,
      long waitMs,
      long maxHoldMs,
      List<String> holding,
      SortedMap<String, String> attributes) {
    this(
        lockId,
        owner,
        operation,
        path,
        destination,
        targets,
        leaseMs,
        waitMs,
        maxHoldMs,
        holding,
        /* replaces= */ null,
        attributes);
  }

  /** A lock that replaces none and may be held as long as it is renewed. */
  public LockFields(
      String lockId,
      Owner owner,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets,
      long leaseMs,
      long waitMs,
      List<String> holding,
      SortedMap<String, String> attributes) {
    this(
        lockId,
        owner,
        operation,
        path,
        destination,
        targets,
        leaseMs,
        waitMs,
        /* maxHoldMs= */ 0,
        holding,
        attributes);
  }

  /**
   * The lease by which its holder renews it, in ms: that of the attribute {@link #LEASE}, or {@link
   * #leaseMs} where that is absent or no lease, or the lock is bound.
   */
  public long renewedLeaseMs() {
    String told = attributes.get(LEASE);
    if (isBound() || told == null || !LEASE_DIGITS.matcher(told).matches()) {
      return leaseMs;
    }
    long ms = Long.parseLong(told);
    return ms >= Settings.MIN_LEASE_MS && ms <= Settings.MAX_LEASE_MS ? ms : leaseMs;
  }

  /** Says whether its lease is one for locks that are kept for long. */
  public boolean isKept() {
    return leaseMs > Settings.MAX_LEASE_MS;
  }

  /**
   * Says whether it lives as long as its owner's session, and has no lease of its own ({@code
   * RULES.md}, Sessions).
   */
  public boolean isBound() {
    return leaseMs == BOUND_LEASE_MS;
  }

  /**
   * Says whether it may be held for long without a renewal, and is therefore told again ({@code
   * RULES.md}, Told again).
   */
  public boolean isToldAgain() {
    return isKept() || isBound();
  }

  /**
   * Says whether it is a check-out: it protects its targets and never acts on them, so its token is
   * good for nothing.
   */
  public boolean isCheckOut() {
    return targets.get(0).mode() == Mode.GUARD;
  }

  /**
   * Says whether it is a freeze: as a check-out it never acts on its targets, and it keeps
   * everybody else from changing them.
   */
  public boolean isFreeze() {
    return targets.get(0).mode() == Mode.FREEZE;
  }

  /** Says whether it closes its account: nobody else has any lock beside it. */
  public boolean isClose() {
    return targets.get(0).mode() == Mode.CLOSE;
  }

  /**
   * Says whether requests that wait may ask its holder to let go. They may not if it is a freeze,
   * closes the account, or is kept without a process that would hear of it ({@code RULES.md},
   * Asking all holders).
   */
  public boolean mayBeAskedFor() {
    return !isKept() && !isFreeze() && !isClose();
  }

  /**
   * Says whether it never stands in the way of an owner's requests: they are its own owner's, or it
   * is a check-out without session of their sub-account ({@code RULES.md}, Check-outs).
   */
  public boolean admits(Owner other) {
    return owner.equals(other)
        || owner.session() == null && owner.subAccount().equals(other.subAccount()) && isCheckOut();
  }

  /** The text for whoever is refused because of the lock, as it was given; null if none was. */
  public @Nullable String note() {
    return attributes.get(NOTE);
  }

  /** The pool whose workers take the lock over; null = nobody takes it over. */
  public @Nullable String pool() {
    return attributes.get(POOL);
  }

  /** The same lock with these paths. */
  public LockFields withPaths(
      @Nullable LockPath newPath, @Nullable LockPath newDestination, List<Target> newTargets) {
    return new LockFields(
        lockId,
        owner,
        operation,
        operationWord,
        newPath,
        newDestination,
        newTargets,
        leaseMs,
        waitMs,
        maxHoldMs,
        holding,
        replaces,
        existing,
        attributes);
  }

  /**
   * The same lock, of whose paths its sender knows that they exist.
   *
   * @param newExisting see {@link #existing}
   */
  public LockFields existing(@Nullable Long newExisting) {
    return new LockFields(
        lockId,
        owner,
        operation,
        operationWord,
        path,
        destination,
        targets,
        leaseMs,
        waitMs,
        maxHoldMs,
        holding,
        replaces,
        newExisting,
        attributes);
  }

  /** Says whether its paths are compared without case. */
  public boolean isWithoutCase() {
    return !targets.isEmpty() && targets.get(0).path().isWithoutCase();
  }

  /** Says whether a path of its targets was sent in another form than it is compared in. */
  public boolean isSentOtherwise() {
    for (Target target : targets) {
      if (!target.path().isAsSent()) {
        return true;
      }
    }
    return false;
  }

  /** Says whether another lock has the same paths, in the same form in which they were sent. */
  public boolean isSentAs(LockFields other) {
    return isSentAs(path, other.path)
        && isSentAs(destination, other.destination)
        && targets.size() == other.targets.size()
        && IntStream.range(0, targets.size())
            .allMatch(n -> targets.get(n).path().isSentAs(other.targets.get(n).path()));
  }

  private static boolean isSentAs(@Nullable LockPath one, @Nullable LockPath other) {
    return one == null || other == null ? one == other : one.isSentAs(other);
  }

  /**
   * The acquire's part of the lock that another member has in the place of this one: the same
   * paths, attributes and times, for all sessions of that member. It has no {@link #SUBJECT}, whose
   * key or token was not used for it. A bound lock gets the default lease, because there is no
   * session to which the new one could be bound.
   *
   * @param newLockId the id of that lock
   * @param note in the place of the present one; null = none
   */
  public LockFields handedTo(String newLockId, String subAccount, @Nullable String note) {
    SortedMap<String, String> others = new TreeMap<>(attributes);
    others.remove(TRACEPARENT);
    others.remove(SUBJECT);
    others.remove(NOTE);
    if (note != null) {
      others.put(NOTE, note);
    }
    return new LockFields(
        newLockId,
        new Owner(subAccount, null),
        operation,
        path,
        destination,
        targets,
        isBound() ? Settings.DEFAULT_LEASE_MS : leaseMs,
        /* waitMs= */ 0,
        maxHoldMs,
        /* holding= */ List.of(),
        new LockRef(lockId, owner),
        Collections.unmodifiableSortedMap(others));
  }
}
