package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import org.jspecify.annotations.Nullable;

/** Rebuilds a state from events with the code of the model, which also judges histories. */
public final class ModelRebuild implements StateRebuild {
  private static final long ANY = -1;

  /** The heap of an attribute beyond the bytes charged for it: an entry of a map, and two texts. */
  private static final int PER_ATTRIBUTE = 90;

  private final PartitionHeader committed;
  private final Partition partition;
  private final LogFold fold;
  private long next = ANY;
  private long attributes;

  /**
   * Begins with an empty state under the last settings, which decided everything that is still
   * live.
   */
  public ModelRebuild(int number, PartitionHeader committed) {
    this.committed = committed;
    partition = new Partition(number, committed.settings(), committed.floors());
    fold = new LogFold(partition, Settings.NEWEST_RULES);
  }

  @Override
  public void follow(Event event, @Nullable String lockReplyTo) {
    EventHead head = event.head();
    if (next != ANY && head.seq() != next) {
      throw new IllegalArgumentException("seq=%d, expected %d".formatted(head.seq(), next));
    }
    if (head.seq() > committed.seq() || head.at() < partition.at() || head.at() > committed.at()) {
      throw new IllegalArgumentException(
          "seq=%d at=%d after at=%d, expected seq=%d at=%d at most"
              .formatted(head.seq(), head.at(), partition.at(), committed.seq(), committed.at()));
    }
    next = head.seq() + 1;
    partition.advanceTo(head.at());
    boolean wasAlive = isAlive(event);
    fold.follow(event, lockReplyTo);
    if (isAlive(event) != wasAlive && event.subject() instanceof LockFields lock) {
      attributes += wasAlive ? -lock.attributes().size() : lock.attributes().size();
    }
  }

  private boolean isAlive(Event event) {
    if (event.subject() == null) {
      return false;
    }
    String account = event.head().account();
    String lockId = event.subject().lockId();
    return partition.held().find(account, lockId) != null
        || partition.waiting().find(account, lockId) != null;
  }

  @Override
  public long bytes() {
    return partition.bytes() + partition.movedBytes() + PER_ATTRIBUTE * attributes;
  }

  @Override
  public PartitionState state() {
    if (next != ANY && next != committed.seq() + 1) {
      throw new IllegalArgumentException(
          "the last event has seq=%d, expected %d".formatted(next - 1, committed.seq()));
    }
    partition.advanceTo(committed);
    partition.sessions().forgetOver(partition.at());
    if (!partition.held().haveTheirSessions()
        || !partition.waiting().haveTheirSessions(partition.sessions())) {
      throw new IllegalArgumentException(
          "a lock is bound to a session that no event since at=%d keeps alive; events are missing"
              .formatted(StateRebuild.since(committed)));
    }
    return partition.state();
  }
}
