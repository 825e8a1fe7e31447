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
   * Recovers the lost part from the commands if they are few, which also shows whether they are
   * decided alike; otherwise from the events.
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
      long position, PartitionHeader header, CommitMetadata committed, @Nullable String warning) {
    long expected =
        Math.max(committed.appliedOffset(), Math.min(header.appliedOffset(), position - 1));
    return new Start(position, expected, committed, warning);
  }

  /**
   * Starts from the events and the state, because the commit was reset or has expired. If there was
   * no commit yet, dead letters of the records that the state knows were not written either.
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
   * The last event that is certainly published. If retention has removed all events, it is the last
   * one that the store knows to be published. A later event is published a second time at worst,
   * when no first copy is retained.
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
