package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * Decides where a partition goes on, or why it must not. A pure function of the facts; if in doubt,
 * the partition halts.
 */
public final class StartRule {
  /**
   * Most commands that count as few: they are decided again quickly, whatever they ask and however
   * busy Redis is.
   */
  static final int SHORT = 1_000;

  /**
   * Events that count as much time as one command. To decide a command may take as long as to apply
   * this many events and to store their locks; the real time depends on the command and on the
   * waiting requests, and is not known before.
   */
  static final int EVENTS_A_COMMAND = 4;

  private StartRule() {}

  /**
   * Decides on the first step of one partition.
   *
   * @throws HaltedException if it must not go on
   */
  public static FirstStep decide(StartFacts facts) {
    PartitionHeader header = facts.header();
    if (header != null) {
      requireKnownRules(facts.partition(), "state in Redis follows", header);
    }
    if (facts.commit() instanceof Commit.Unreadable unreadable) {
      throw new HaltedException(HaltText.unreadable(facts.partition(), unreadable));
    }
    if (facts.commit() instanceof Commit.Known known) {
      requireKnownRules(facts.partition(), "state committed followed", known.metadata().state());
      return fromCommit(facts, known, header);
    }
    return header == null ? fromNothing(facts) : fromState(facts, header);
  }

  private static void requireKnownRules(int partition, String whose, PartitionHeader header) {
    int rules = header.settings().get(Setting.RULES);
    if (!Settings.knowsRules(rules)) {
      throw new HaltedException(HaltText.rules(partition, whose, rules));
    }
  }

  /**
   * Decides in the usual case, in which the group's commit tells which events are published.
   * Commands that retention has removed undecided are skipped only if the committed offset shows
   * that somebody knows of them.
   */
  private static FirstStep fromCommit(
      StartFacts facts, Commit.Known known, @Nullable PartitionHeader header) {
    CommitMetadata metadata = known.metadata();
    long publishedSeq = publishedSeq(facts, metadata);
    if (metadata.appliedOffset() >= facts.commands().end()) {
      throw new HaltedException(
          HaltText.commitBeyondTheLog(
              facts.partition(), metadata.appliedOffset(), facts.commands().end()));
    }
    if (header != null) {
      requireOfTheLog(facts, header);
    }
    if (header == null || metadata.exceeds(header)) {
      return recover(facts, new StateLoss(header, metadata), publishedSeq);
    }
    if (header.appliedOffset() == metadata.appliedOffset()
        ? !header.equals(metadata.state())
        : header.seq() < metadata.state().seq()) {
      throw new HaltedException(HaltText.otherState(facts.partition(), header, metadata.state()));
    }
    long keptFrom =
        facts.firstKept() == null
            ? metadata.publishedSeq()
            : Math.min(publishedSeq, Math.max(metadata.publishedSeq(), facts.firstKept() - 1));
    if (header.seq() < publishedSeq) {
      return recoverLater(facts, new StateLoss(header, metadata, publishedSeq), keptFrom);
    }
    long position = Math.min(known.offset(), metadata.appliedOffset() + 1);
    long next = header.appliedOffset() + 1;
    long begin = facts.commands().begin();
    if (next < begin && known.offset() < begin) {
      throw new HaltedException(HaltText.retention(facts.partition(), next, begin));
    }
    return start(
        Math.max(position, begin),
        header,
        metadata.upTo(publishedSeq),
        keptFrom,
        facts.later(),
        publishedSeq > metadata.publishedSeq() || begin > known.offset(),
        next < begin ? HaltText.skipped(facts.partition(), next, begin) : null);
  }

  /**
   * The last event that is published. Those behind the commit count if none is missing: an arbiter
   * has published them then, or what Redis decides will show that it has not. If retention has
   * removed them, those count that the store knows of.
   */
  private static long publishedSeq(StartFacts facts, CommitMetadata metadata) {
    Long last = facts.lastPublished();
    if (last != null && last < metadata.publishedSeq()) {
      throw new HaltedException(
          HaltText.mismatch(facts.partition(), metadata.publishedSeq(), last));
    }
    LaterEvents.Break found = facts.firstBreak(metadata);
    if (found != null) {
      throw new HaltedException(
          HaltText.eventOutOfPlace(facts.partition(), metadata.publishedSeq(), found));
    }
    return last == null ? Math.max(metadata.publishedSeq(), publishedSeq(facts)) : last;
  }

  /**
   * Recovers the lost part from the commands if they and their events are few, which also shows
   * whether they are decided alike; otherwise from the events. A few ticks may have told many kept
   * locks again. Events are followed beyond the committed state only if commands behind it are gone
   * too: whatever can be decided again is compared.
   */
  private static FirstStep recover(StartFacts facts, StateLoss loss, long publishedSeq) {
    requireFounded(facts, publishedSeq);
    CommitMetadata committed = loss.committed();
    StateLoss whole = new StateLoss(loss.found(), committed, publishedSeq);
    boolean isLater = publishedSeq > committed.state().seq();
    LogRange missing = loss.missing();
    LogRange tail = facts.tail();
    long begin = facts.commands().begin();
    boolean isRetained = missing.begin() >= begin || missing.length() == 0;
    boolean isShort =
        tail == null
            || missing.length() <= Math.max(SHORT, tail.length() / EVENTS_A_COMMAND)
                && loss.missingEvents() <= Math.max(SHORT * EVENTS_A_COMMAND, tail.length());
    if (isRetained && isShort) {
      return isLater
          ? recoverLater(facts, whole, committed.publishedSeq())
          : new Replay(whole, missing, committed.publishedSeq());
    }
    return isLater && committed.appliedOffset() + 1 < begin
        ? rebuildLater(facts, whole)
        : new Rebuild(loss, requireTail(facts, loss), isRetained);
  }

