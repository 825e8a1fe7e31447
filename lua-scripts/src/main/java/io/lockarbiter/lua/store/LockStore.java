package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of all partitions of one deployment. A pure fold: what {@code decide} answers depends
 * on the records handed in so far and on nothing else, whatever batches they came in.
 *
 * <p>Safe for use by many threads; calls for one partition come one after the other.
 */
public interface LockStore {
  /**
   * Applies the records that the store does not know yet and hands over every event above {@code
   * position.fromSeq}, page by page and in order, while it goes on. A store that takes several
   * steps for it checks before each that the records of the steps before are still applied: a
   * fail-over between two of them leads to {@link Outcome.Behind} or {@link Outcome.Empty}, never
   * to a record left out.
   *
   * <p>Pages that were handed over are to be published only if the outcome is {@link
   * Outcome.Applied}; then they end with {@code header.seq}, unless that lies at or below {@code
   * fromSeq}.
   *
   * @param records in rising order of offset; may be empty
   * @param sink is handed the pages, none of them empty, by the calling thread; what it throws ends
   *     the call
   * @throws StoreUnavailableException if the outcome is unknown; the same call may be made again
   */
  Outcome decide(
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink);

  /** The same with all events in one list. */
  default Decision decide(int partition, FeedPosition position, List<LogRecord> records) {
    return Decision.of(this, partition, position, records);
  }

  /**
   * The log whose state there is, as {@link LogIdentity#toString}, if it is not this store's; null
   * if it is, or if there is none. To be asked before other instances are fenced: two deployments
   * that share their keys by mistake would fence each other.
   */
  @Nullable String foreignIdentity(int partition);

  /** The numbers of a partition; null if there is no state, or half a state. */
  @Nullable PartitionHeader header(int partition);

  /**
   * The locks of an account with a target at or below a path, each once, in the order of those
   * targets' paths, then tokens.
   *
   * @param limit most locks in the answer, 1 to 10,000
   */
  List<HeldLock> locks(int partition, String account, LockPath under, int limit);

  /**
   * The waiting requests of an account, in queue order, each with what blocks it now.
   *
   * @param limit most requests in the answer, 1 to 1,000
   */
  List<QueuedRequest> queue(int partition, String account, int limit);

  /**
   * What a request would meet now, without asking for it.
   *
   * @param owner who would ask: own locks never block; null = nobody in particular, so that every
   *     lock counts
   */
  Explanation explain(int partition, String account, @Nullable Owner owner, List<Target> targets);

  /**
   * The whole state of a partition, for comparing stores and for support; O(state), never on the
   * way of a decision. Null as in {@link #header}.
   */
  @Nullable PartitionState state(int partition);
}
