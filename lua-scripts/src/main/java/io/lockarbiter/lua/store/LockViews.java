package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Views of the state for people. They only read. A large view is put together from several calls,
 * between which the state may change.
 *
 * <p>Safe for use by many threads.
 */
public interface LockViews {
  /** The numbers of a partition; null if there is no state, or half a state. */
  @Nullable PartitionHeader header(int partition);

  /** How a partition reads records, and so how its paths are compared. */
  default Reading reading(int partition) {
    PartitionHeader header = header(partition);
    return header == null ? Reading.INITIAL : Reading.of(header.settings());
  }

  /**
   * When a lease or wait of a partition ends next, or a lock is told again, log time, epoch ms;
   * null if none does, or if there is no state, or half a state.
   */
  @Nullable Long nextDeadline(int partition);

  /** The locks of an account with a target at or below a path, of whatever mode. */
  default List<HeldLock> locks(int partition, String account, LockPath under, int limit) {
    return locks(partition, account, under, null, limit);
  }

  /**
   * The locks of an account with a target at or below a path, each once, in the order of those
   * targets' paths, then tokens.
   *
   * @param mode counts targets of this mode only; null = of any
   * @param limit most locks in the answer, 1 to 10,000
   */
  List<HeldLock> locks(
      int partition, String account, LockPath under, @Nullable Mode mode, int limit);

  /**
   * A page of the locks of a sub-account, at a cost that does not depend on the locks of others.
   * Their order is that of their owners' {@link Names}, then modes, paths, tokens.
   *
   * @param session null = all that the sub-account holds, with whatever session or none
   * @param after {@link AccountPages#FIRST}, then {@link OwnedLocks#next}
   * @param limit most locks in the page, 1 to 10,000
   * @throws IllegalArgumentException if {@code after} is no cursor of these locks
   */
  OwnedLocks owned(
      int partition,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit);

  /**
   * The waiting requests of an account, in queue order, each with its present blockers.
   *
   * @param limit most requests in the answer, 1 to 1,000
   */
  List<QueuedRequest> queue(int partition, String account, int limit);

  /**
   * The blockers that a request would meet now, without asking for it.
   *
   * @param owner the owner that would ask, whose own locks never block; null = no owner, so that
   *     every lock counts
   * @param targets as its partition's {@link #reading} compares them
   */
  Explanation explain(int partition, String account, @Nullable Owner owner, List<Target> targets);
}
