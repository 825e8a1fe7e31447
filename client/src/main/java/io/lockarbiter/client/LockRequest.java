package io.lockarbiter.client;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request for a lock: its targets, owner and times. Immutable; each method that changes something
 * returns another request. You may ask with it any number of times. A value that the arbiter would
 * refuse as invalid is refused here, by an {@link IllegalArgumentException} that says why.
 *
 * <p>Each acquire is an owner of its own. So two requests of one sub-account exclude each other, in
 * one process as in two, also if both are made with the same {@code LockRequest}. Only {@link
 * #session}, {@link #shared} and {@link #owner(Owner)} change that: locks of one owner never
 * exclude each other. To lock more while you hold a lease, call {@link Lease#acquireMore}; the new
 * lock has the lease's owner. A request that names a lock of the client in {@link #holding(String)}
 * has that lock's owner. A job submitted to a pool has the lock's id as its session.
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

  /** A request to read an existing file or folder. */
  public static LockRequest download(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.DOWNLOAD, path, null);
  }

  /** A request to create or replace a file. */
  public static LockRequest upload(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.UPLOAD, path, null);
  }

  /** A request to make a folder. */
  public static LockRequest createFolder(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.CREATE_FOLDER, path, null);
  }

  /** A request to add entries below a folder; protects no single entry. */
  public static LockRequest uploadFolder(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.UPLOAD_FOLDER, path, null);
  }

  /** A request to remove a subtree. */
  public static LockRequest delete(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.DELETE, path, null);
  }

  /**
   * A request to rename a subtree. Both names may be one path: a rename from NFD to NFC, say, which
   * only changes how the name is written.
   */
  public static LockRequest rename(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.RENAME, path, destination);
  }

  /** A request to move a subtree. */
  public static LockRequest move(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.MOVE, path, destination);
  }

  /** A request to copy a subtree. */
  public static LockRequest copy(
      String account, String subAccount, String path, String destination) {
    return of(account, subAccount, Operation.COPY, path, destination);
  }

  /**
   * A request to keep others from changing a file or a folder, for {@link LockClient#checkOut}. It
   * is {@link #shared}, so it admits what all sessions of the sub-account write; with {@link
   * #session} it admits that session only.
   */
  public static LockRequest checkOut(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.CHECK_OUT, path, null).shared();
  }

  /**
   * A request that a file, a folder or with {@code /} the whole account stands still: everybody
   * goes on reading, and nobody but its owner changes anything. Whoever asks for a lock to change
   * something there is refused {@code FROZEN} with {@link LockRefusedException#frozen}, or waits if
   * the freeze ends within its wait limit. {@link #keptFor} lets it stand without a process, the
   * attribute {@code note} says why. To change something under it, ask by {@link
   * Lease#acquireMore}.
   */
  public static LockRequest freeze(String account, String subAccount, String path) {
    return of(account, subAccount, Operation.FREEZE, path, null);
  }

  /**
   * A request that nobody else has any lock in the account, not even to read: it is moved
   * elsewhere, or closed for good. It waits for all locks of others. Once it is granted everybody
   * who asks, and all who wait, are refused {@code ACCOUNT_CLOSED}, with the attribute {@code
   * note}. {@link #keptFor} lets it stand for up to 3,650 days.
   */
  public static LockRequest closeAccount(String account, String subAccount) {
    return of(account, subAccount, Operation.CLOSE, "/", null);
  }

  /** A request that names its targets itself; add them with {@link #target}. */
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
   * A request for any operation that names paths.
   *
   * @param destination null exactly if the operation has none
   */
  public static LockRequest of(
      String account,
      String subAccount,
      Operation operation,
      String path,
      @Nullable String destination) {
    RequestCheck.checkOperation(operation, destination);
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
    RequestCheck.checkPresent(account, subAccount);
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

  /** The owner; null = a new one for each acquire. */
  public @Nullable Owner owner() {
    return all.owner;
  }

  /** The operation to perform. */
  public Operation operation() {
    return all.operation;
  }

  /** The path; null exactly for {@link Operation#CUSTOM}. */
  public @Nullable LockPath path() {
    return all.path;
  }

  /** The destination; null unless the operation has one. */
  public @Nullable LockPath destination() {
    return all.destination;
  }

  /** The paths and modes that are locked. */
  public List<Target> targets() {
    return all.targets;
  }

  /**
   * The length of a lease without a renewal, or of {@link #keptFor}, log time; 30 s unless set.
   * Zero if it is {@link #bound()}.
   */
  public Duration lease() {
    return all.lease;
  }

  /** Says whether its lock is to live as long as its owner's session. */
  public boolean isBound() {
    return all.lease.isZero();
  }

  /** The time for which a granted job waits for a worker, log time; null = its lease. */
  public @Nullable Duration adoptedWithin() {
    return all.adoptedWithin;
  }

  /** The longest time in the queue, log time; zero unless set. */
  public Duration waitLimit() {
    return all.waitLimit;
  }

  /** The longest time for which the lock is held, log time; zero = as long as it is renewed. */
  public Duration maxHold() {
    return all.maxHold;
  }

  /** The wish with which it asks the holders in its way to yield; null if it asks none. */
  public @Nullable YieldWish asking() {
    return all.asking;
  }

  /** Says whether it goes on at the new place of a path that is moved. */
  public boolean followsMoves() {
    return all.followsMoves;
  }

  /** The event as of which its paths exist; 0 = now, null = they may be made anew. */
  public @Nullable Long existsAsOf() {
    return all.existsAsOf;
  }

  /** Ids of locks that will not be released before this one is granted. */
  public List<String> holding() {
    return all.holding;
  }

  /** The lock in whose place it asks for this one; null if there is none. */
  public @Nullable LockRef replaces() {
    return all.replaces;
  }

  /** The attributes, opaque and returned in every event of the lock. */
  public SortedMap<String, String> attributes() {
    return all.attributes;
  }

  /**
   * This request in a session of the sub-account, such as one of its tabs: each session is another
   * owner, and locks of one session do not exclude each other.
   */
  public LockRequest session(String session) {
    Objects.requireNonNull(session, "session is null; shared() is the owner without a session");
    return owner(new Owner(all.subAccount, session));
  }

  /**
   * This request for the sub-account without a session: one owner for all clients, whose locks do
   * not exclude each other.
   */
  public LockRequest shared() {
    return owner(new Owner(all.subAccount, null));
  }

  /** This request for exactly this owner, such as the owner of a lock that is held elsewhere. */
  public LockRequest owner(Owner newOwner) {
    return with(
        draft -> {
          draft.subAccount = newOwner.subAccount();
          draft.owner = newOwner;
        });
  }

  /**
   * Adds a target to a custom request; equal ones count once. Of mode GUARD are all targets or
   * none, and likewise of FREEZE; one of mode CLOSE stands alone, with the path {@code /}.
   */
  public LockRequest target(String targetPath, Mode mode) {
    RequestCheck.checkNamesTargets(all.operation);
    Target target = new Target(LockPath.of(targetPath), mode);
    return all.targets.contains(target) ? this : with(draft -> draft.add(target));
  }

  /**
   * This request with a lease of this length: log time, 1 s to 10 min; the client renews it. While
   * the request waits, its lease is 2 s at most in most cases, so that a process that dies in the
   * queue delays those behind it by 2 s and not by a whole lease. The client lengthens the lease
   * before it returns it.
   */
  public LockRequest leaseOf(Duration newLease) {
    RequestCheck.checkDuration("leaseOf", newLease, Settings.MIN_LEASE_MS, Settings.MAX_LEASE_MS);
    return with(draft -> draft.lease = newLease);
  }

  /**
   * This request for a lock that is kept for so long, whatever becomes of this process: log time, 1
   * min to 30 d, or 3,650 d if it closes the account, in the place of {@link #leaseOf}. A process
   * that dies leaves its path locked until then, also if it has only queued. {@link Lease#abandon}
   * leaves the lock as it is, {@link LockClient#adopt} takes it up again. Not for requests that are
   * submitted to a pool.
   */
  public LockRequest keptFor(Duration newLease) {
    RequestCheck.checkDuration(
        "keptFor", newLease, Settings.MIN_KEEP_MS, Acquire.longestKeepMs(all.targets));
    return with(draft -> draft.lease = newLease);
  }

  /**
   * This request for a lock that lives as long as its owner's session, in the place of {@link
   * #leaseOf}: {@link LockClient#keepAlive} keeps all of them. It needs a {@link #session}, which
   * must be alive, or it is refused {@code NO_SESSION}. {@link LockSession#bound} sets both. Not
   * for check-outs, nor for requests that are submitted to a pool.
   */
  public LockRequest bound() {
    return with(draft -> draft.lease = Duration.ZERO);
  }

  /**
   * This request for a job whose lock is held for this long until a worker takes it over: log time,
   * 1 s to 10 min. The worker renews it by the length of {@link #leaseOf}. A longer time keeps jobs
   * while their pool is restarted or behind; a shorter one frees the paths sooner where no worker
   * comes. A pool notices a dead worker after 10 s, so give a job clearly more. Only for requests
   * that are submitted to a pool.
   */
  public LockRequest adoptedWithin(Duration newLimit) {
    return with(draft -> draft.adoptedWithin = newLimit);
  }

  /** This request with a wait limit: log time, zero to 10 min; zero = decide at once. */
  public LockRequest waitingUpTo(Duration newLimit) {
    return with(draft -> draft.waitLimit = newLimit);
  }

  /**
   * This request with a longest time from the grant to the end, however often the lock is renewed:
   * log time, 1 s to 24 h, or zero = as long as it is renewed. A job that hangs then does not block
   * others for ever.
   */
  public LockRequest maxHold(Duration newMaxHold) {
    return with(draft -> draft.maxHold = newMaxHold);
  }

  /**
   * This request for paths that exist and are not to be made anew; of one that is put, the folders
   * above it. If they were deleted or moved in the last ten minutes, also before it asked, it is
   * refused {@code PATH_GONE}. Needs arbiters with {@code lockarbiter.moves.remembered}; others
   * refuse it as invalid.
   */
  public LockRequest existing() {
    return with(draft -> draft.existsAsOf = LockFields.EXISTING_NOW);
  }

  /**
   * As {@link #existing()}, for paths that existed at an event, such as that of {@link
   * LockRefusedException#movedSeq}: it is also refused if they may be others by now.
   */
  public LockRequest existingAsOf(long seq) {
    RequestCheck.checkSeq(seq);
    return with(draft -> draft.existsAsOf = seq);
  }

  /**
   * If the path is renamed or moved while this request waits, it asks anew at the new place, with
   * the rest of its wait; so up to eight times. One that is {@link #existing()} also goes on if its
   * path was moved before it asked, and is never granted a folder that took the place of another.
   * {@link LockDetails#path} of the lease says where it is then, so act there. Without this, and
   * where the new place is not certain, the request is refused {@code PATH_GONE}, with {@link
   * LockRefusedException#movedTo}. A request of several paths, such as a move, is told no place.
   */
  public LockRequest followingMoves() {
    return with(draft -> draft.followsMoves = true);
  }

  /**
   * This request for another path, such as the one that {@link LockRefusedException#movedTo} tells.
   *
   * @throws IllegalArgumentException if it has several paths
   */
  public LockRequest movedTo(LockPath place) {
    RequestCheck.checkHasOnePath(all.targets);
    LockPath sent = LockPath.of(place.toString());
    return with(draft -> draft.moveTo(sent));
  }

  /**
   * While this request waits, asks all holders in its way to let go; they decide. Needs {@link
   * #waitingUpTo a wait limit}, or it is refused: who does not wait asks nobody. The arbiter names
   * only five blockers; when they go, the client looks for the next ones. So holders that stay hide
   * those behind them. Earlier requests in the queue are asked when they hold a lock. Has no effect
   * on jobs submitted to a pool, because nobody waits for those here.
   *
   * @param comment the reason, for the holders and the audit, at most 1 KiB of UTF-8; null = none
   */
  public LockRequest askingHolders(@Nullable String comment) {
    return asking(new YieldWish(null, comment));
  }

  /**
   * Asks the holders in its way, the first 1,000 at once, as soon as this request waits; each lock
   * so asked for is released by force if it is still held after a grace, even if this request has
   * ended before. Nobody is asked for a check-out or a freeze: see {@link LockClient#askToYield}.
   * Requests that wait already have their turn first; they are asked when they hold a lock, five at
   * a time.
   *
   * @param grace log time, zero to 10 min; shorter than the {@link #waitingUpTo wait limit}, or the
   *     request is refused: it would be over before the holders must have let go
   * @param comment the reason, for the holders and the audit, at most 256 bytes of UTF-8; null =
   *     none
   */
  public LockRequest askingHolders(Duration grace, @Nullable String comment) {
    RequestCheck.checkCommentForAll(comment);
    return asking(new YieldWish(Objects.requireNonNull(grace), comment));
  }

  /**
   * As {@link #askingHolders(Duration, String)}, but asks only an earlier request of the same
   * sub-account for the same operation on this request's very path, whose connection may have
   * broken without anybody's notice. It must have held its lock when this request came to the
   * arbiter: of several that are sent at once, one gets the lock and keeps it. Everybody else is
   * waited for: other members, other operations, jobs of a pool in a session of their own, and
   * whoever deletes or moves a folder above.
   *
   * @param grace log time, zero to 10 min; shorter than the wait limit, or the request is over when
   *     the other has gone. null = the holder decides
   */
  public LockRequest askingOwnHolders(@Nullable Duration grace, @Nullable String comment) {
    return asking(new YieldWish(grace, comment, /* ofOwnOnly= */ true));
  }

  private LockRequest asking(YieldWish wish) {
    return with(draft -> draft.asking = wish);
  }

  /**
   * Names a lock that will not be released before this one is granted. If you name several, all
   * must have the same owner, or the request is refused; {@link Lease#acquireMore} ensures that.
   */
  public LockRequest holding(String lockId) {
    return with(draft -> draft.addHolding(lockId));
  }

  /**
   * This request for a lock in the place of a held one: that one ends and this one is granted in
   * one step, with nobody in between, or nothing changes. So a lock passes to another member, or
   * becomes weaker or stronger. Its holder's client is told {@link LostReason.Replaced}. A
   * replacement is decided at once, so it has no {@link #waitingUpTo wait limit}. It is refused if
   * something else is in its way ({@code CONFLICT}), the old lock is not held ({@code NOT_HELD}) or
   * another owner's ({@code NOT_HOLDER}), or an end is attached to it ({@code ENDING}).
   *
   * <p>Whether its caller may replace that lock is yours to decide: the arbiter asks for no right.
   *
   * @param owner the owner that holds it
   */
  public LockRequest replacing(String lockId, Owner owner) {
    return with(draft -> draft.replaces = new LockRef(lockId, owner));
  }

  /** This request in the place of a check-out: {@link #replacing(String, Owner)}. */
  public LockRequest replacing(CheckOut checkOut) {
    return replacing(checkOut.lockId(), checkOut.owner());
  }

  /**
   * Adds an attribute, or replaces it; any name but {@code pool} and {@code leaseMs}, which the
   * client sets itself.
   */
  public LockRequest attribute(String name, String value) {
    return with(draft -> draft.put(name, value));
  }

  /**
   * Names the trace in which it is asked for, which is kept with the lock and in all its events. A
   * text that is no {@code traceparent} of the W3C, or has no room among the attributes, is left
   * out.
   */
  public LockRequest traced(@Nullable String traceparent) {
    return with(draft -> draft.trace(traceparent));
  }

  private LockRequest with(Consumer<RequestDraft> change) {
    RequestDraft draft = new RequestDraft(all);
    change.accept(draft);
    return new LockRequest(draft);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LockRequest request && all.equals(request.all);
  }

  @Override
  public int hashCode() {
    return all.hashCode();
  }

  /** The request without the values of its attributes. */
  @Override
  public String toString() {
    return all.toString();
  }
}
