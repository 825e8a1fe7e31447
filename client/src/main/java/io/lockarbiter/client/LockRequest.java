package io.lockarbiter.client;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request for a lock: its targets, owner and times. Immutable; each method that changes something
 * returns another request. You may ask with it any number of times. A value that the arbiter would
 * refuse as invalid is refused here, by an {@link IllegalArgumentException} that says why.
 *
 * <p>A sub-account's locks never exclude each other within one session. Unless {@link #session},
 * {@link #shared} or {@link #owner(Owner)} says otherwise, the session is that of the client that
 * asks: each client has one of its own, so two processes that act for one sub-account exclude each
 * other. What is submitted to a pool has a session of its own, the lock's id; whatever names locks
 * of the client in {@link #holding(String)}, or is asked for by {@link Lease#acquireMore}, has
 * their owner.
 *
 * <pre>{@code
 * LockRequest.upload("acme", "u9", "/docs/plan.pdf").session("tab-7").waitingUpTo(Duration.ofSeconds(10))
 * }</pre>
 */
public final class LockRequest {
  private final RequestDraft all;

  private LockRequest(RequestDraft all) {
    RequestCheck.check(all);
    this.all = all;
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
    RequestCheck.checkKnown(operation);
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
        new RequestDraft(account, subAccount, operation, path, destination, targets));
  }

  /** The account whose tree is locked. */
  public String account() {
    return all.account;
  }

  /** The member that asks. */
  public String subAccount() {
    return all.subAccount;
  }

  /** For whom; null as long as that is left to the client that asks. */
  public @Nullable Owner owner() {
    return all.owner;
  }

  /** The operation to perform. */
  public Operation operation() {
    return all.operation;
  }

  /** Null exactly for {@link Operation#CUSTOM}. */
  public @Nullable LockPath path() {
    return all.path;
  }

  /** Null unless the operation has one. */
  public @Nullable LockPath destination() {
    return all.destination;
  }

  /** The paths and modes that are locked. */
  public List<Target> targets() {
    return all.targets;
  }

  /** How long the lock is held without a renewal, log time; 30 s unless set. */
  public Duration lease() {
    return all.lease;
  }

  /** How long it may stand in the queue, log time; zero unless set. */
  public Duration waitLimit() {
    return all.waitLimit;
  }

  /** How long the lock is held at most, log time; zero = as long as it is renewed. */
  public Duration maxHold() {
    return all.maxHold;
  }

  /** With what it asks the holders of what is in its way; null if it asks nobody. */
  public @Nullable YieldWish asking() {
    return all.asking;
  }

  /** Ids of locks that will not be released before this one is granted. */
  public List<String> holding() {
    return all.holding;
  }

  /** Opaque, returned in every event of the lock. */
  public SortedMap<String, String> attributes() {
    return all.attributes;
  }

  /** Acts in a session of the sub-account, such as one of its tabs: each is another owner. */
  public LockRequest session(String session) {
    return owner(new Owner(all.subAccount, session));
  }

  /**
   * Acts for the sub-account without a session: one owner, whichever client asks, whose locks do
   * not exclude each other.
   */
  public LockRequest shared() {
    return owner(new Owner(all.subAccount, null));
  }

  /** Acts for exactly this owner, such as that of a lock that is held elsewhere. */
  public LockRequest owner(Owner newOwner) {
    return with(
        draft -> {
          draft.subAccount = newOwner.subAccount();
          draft.owner = newOwner;
        });
  }

  /** Adds a target to a custom request; equal ones count once. */
  public LockRequest target(String targetPath, Mode mode) {
    if (!all.operation.hasExplicitTargets()) {
      throw new IllegalArgumentException("operation=" + all.operation + " names no targets itself");
    }
    Target target = new Target(LockPath.of(targetPath), mode);
    return all.targets.contains(target)
        ? this
        : with(draft -> draft.targets = plus(draft.targets, target));
  }

  /** Holds for this long without a renewal: log time, 1 s to 10 min; the client renews it. */
  public LockRequest leaseOf(Duration newLease) {
    return with(draft -> draft.lease = newLease);
  }

  /** Stands in the queue for so long: log time, zero to 10 min; zero = decide at once. */
  public LockRequest waitingUpTo(Duration newLimit) {
    return with(draft -> draft.waitLimit = newLimit);
  }

  /**
   * Holds no longer than this from the grant on, however often it is renewed: log time, 1 s to 24
   * h, or zero = as long as it is renewed. A job that hangs then does not block others for ever.
   */
  public LockRequest maxHold(Duration newMaxHold) {
    return with(draft -> draft.maxHold = newMaxHold);
  }

  /**
   * Asks, while it waits, the holders of everything that is in its way to let go; they decide.
   * Needs {@link #waitingUpTo a wait limit}: what is refused at once has asked nobody. The arbiter
   * names five of many that are in the way; the client looks again for the next ones as those go.
   * So holders that stay hide those behind them. Requests that stand earlier in the queue are asked
   * when they hold something. Not of what is submitted to a pool, whose jobs nobody waits for here.
   *
   * @param comment why, for the holders and the audit, at most 1 KiB of UTF-8; null if nothing is
   *     to be said
   */
  public LockRequest askingHolders(@Nullable String comment) {
    return asking(new YieldWish(null, comment));
  }

  /**
   * As {@link #askingHolders(String)}, and each lock so asked for is released by force if it is
   * still held after a grace, also if this request has ended before.
   *
   * @param grace log time, zero to 10 min
   */
  public LockRequest askingHolders(Duration grace, @Nullable String comment) {
    return asking(new YieldWish(Objects.requireNonNull(grace), comment));
  }

  private LockRequest asking(YieldWish wish) {
    return with(draft -> draft.asking = wish);
  }

  /** Names a lock that will not be released before this one is granted. */
  public LockRequest holding(String lockId) {
    return with(draft -> draft.holding = plus(draft.holding, lockId));
  }

  /**
   * Adds an attribute, or replaces it; any name but {@code pool}, which is reserved for what is
   * submitted.
   */
  public LockRequest attribute(String name, String value) {
    SortedMap<String, String> more = new TreeMap<>(all.attributes);
    more.put(name, value);
    return with(draft -> draft.attributes = Collections.unmodifiableSortedMap(more));
  }

  /**
   * Says in which trace it is asked for: kept with the lock, and in every event of it. What is no
   * {@code traceparent} of the W3C, or has no room among the attributes, is left out.
   */
  public LockRequest traced(@Nullable String traceparent) {
    SortedMap<String, String> more = new TreeMap<>(all.attributes);
    more.remove(LockFields.TRACEPARENT);
    if (Traceparent.isValid(traceparent) && RequestCheck.hasRoomForATrace(more)) {
      more.put(LockFields.TRACEPARENT, traceparent);
    }
    return with(draft -> draft.attributes = Collections.unmodifiableSortedMap(more));
  }

  private LockRequest with(Consumer<RequestDraft> change) {
    RequestDraft draft = new RequestDraft(all);
    change.accept(draft);
    return new LockRequest(draft);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LockRequest request && all.values().equals(request.all.values());
  }

  @Override
  public int hashCode() {
    return all.values().hashCode();
  }

  /** Without the values of attributes. */
  @Override
  public String toString() {
    return all.toString();
  }

  private static <T> List<T> plus(List<T> list, T one) {
    List<T> more = new ArrayList<>(list);
    more.add(one);
    return List.copyOf(more);
  }
}