  /**
   * Recovers what was lost behind the committed state: lets the commands be decided again that led
   * to published events, or follows the events where retention has removed some of these commands.
   */
  private static FirstStep recoverLater(StartFacts facts, StateLoss loss, long keptFrom) {
    requireFounded(facts, loss.seq());
    LogRange records = new LogRange(loss.knownOffset() + 1, facts.endOfAnswered());
    return records.begin() < facts.commands().begin()
        ? rebuildLater(facts, loss)
        : new Replay(loss, records, keptFrom);
  }

  /** Refuses a last event to which nothing leads that could be decided again. */
  private static void requireFounded(StartFacts facts, long publishedSeq) {
    PartitionHeader known = facts.known();
    if (known != null && facts.isLastEventUnfounded()) {
      throw new HaltedException(HaltText.tooFew(facts.partition(), known, publishedSeq));
    }
  }

  /** Rebuilds the state up to the last event, because nobody can decide it again. */
  private static Rebuild rebuildLater(StartFacts facts, StateLoss loss) {
    CommitMetadata reached = facts.reached();
    if (reached == null) {
      throw new HaltedException(
          HaltText.notDecidedAgain(facts.partition(), loss, facts.commands().begin()));
    }
    return new Rebuild(new StateLoss(loss.found(), reached), requireTail(facts, loss), false);
  }

  private static LogRange requireTail(StartFacts facts, StateLoss loss) {
    LogRange tail = facts.tail();
    if (tail == null) {
      throw new HaltedException(
          HaltText.notRetained(facts.partition(), loss, facts.commands().begin()));
    }
    return tail;
  }

  /** Starts without commit and state: a new partition, unless there were events. */
  private static Start fromNothing(StartFacts facts) {
    if (!facts.neverPublished()) {
      throw new HaltedException(HaltText.lost(facts.partition(), facts.events()));
    }
    return new Start(
        facts.commands().begin(),
        CommitMetadata.NOTHING.appliedOffset(),
        CommitMetadata.NOTHING,
        null);
  }

  /**
   * A start whose expected offset is the last record of the state before the first one to read: the
   * state must not lose it, because nobody would feed it again.
   */
  private static Start start(
      long position,
      PartitionHeader header,
      CommitMetadata committed,
      long keptFrom,
      LaterEvents later,
      boolean isPositionOld,
      @Nullable String warning) {
    long expected =
        Math.max(committed.appliedOffset(), Math.min(header.appliedOffset(), position - 1));
    return new Start(position, expected, committed, keptFrom, later, isPositionOld, warning);
  }

  /**
   * Starts from the events and the state, because the commit was reset or has expired. If there was
   * no commit yet, dead letters of the records that the state knows were not written either.
   */
  private static Start fromState(StartFacts facts, PartitionHeader header) {
    long publishedSeq = publishedSeq(facts);
    if (facts.neverPublished()
        && facts.firstKept() != null
        && facts.firstKept() > facts.seqBefore() + 1) {
      throw new HaltedException(HaltText.mismatch(facts.partition(), facts.firstKept() - 1, 0));
    }
    if (header.seq() < publishedSeq) {
      throw new HaltedException(
          HaltText.behind(facts.partition(), header, header.appliedOffset(), publishedSeq));
    }
    requireOfTheLog(facts, header);
    long next = header.appliedOffset() + 1;
    long begin = facts.commands().begin();
    return start(
        facts.neverPublished() ? begin : Math.max(next, begin),
        header,
        CommitMetadata.of(header).upTo(publishedSeq),
        publishedSeq,
        LaterEvents.NONE,
        false,
        next < begin ? HaltText.skipped(facts.partition(), next, begin) : null);
  }

  /**
   * The last event that is certainly published. If retention has removed all events, it is the last
   * one that the store knows to be published. A later event is published a second time at worst,
   * when no first copy is retained.
   */
  private static long publishedSeq(StartFacts facts) {
    if (facts.lastSeq() != null) {
      return facts.lastSeq();
    }
    return facts.neverPublished() || facts.firstKept() == null
        ? facts.seqBefore()
        : facts.firstKept() - 1;
  }

  /** Refuses a state that has applied what the log does not have. */
  private static void requireOfTheLog(StartFacts facts, PartitionHeader header) {
    if (header.appliedOffset() >= facts.commands().end()) {
      throw new HaltedException(
          HaltText.aheadOfEnd(facts.partition(), header, facts.commands().end()));
    }
    if (facts.applied() instanceof AppliedRecord.Absent) {
      throw new HaltedException(HaltText.absent(facts.partition(), header));
    }
    if (facts.applied() instanceof AppliedRecord.Found found && !found.isLastOf(header)) {
      throw new HaltedException(HaltText.otherRecord(facts.partition(), header, found));
    }
  }
}
