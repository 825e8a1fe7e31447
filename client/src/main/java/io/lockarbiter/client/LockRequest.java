package io.lockarbiter.client;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What to lock, for whom, how long: immutable; each method that changes something answers another
 * request. May be asked any number of times. What the arbiter would refuse as invalid is refused
 * here, by an {@link IllegalArgumentException} that says why.
 *
 * <pre>{@code
 * LockRequest.upload("acme", "u9", "/docs/plan.pdf").session("web-1").waitingUpTo(Duration.ofSeconds(10))
 * }</pre>
 *
 * @param path null exactly for {@link Operation#CUSTOM}
 * @param destination null unless the operation has one
 * @param lease of log time, 1 s to 10 min; the client renews it
 * @param waitLimit of log time, zero to 10 min; zero = decide at once
 * @param holding ids of locks that will not be released before this one is granted
 * @param attributes opaque, returned in every event of the lock; {@code pool} is reserved for what
 *     is submitted
 */
public record LockRequest(
    String account,
    Owner owner,
    Operation operation,
    @Nullable LockPath path,
    @Nullable LockPath destination,
    List<Target> targets,
    Duration lease,
    Duration waitLimit,
    List<String> holding,
    SortedMap<String, String> attributes) {

  public LockRequest {
    targets = List.copyOf(targets);
    holding = List.copyOf(holding);
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    RequestCheck.check(account, owner, targets, lease, waitLimit, holding, attributes);
    if (path != null && destination != null && path.isAtOrAbove(destination)) {
      throw new IllegalArgumentException(
          "destination=%s is at or below path=%s, expected a place outside it"
              .formatted(destination, path));
    }
  }

  /** Reads what is there. */
  public static LockRequest download(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.DOWNLOAD, path, null);
  }

  /** Creates or replaces a file. */
  public static LockRequest upload(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.UPLOAD, path, null);
  }

  /** Makes a folder. */
  public static LockRequest createFolder(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.CREATE_FOLDER, path, null);
  }

  /** Adds entries below a folder; protects no single entry. */
  public static LockRequest uploadFolder(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.UPLOAD_FOLDER, path, null);
  }

  /** Removes a subtree. */
  public static LockRequest delete(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.DELETE, path, null);
  }

  /** Renames a subtree. */
  public static LockRequest rename(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.RENAME, path, destination);
  }

  /** Moves a subtree. */
  public static LockRequest move(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.MOVE, path, destination);
  }

  /** Copies a subtree. */
  public static LockRequest copy(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.COPY, path, destination);
  }

  /** Names its targets itself; add them with {@link #target}. */
  public static LockRequest custom(String account, String subAccount, String path, Mode mode) {
    return asked(
        account,
        subAccount,
        Operation.CUSTOM,
        null,
        null,
        List.of(new Target(LockPath.of(path), mode)));
  }

  /**
   * Any operation that names paths.
   *
   * @param destination null exactly if the operation has none
   */
  public static LockRequest of(
      String account,
      String subAccount,
      Operation operation,
      String path,
      @Nullable String destination) {
    if (operation.hasDestination() != (destination != null)) {
      throw new IllegalArgumentException(
          "operation=%s destination=%s, expected %s destination"
              .formatted(operation, destination, operation.hasDestination() ? "a" : "no"));
    }
    LockPath from = LockPath.of(path);
    LockPath to = destination == null ? null : LockPath.of(destination);
    return asked(account, subAccount, operation, from, to, operation.targets(from, to));
  }

  private static LockRequest asked(
      String account,
      String subAccount,
      Operation operation,
      @Nullable LockPath path,
      @Nullable LockPath destination,
      List<Target> targets) {
    return new LockRequest(
        account,
        new Owner(subAccount, null),
        operation,
        path,
        destination,
        targets,
        Duration.ofMillis(Settings.DEFAULT_LEASE_MS),
        Duration.ZERO,
        List.of(),
        new TreeMap<>());
  }

  /** Acts in a session of the sub-account: another session is another owner. */
  public LockRequest session(String session) {
    return owner(new Owner(owner.subAccount(), session));
  }

  /** Acts for an owner. */
  public LockRequest owner(Owner newOwner) {
    return with(newOwner, targets, lease, waitLimit, holding, attributes);
  }

  /** Adds a target to a custom request; equal ones count once. */
  public LockRequest target(String targetPath, Mode mode) {
    if (!operation.hasExplicitTargets()) {
      throw new IllegalArgumentException("operation=" + operation + " names no targets itself");
    }
    Target target = new Target(LockPath.of(targetPath), mode);
    return targets.contains(target)
        ? this
        : with(owner, plus(targets, target), lease, waitLimit, holding, attributes);
  }

  /** Holds for this long without a renewal. */
  public LockRequest leaseOf(Duration newLease) {
    return with(owner, targets, newLease, waitLimit, holding, attributes);
  }

  /** Stands in the queue for so long. */
  public LockRequest waitingUpTo(Duration newLimit) {
    return with(owner, targets, lease, newLimit, holding, attributes);
  }

  /** Names a lock that will not be released before this one is granted. */
  public LockRequest holding(String lockId) {
    return with(owner, targets, lease, waitLimit, plus(holding, lockId), attributes);
  }

  /** Adds an attribute, or replaces it; any name but {@code pool}. */
  public LockRequest attribute(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(attributes);
    more.put(name, value);
    return with(owner, targets, lease, waitLimit, holding, more);
  }

  /**
   * Says in which trace it is asked for: kept with the lock, and in every event of it. What is no
   * {@code traceparent} of the W3C, or has no room among the attributes, is left out.
   */
  public LockRequest traced(@Nullable String traceparent) {
    SortedMap<String, String> more = new TreeMap<>(attributes);
    more.remove(LockFields.TRACEPARENT);
    if (Traceparent.isValid(traceparent) && RequestCheck.hasRoomForATrace(more)) {
      more.put(LockFields.TRACEPARENT, traceparent);
    }
    return with(owner, targets, lease, waitLimit, holding, more);
  }

  /** The command that asks for it. */
  public Acquire toCommand(String commandId, @Nullable String replyTo) {
    return toCommand(commandId, replyTo, attributes);
  }

  /**
   * The command that asks for it as a job of a pool.
   *
   * @throws IllegalArgumentException if the pool's name is no id, or leaves the attributes no room
   */
  public Acquire toSubmission(String commandId, @Nullable String replyTo, String pool) {
    RequestCheck.checkId("pool", pool);
    SortedMap<String, String> all = new TreeMap<>(attributes);
    all.put(LockFields.POOL, pool);
    RequestCheck.checkBytes(all);
    return toCommand(commandId, replyTo, Collections.unmodifiableSortedMap(all));
  }

  private Acquire toCommand(
      String commandId, @Nullable String replyTo, SortedMap<String, String> allAttributes) {
    return new Acquire(
        account,
        replyTo,
        new LockFields(
            commandId,
            owner,
            operation,
            path,
            destination,
            targets,
            lease.toMillis(),
            waitLimit.toMillis(),
            holding,
            allAttributes));
  }

  private LockRequest with(
      Owner newOwner,
      List<Target> newTargets,
      Duration newLease,
      Duration newLimit,
      List<String> newHolding,
      SortedMap<String, String> newAttributes) {
    return new LockRequest(
        account,
        newOwner,
        operation,
        path,
        destination,
        newTargets,
        newLease,
        newLimit,
        newHolding,
        newAttributes);
  }

  private static <T> List<T> plus(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return more;
  }
}
