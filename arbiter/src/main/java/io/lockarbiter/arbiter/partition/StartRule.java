package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;

/**
 * Where a partition goes on, or why it must not. A pure function of the facts; in doubt it stands
 * still.
 */
public final class StartRule {
  /** So many commands are decided again soon, whatever they ask and however busy Redis is. */
  static final int SHORT = 1_000;

  /**
   * To decide a command may take as long as to follow so many events and to store their locks:
   * nobody knows before, for it depends on what it asks and on who waits.
   */
  static final int EVENTS_A_COMMAND = 4;

  private StartRule() {}

  /**
   * Decides about one partition.
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
   * The usual case: the group's commit says how far the events are published. Commands that
   * retention has removed undecided are skipped only if the committed offset says that somebody
   * knows.
   */
  private static FirstStep fromCommit(
      StartFacts facts, Commit.Known known, @Nullable PartitionHeader header) {
    CommitMetadata metadata = known.metadata();
    Long lastSeq = facts.lastPublished();
    if (lastSeq != null && lastSeq != metadata.publishedSeq()) {
      throw new HaltedException(
          HaltText.mismatch(facts.partition(), metadata.publishedSeq(), lastSeq));
    }
    if (metadata.appliedOffset() >= facts.commands().end()) {
      throw new HaltedException(
          HaltText.commitBeyondTheLog(
              facts.partition(), metadata.appliedOffset(), facts.commands().end()));
    }
    if (header == null) {
      return recover(facts, new StateLoss(null, metadata));
    }
    Halt ahead = ahead(facts, header);
    if (ahead != null) {
      throw new HaltedException(ahead);
    }
    if (metadata.exceeds(header)) {
      return recover(facts, new StateLoss(header, metadata));
    }
    if (header.appliedOffset() == metadata.appliedOffset()
        ? !header.equals(metadata.state())
        : header.seq() < metadata.state().seq()) {
      throw new HaltedException(HaltText.otherState(facts.partition(), header, metadata.state()));
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
        metadata,
        next < begin ? HaltText.skipped(facts.partition(), next, begin) : null);
  }

  /**
   * What was lost comes from the commands if they are few, which also shows whether they are
   * decided alike; else from the events.
   */
  private static FirstStep recover(StartFacts facts, StateLoss loss) {
    LogRange missing = loss.missing();
    LogRange tail = facts.tail();
    boolean isRetained = missing.begin() >= facts.commands().begin() || missing.length() == 0;
    boolean isShort =
        tail == null || missing.length() <= Math.max(SHORT, tail.length() / EVENTS_A_COMMAND);
    if (isRetained && isShort) {
      return new Replay(loss);
    }
    if (tail == null) {
      throw new HaltedException(
          HaltText.notRetained(facts.partition(), loss, facts.commands().begin()));
    }
    return new Rebuild(loss, tail, isRetained);
  }

  /** No commit, no state: a new partition, unless there were events. */
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
   * What the state knows of the records before the first one that is read it must not lose: nobody
   * would read them to it again.
   */
  private static Start start(
      long position, PartitionHeader header, CommitMetadata committed, @Nullable String warning) {
    long expected =
        Math.max(committed.appliedOffset(), Math.min(header.appliedOffset(), position - 1));
    return new Start(position, expected, committed, warning);
  }

  /**
   * The commit was reset or has expired: the events and the state speak for it. Or there was none
   * yet: then dead letters of what the state knows were not written either.
   */
  private static Start fromState(StartFacts facts, PartitionHeader header) {
    long publishedSeq = publishedSeq(facts);
    if (facts.neverPublished() && facts.firstKept() != null && facts.firstKept() > 1) {
      throw new HaltedException(HaltText.mismatch(facts.partition(), facts.firstKept() - 1, 0));
    }
    if (header.seq() < publishedSeq) {
      throw new HaltedException(
          HaltText.behind(facts.partition(), header, header.appliedOffset(), publishedSeq));
    }
    Halt ahead = ahead(facts, header);
    if (ahead != null) {
      throw new HaltedException(ahead);
    }
    long next = header.appliedOffset() + 1;
    long begin = facts.commands().begin();
    return start(
        facts.neverPublished() ? begin : Math.max(next, begin),
        header,
        CommitMetadata.of(header).upTo(publishedSeq),
        next < begin ? HaltText.skipped(facts.partition(), next, begin) : null);
  }

  /**
   * The last event that is certainly published. If retention removed all of them, what the store
   * was told; an event above that is published a second time at worst, where no first is retained.
   */
  private static long publishedSeq(StartFacts facts) {
    if (facts.lastSeq() != null) {
      return facts.lastSeq();
    }
    return facts.neverPublished() || facts.firstKept() == null ? 0 : facts.firstKept() - 1;
  }

  private static @Nullable Halt ahead(StartFacts facts, PartitionHeader header) {
    if (header.appliedOffset() >= facts.commands().end()) {
      return HaltText.aheadOfEnd(facts.partition(), header, facts.commands().end());
    }
    if (facts.applied() instanceof AppliedRecord.Absent) {
      return HaltText.absent(facts.partition(), header);
    }
    if (facts.applied() instanceof AppliedRecord.Found found && !found.isLastOf(header)) {
      return HaltText.otherRecord(facts.partition(), header, found);
    }
    return null;
  }
}
