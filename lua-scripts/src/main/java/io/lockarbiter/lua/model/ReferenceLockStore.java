package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedBy;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The reference model: the lock rules in plain Java, in memory. Decides event for event as the
 * store on Redis does; for tests, simulation and audit.
 */
public final class ReferenceLockStore implements LockStore, AccountPages {
  private static final int MAX_LOCKS = 10_000;
  private static final int MAX_WAITING = 1_000;

  private final Map<Integer, Partition> partitions = new HashMap<>();
  private final int newestRules;

  /** A store that has seen no partition. */
  public ReferenceLockStore() {
    this(Settings.NEWEST_RULES);
  }

  /**
   * A store that has seen no partition.
   *
   * @param newestRules the newest that a settings record may bring into force
   */
  public ReferenceLockStore(int newestRules) {
    this.newestRules = newestRules;
  }

  @Override
  public synchronized Outcome decide(
      int number,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    long expectedOffset = position.offset();
    long publishedSeq = position.publishedSeq();
    if (expectedOffset < 0 && publishedSeq == 0) {
      partitions.computeIfAbsent(number, Partition::new);
    }
    Partition partition = partitions.get(number);
    if (partition == null) {
      return new Outcome.Empty(
          "partition=%d has no state, expected appliedOffset>=%d, publishedSeq=%d"
              .formatted(number, expectedOffset, publishedSeq));
    }
    if (partition.appliedOffset() < expectedOffset) {
      return new Outcome.Behind(partition.appliedOffset(), expectedOffset);
    }
    publishedSeq = publishedSeq == 0 ? partition.settings().seqBefore() : publishedSeq;
    if (publishedSeq < partition.outbox().firstKept() - 1) {
      return new Outcome.Stale(publishedSeq, partition.outbox().firstKept());
    }
    for (LogRecord record : records) {
      if (partition.contradicts(record)) {
        return new Outcome.Ahead(contradiction(partition, record));
      }
    }
    apply(partition, records);
    partition.outbox().dropPublished(publishedSeq);
    List<EncodedEvent> events = partition.outbox().above(position.fromSeq());
    if (!events.isEmpty()) {
      sink.accept(events);
    }
    return applied(partition);
  }

  /**
   * Applies a record together with the events that it is known to have caused, instead of deciding
   * it: this rebuilds a state from logs whose beginning is missing. A lock is accepted even if only
   * its renewal or end appears.
   *
   * @param at log time at the record as far as events have told it; by how much it is ahead of the
   *     append times, the records alone do not tell if their beginning is missing
   * @param caused all events that the record caused, in order
   */
  public synchronized void follow(
      int number, LogRecord record, long at, List<EncodedEvent> caused) {
    new LogFold(partitions.computeIfAbsent(number, Partition::new), newestRules)
        .follow(record, at, caused);
  }

  /** Lets a partition that follows events have these settings, as the history tells. */
  public synchronized void adopt(int number, Settings settings) {
    partitions.computeIfAbsent(number, Partition::new).adopt(settings);
  }

  /** The number of the event behind which moves are remembered. */
  public synchronized long movesSince(int number) {
    Partition partition = partitions.get(number);
    return partition == null ? 0 : partition.floors().acquiresSince();
  }

  /** Lets moves be remembered behind another event, as events of a history tell. */
  public synchronized void rememberMovesSince(int number, long seq) {
    partitions.computeIfAbsent(number, Partition::new).rememberMovesSince(seq);
  }

  private static String contradiction(Partition partition, LogRecord record) {
    PartitionHeader applied = partition.header();
    return "partition=%d offset=%d has appendedAt=%d leaderEpoch=%d, expected appendedAt=%d leaderEpoch=%d as applied"
        .formatted(
            partition.number(),
            record.offset(),
            record.appendedAt(),
            record.leaderEpoch(),
            applied.appliedAppendedAt(),
            applied.appliedEpoch());
  }

  /** Applies the records that are new. */
  private void apply(Partition partition, List<LogRecord> records) {
    Decider decider = new Decider(partition, newestRules);
    for (LogRecord record : records) {
      if (record.offset() > partition.appliedOffset()) {
        decider.apply(record);
      }
    }
  }

  private static Outcome applied(Partition partition) {
    return new Outcome.Applied(
        partition.header(),
        partition.nextDeadline(),
        partition.held().count(),
        partition.waiting().count());
  }

  /**
   * The bytes charged for the locks, remembered endings and remembered moves of a partition; 0 if
   * it has no state.
   */
  public synchronized long chargedBytes(int number) {
    Partition partition = partitions.get(number);
    return partition == null ? 0 : partition.bytes() + partition.movedBytes();
  }

  /** Always null: a state of the model belongs to no log. */
  @Override
  public @Nullable String foreignIdentity(int number) {
    return null;
  }

