package io.lockarbiter.trial.simulate;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An owner's connection to the simulated Redis. A batch takes a random number of calls, and
 * anything may happen between them.
 */
final class OwnerStore implements LockStore {
  static final String NO_ANSWER = "no answer";

  private final Owner owner;
  private final SimulatedWorld world;
  private final Defect defect;

  OwnerStore(Owner owner, SimulatedWorld world, Defect defect) {
    this.owner = owner;
    this.world = world;
    this.defect = defect;
  }

  @Override
  public Outcome decide(
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    FeedPosition next = position;
    List<LogRecord> rest = records;
    try {
      while (true) {
        int length = rest.size() < 2 ? rest.size() : 1 + world.chance().below(rest.size());
        List<LogRecord> chunk = rest.subList(0, length);
        FeedPosition from = next;
        Outcome outcome = call(() -> decided(partition, from, chunk, sink));
        rest = rest.subList(length, rest.size());
        if (rest.isEmpty() || !(outcome instanceof Outcome.Applied applied)) {
          return outcome;
        }
        next =
            new FeedPosition(
                defect == Defect.NO_CHECK_BETWEEN_CALLS
                    ? position.offset()
                    : chunk.get(length - 1).offset(),
                position.publishedSeq(),
                Math.max(position.fromSeq(), applied.header().seq()));
      }
    } finally {
      owner.runBeside();
    }
  }

  private Outcome decided(
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    List<LogRecord> copy = List.copyOf(records);
    world.redis().remember(store -> store.decide(partition, position, copy, events -> {}));
    // The call is over before anybody does anything else with its answer.
    List<EncodedEvent> page = new ArrayList<>();
    Outcome outcome = world.redis().state().decide(partition, position, copy, page::addAll);
    if (!page.isEmpty()) {
      owner.runBeside();
      sink.accept(page);
    }
    return outcome;
  }

  /** Makes a call, which may fail before or after it is applied. */
  private <T> T call(Supplier<T> call) {
    owner.call();
    if (world.chance().happens(Fault.REDIS_SILENT)) {
      throw silent();
    }
    T answer = call.get();
    owner.call();
    if (world.chance().happens(Fault.REDIS_ANSWER_LOST)) {
      throw silent();
    }
    return answer;
  }

  private static StoreUnavailableException silent() {
    return new StoreUnavailableException(NO_ANSWER, new SilentException());
  }

  @Override
  public @Nullable String foreignIdentity(int partition) {
    return call(() -> world.redis().state().foreignIdentity(partition));
  }

  @Override
  public void clearHalfState(int partition) {
    owner.call();
  }

  @Override
  public int setAside(int partition, String name) {
    throw new UnsupportedOperationException("no owner does");
  }

  @Override
  public @Nullable PartitionHeader renumber(int partition, long seq, String name) {
    throw new UnsupportedOperationException("no owner does");
  }

  @Override
  public StateRestore restore(int partition, PartitionState state) {
    return () ->
        call(
            () -> {
              world.redis().remember(store -> store.restore(partition, state).next());
              return world.redis().state().restore(partition, state).next();
            });
  }

  @Override
  public @Nullable PartitionHeader header(int partition) {
    owner.call();
    if (world.chance().happens(Fault.REDIS_SILENT)) {
      throw silent();
    }
    return world.redis().state().header(partition);
  }

  @Override
  public @Nullable Long nextDeadline(int partition) {
    return world.redis().state().nextDeadline(partition);
  }

  @Override
  public @Nullable PartitionState state(int partition) {
    return world.redis().state().state(partition);
  }

  @Override
  public List<HeldLock> locks(
      int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
    return world.redis().state().locks(partition, account, under, mode, limit);
  }

  @Override
  public OwnedLocks owned(
      int partition,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit) {
    return world.redis().state().owned(partition, account, subAccount, session, after, limit);
  }

  @Override
  public List<QueuedRequest> queue(int partition, String account, int limit) {
    return world.redis().state().queue(partition, account, limit);
  }

  @Override
  public Explanation explain(
      int partition,
      String account,
      io.lockarbiter.contracts.lock.@Nullable Owner who,
      List<Target> targets) {
    return world.redis().state().explain(partition, account, who, targets);
  }
}
