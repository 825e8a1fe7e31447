package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * All facts of Kafka and Redis about a partition, read when no other publisher could change them
 * any more: commit, events, header and commands in this order.
 *
 * @param commit the group's position
 * @param events the range that {@code lock.events} retains
 * @param lastSeq the number of the last committed event retained; null if there is none
 * @param header the header of the state; null if there is none, or half of one
 * @param firstKept the first event that the store does not know to be published; null if not asked,
 *     because commit and events agree
 * @param commands the range that {@code lock.commands} retains
 * @param applied the record there at the header's {@code appliedOffset}
 * @param later the events behind the last one that the commit names; none if it names none
 * @param cause the record there that the last of those answers; not looked for unless the state has
 *     lost something
 * @param tail the offsets of the events that show everything live at the commit; null if they are
 *     not needed, because the state has lost nothing, or not all retained
 */
public record StartFacts(
    int partition,
    Commit commit,
    LogRange events,
    @Nullable Long lastSeq,
    @Nullable PartitionHeader header,
    @Nullable Long firstKept,
    LogRange commands,
    AppliedRecord applied,
    LaterEvents later,
    AppliedRecord cause,
    @Nullable LogRange tail) {
  /** Says whether no event was ever committed: none is there and none was ever removed. */
  public boolean neverPublished() {
    return lastSeq == null && events.begin() == 0;
  }

  /** Number of the last event ever committed; null if retention has removed it. */
  public @Nullable Long lastPublished() {
    if (neverPublished()) {
      return Long.valueOf(seqBefore());
    }
    return later.events().isEmpty() ? lastSeq : later.lastSeq();
  }

  /** The number before the first event, as far as the settings tell it. */
  long seqBefore() {
    long found = header == null ? 0 : header.settings().seqBefore();
    return commit instanceof Commit.Known known
        ? Math.max(found, known.metadata().state().settings().seqBefore())
        : found;
  }

  /**
   * Says whether {@code lock.events} goes on from a commit: it has the last event that the commit
   * names, unless retention has removed that, and those behind it without a gap.
   */
  public boolean goOnFrom(CommitMetadata committed) {
    Long last = lastPublished();
    return (last == null || last >= committed.publishedSeq()) && firstBreak(committed) == null;
  }

  /** The first event behind a commit that does not follow the one before it; null if all do. */
  LaterEvents.@Nullable Break firstBreak(CommitMetadata committed) {
    return later.firstBreak(Math.max(committed.publishedSeq(), seqBefore()));
  }

  /**
   * Says whether a state does not have all events that the commit names or that stand behind it.
   */
  static boolean isLost(Commit.Known known, @Nullable PartitionHeader header, LaterEvents later) {
    return header == null || known.metadata().exceeds(header) || later.reaches(header.seq() + 1);
  }

  /** Says whether the state has lost something that was published. */
  public boolean isLost() {
    return commit instanceof Commit.Known known && isLost(known, header, later);
  }

  /**
   * The end of the commands that led to published events: behind the one that the last event
   * answers. Where the commit names the last event, it is that of the log.
   */
  public long endOfAnswered() {
    return later.events().isEmpty()
        ? commands.end()
        : Math.min(commands.end(), later.lastHead().cause().offset() + 1);
  }

  /**
   * The state up to which everything is known to be decided: the one in the store, or the committed
   * one if the store has lost a part of that; null without a commit.
   */
  @Nullable PartitionHeader known() {
    if (!(commit instanceof Commit.Known known)) {
      return null;
    }
    return header == null || known.metadata().exceeds(header) ? known.metadata().state() : header;
  }

  /**
   * Says whether the last event claims to answer a command that is known to have led to fewer
   * events, or that is not in this log.
   */
  public boolean isLastEventUnfounded() {
    PartitionHeader known = known();
    if (known == null || !later.reaches(known.seq() + 1)) {
      return false;
    }
    Cause cause = later.lastHead().cause();
    return cause.partition() != partition
        || cause.offset() >= commands.end()
        || cause.offset() <= known.appliedOffset();
  }

  /**
   * The state after the last event behind the commit, as the events tell it. A transaction without
   * position has all events of its last command, and none of its commands changes settings. This
   * holds too where the commit names events of later commands. Where retention has removed the
   * record of the last command, its append time is taken from log time, as far ahead of the clock
   * as at the commit.
   *
   * @return null if there is none, or events of one command may be missing, or they contradict the
   *     commit or the log
   */
  public @Nullable CommitMetadata reached() {
    if (!(commit instanceof Commit.Known known) || later.events().isEmpty()) {
      return null;
    }
    CommitMetadata committed = known.metadata();
    PartitionHeader state = committed.state();
    EventHead last = later.lastHead();
    long offset = last.cause().offset();
    if (committed.publishedSeq() < state.seq()
        || last.cause().partition() != partition
        || offset <= state.appliedOffset()
        || offset >= commands.end()
        || commands.contains(offset) && !(cause instanceof AppliedRecord.Found)) {
      return null;
    }
    AppliedRecord.Found record =
        cause instanceof AppliedRecord.Found found
            ? found
            : new AppliedRecord.Found(
                last.at() - LogClock.aheadBy(state.at(), state.appliedAppendedAt()), -1);
    return CommitMetadata.of(
        new PartitionHeader(
            offset,
            record.appendedAt(),
            record.leaderEpoch(),
            last.at(),
            last.seq(),
            state.floors(),
            state.settings()));
  }

  /**
   * The facts that do not change while a partition is halted, so that the arbiter and a repair see
   * the same.
   */
  public String standing() {
    return "%s %s %s".formatted(commit, lastSeq, header);
  }
}
