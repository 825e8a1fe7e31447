package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Decision;
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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives two stores the same calls. Their answers must be equal, event for event and byte for byte,
 * and so must their states afterwards. Refusals must be of the same kind, but may differ in their
 * words.
 */
public final class SideBySideStore implements LockStore {
  private final LockStore expected;
  private final LockStore actual;

  /**
   * A pair of stores.
   *
   * @param expected the store whose answers are handed on
   */
  public SideBySideStore(LockStore expected, LockStore actual) {
    this.expected = expected;
    this.actual = actual;
  }

  @Override
  public Outcome decide(
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    Decision decision = expected.decide(partition, position, records);
    compare(decision, actual.decide(partition, position, records));
    state(partition);
    if (!decision.events().isEmpty()) {
      sink.accept(decision.events());
    }
    return decision.outcome();
  }

  private static void compare(Decision expected, Decision actual) {
    Outcome outcome = expected.outcome();
    if (outcome instanceof Outcome.Empty || outcome instanceof Outcome.Ahead) {
      assertThat(actual.outcome()).as("outcome").hasSameClassAs(outcome);
      return;
    }
    if (actual.outcome() instanceof Outcome.Applied) {
      SameLists.check("event", EventText.of(expected.events()), EventText.of(actual.events()));
    }
    assertThat(actual.outcome()).as("outcome").isEqualTo(outcome);
  }

  @Override
  public @Nullable String foreignIdentity(int partition) {
    String foreign = expected.foreignIdentity(partition);
    assertThat(actual.foreignIdentity(partition)).as("foreign identity").isEqualTo(foreign);
    return foreign;
  }

  @Override
  public void clearHalfState(int partition) {
    expected.clearHalfState(partition);
    actual.clearHalfState(partition);
  }

  @Override
  public int setAside(int partition, String name) {
    expected.setAside(partition, name);
    return actual.setAside(partition, name);
  }

  @Override
  public @Nullable PartitionHeader renumber(int partition, long seq, String name) {
    PartitionHeader raised = expected.renumber(partition, seq, name);
    assertThat(actual.renumber(partition, seq, name)).as("renumbered").isEqualTo(raised);
    state(partition);
    return raised;
  }

  @Override
  public StateRestore restore(int partition, PartitionState state) {
    return () -> {
      StateRestore.Progress restored = restored(expected.restore(partition, state));
      assertThat(restored(actual.restore(partition, state))).as("restored").isEqualTo(restored);
      state(partition);
      return restored;
    };
  }

  /** Puts all pieces in; returns the last progress. */
  static StateRestore.Progress restored(StateRestore restore) {
    StateRestore.Progress progress = restore.next();
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    return progress;
  }

  @Override
  public @Nullable PartitionHeader header(int partition) {
    PartitionHeader header = expected.header(partition);
    assertThat(actual.header(partition)).as("header").isEqualTo(header);
    return header;
  }

  @Override
  public @Nullable Long nextDeadline(int partition) {
    Long deadline = expected.nextDeadline(partition);
    assertThat(actual.nextDeadline(partition)).as("nextDeadline").isEqualTo(deadline);
    return deadline;
  }

  @Override
  public List<HeldLock> locks(
      int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
    List<HeldLock> locks = expected.locks(partition, account, under, mode, limit);
    assertThat(actual.locks(partition, account, under, mode, limit)).as("locks").isEqualTo(locks);
    return locks;
  }

  @Override
  public OwnedLocks owned(
      int partition,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit) {
    OwnedLocks page = expected.owned(partition, account, subAccount, session, after, limit);
    // A page of Redis may end before its limit, with a cursor of its own.
    List<HeldLock> locks = new ArrayList<>();
    byte[] cursor = after;
    do {
      OwnedLocks part =
          actual.owned(partition, account, subAccount, session, cursor, limit - locks.size());
      locks.addAll(part.locks());
      cursor = part.next();
    } while (cursor.length > 0 && locks.size() < limit);
    assertThat(locks).as("owned locks").isEqualTo(page.locks());
    return page;
  }

  @Override
  public List<QueuedRequest> queue(int partition, String account, int limit) {
    List<QueuedRequest> queue = expected.queue(partition, account, limit);
    SameLists.check("queued request", queue, actual.queue(partition, account, limit));
    return queue;
  }

  @Override
  public Explanation explain(
      int partition, String account, @Nullable Owner owner, List<Target> targets) {
    Explanation explanation = expected.explain(partition, account, owner, targets);
    assertThat(actual.explain(partition, account, owner, targets))
        .as("explanation of %s for %s", targets, owner)
        .isEqualTo(explanation);
    return explanation;
  }

  @Override
  public @Nullable PartitionState state(int partition) {
    PartitionState state = expected.state(partition);
    PartitionState other = actual.state(partition);
    if (state != null && other != null) {
      SameLists.check("held lock", state.held(), other.held());
      SameLists.check("waiting request", state.waiting(), other.waiting());
      SameLists.check("ended id", state.ended(), other.ended());
      SameLists.check("window", state.windows(), other.windows());
    }
    assertThat(other).as("state").isEqualTo(state);
    return state;
  }
}
