package io.lockarbiter.lua.store;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of all partitions of one deployment. A pure fold: what {@code decide} answers depends
 * on the records handed in so far and on nothing else, whatever batches they came in.
 *
 * <p>Safe for use by many threads; calls for one partition come one after the other.
 */
public interface LockStore extends LockViews {
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

  /** Applies the records as above and returns all events in one list. */
  default Decision decide(int partition, FeedPosition position, List<LogRecord> records) {
    return Decision.of(this, partition, position, records);
  }

  /**
   * The reason why the state is not this store's: {@code belongs to} a {@link LogIdentity}, or
   * {@code has format} and number, if this store does not know the format. Null if it is this
   * store's, or if there is none. Ask this before other instances are fenced: two deployments that
   * share their keys by mistake would fence each other.
   */
  @Nullable String foreignIdentity(int partition);

  /**
   * Removes half a state, such as a script that broke off or a lost key leave behind, so that
   * {@link #decide} can begin anew from {@link FeedPosition#START}. A whole state stays as it is.
   *
   * @throws StoreUnavailableException if the outcome is unknown; the same call may be made again
   */
  void clearHalfState(int partition);

  /**
   * Renames all keys of a partition, whichever log they belong to, so that a state can be built
   * anew in their place. Nothing reads or removes the renamed keys.
   *
   * @param name a name that was not used before; letters, digits, dash
   * @return number of keys, or of their equivalents in another store; 0 if nothing was there
   * @throws StoreUnavailableException if the outcome is unknown
   */
  int setAside(int partition, String name);

  /**
   * Gives the state a higher number of its last event, so that the next event gets one beyond it. A
   * state that has such a number stays. Nothing publishes the events any more that it keeps for
   * that.
   *
   * @param name a name that was not used before, for these events
   * @return the header of the state then; null if there is no state, half of one, or one amid a
   *     record, and nothing was changed
   * @throws StoreUnavailableException if the outcome is unknown; the same call may be made again
   */
  @Nullable PartitionHeader renumber(int partition, long seq, String name);

  /**
   * Builds a state that was computed elsewhere, if the store has none, half of one, or one that has
   * applied less. It does not include events that are not yet published. Until it is complete,
   * every caller sees it as half a state; a state that another caller has built meanwhile stays.
   */
  StateRestore restore(int partition, PartitionState state);

  /**
   * The whole state of a partition, for comparing stores and for support. Costs O(state), so no
   * decision uses it. Null if there is no state, or half a state.
   */
  @Nullable PartitionState state(int partition);
}