  /** Does nothing: the model has no half states. */
  @Override
  public void clearHalfState(int number) {}

  @Override
  public int setAside(int number, String name) {
    return partitions.remove(number) == null ? 0 : 1;
  }

  @Override
  public synchronized @Nullable PartitionHeader renumber(int number, long seq, String name) {
    Partition partition = partitions.get(number);
    if (partition == null) {
      return null;
    }
    partition.outbox().beginBehind(seq);
    return partition.header();
  }

  @Override
  public synchronized @Nullable PartitionHeader header(int number) {
    Partition partition = partitions.get(number);
    return partition == null ? null : partition.header();
  }

  @Override
  public synchronized @Nullable Long nextDeadline(int number) {
    Partition partition = partitions.get(number);
    return partition == null ? null : partition.nextDeadline();
  }

  @Override
  public synchronized @Nullable Boolean isLive(int number, String account, String lockId) {
    Partition partition = partitions.get(number);
    return partition == null
        ? null
        : partition.held().of(account).find(lockId) != null
            || partition.waiting().of(account).find(lockId) != null;
  }

  @Override
  public synchronized List<HeldLock> locks(
      int number, String account, LockPath under, @Nullable Mode mode, int limit) {
    checkLimit(limit, MAX_LOCKS);
    Partition partition = partitions.get(number);
    return partition == null
        ? List.of()
        : new PartitionView(partition, account)
            .locks(Reading.of(partition.settings()).of(under), mode, limit);
  }

  @Override
  public synchronized OwnedLocks owned(
      int number,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit) {
    checkLimit(limit, MAX_LOCKS);
    OwnedBy.check(after, OwnedBy.owners(new Names(), account, subAccount, session));
    Partition partition = partitions.get(number);
    return partition == null
        ? new OwnedLocks(List.of(), FIRST)
        : new OwnedView(partition.held().of(account), account)
            .page(subAccount, session, after, limit);
  }

  @Override
  public synchronized List<QueuedRequest> queue(int number, String account, int limit) {
    checkLimit(limit, MAX_WAITING);
    Partition partition = partitions.get(number);
    return partition == null ? List.of() : new PartitionView(partition, account).queue(limit);
  }

  @Override
  public synchronized @Nullable AccountPage<HeldUntil> heldPage(
      int number, String account, byte[] cursor) {
    Partition partition = partitions.get(number);
    return partition == null ? null : page(partition, new PartitionView(partition, account).held());
  }

  @Override
  public synchronized @Nullable AccountPage<WaitingRequest> waitingPage(
      int number, String account, byte[] cursor) {
    Partition partition = partitions.get(number);
    return partition == null
        ? null
        : page(partition, List.copyOf(partition.waiting().of(account).all()));
  }

  /** A single page with all entries. */
  private static <T> AccountPage<T> page(Partition partition, List<T> entries) {
    PartitionHeader header = partition.header();
    return new AccountPage<>(entries, FIRST, header.seq(), header.seq(), header.at());
  }

  private static void checkLimit(int limit, int most) {
    if (limit < 1 || limit > most) {
      throw new IllegalArgumentException("limit=" + limit + ", expected 1 to " + most);
    }
  }

  @Override
  public synchronized Explanation explain(
      int number, String account, @Nullable Owner owner, List<Target> targets) {
    Partition partition = partitions.get(number);
    return partition == null
        ? new Explanation(List.of(), false, 0)
        : new PartitionView(partition, account).explain(owner, targets);
  }

  @Override
  public synchronized @Nullable PartitionState state(int number) {
    Partition partition = partitions.get(number);
    return partition == null ? null : partition.state();
  }

  /** An independent store in the same state, for going on from here twice or coming back here. */
  public synchronized ReferenceLockStore copy() {
    ReferenceLockStore copy = new ReferenceLockStore(newestRules);
    partitions.forEach((number, partition) -> copy.partitions.put(number, partition.copy()));
    return copy;
  }

  @Override
  public StateRestore restore(int number, PartitionState state) {
    return () -> restoreAtOnce(number, state);
  }

  private synchronized StateRestore.Progress restoreAtOnce(int number, PartitionState state) {
    Partition found = partitions.get(number);
    if (found != null && found.header().appliedOffset() >= state.header().appliedOffset()) {
      return StateRestore.Progress.OVERTAKEN;
    }
    partitions.put(number, new Partition(number, state));
    return StateRestore.Progress.DONE;
  }

  /** Loses the state of a partition, as a flush of Redis would. */
  public synchronized void drop(int number) {
    partitions.remove(number);
  }

  /** Puts a partition into the state that it has in a copy, as a restored backup would. */
  public synchronized void restore(int number, ReferenceLockStore backup) {
    partitions.put(number, Objects.requireNonNull(backup.partitions.get(number)).copy());
  }
}
