package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the remedy of a halt. A pure function of its reason, of the facts and of the brokers'
 * time.
 */
final class RemedyRule {
  private static final String REBUILT =
      "the keys of its state in Redis get other names, so that nothing is lost; the state is then built anew";
  private static final String BEGIN_ANEW =
      "No repair. Start under a new lockarbiter.deployment with new topics; all locks are gone then.";

  private RemedyRule() {}

  /** The remedy for a state of another log, or of a version that this one does not know. */
  static Remedy ofForeign(String foreign, StartFacts facts) {
    CommitMetadata committed = committed(facts);
    if (committed == null) {
      return new Remedy.ByHand(
          "The state %s; of this log nothing is committed. If lockarbiter.topics.prefix or lockarbiter.deployment is not the arbiter's, mend that. If the topics were deleted and made anew, locks of the old ones may still be held. "
                  .formatted(foreign)
              + BEGIN_ANEW);
    }
    return new Remedy.SetAside(
        "The state %s. Another deployment of this name, or a newer version, may be at work on it: make sure that none is. Then %s%s"
            .formatted(foreign, REBUILT, after(committed)));
  }

  /** The remedy for events that answer commands other than those in the log. */
  static Remedy ofOtherEvents() {
    return new Remedy.ByHand(
        "lock.commands does not have the command that the last event answers. " + BEGIN_ANEW);
  }

  /** The remedy of a halt whose facts were read. */
  static Remedy of(HaltReason reason, StartFacts facts, BrokersClock clock) {
    return switch (reason) {
      case AHEAD, MISMATCH, STALE -> contradiction(reason, facts);
      case BEHIND, EMPTY -> lost(facts, clock);
      case LOST -> fromTheBeginning(facts);
      case RETENTION -> LossRule.skip(facts, clock);
      case METADATA -> byTheState(facts);
      case TIMESTAMP, PARTITIONS, RULES ->
          new Remedy.ByHand("No repair. Do what the arbiter's message says.");
    };
  }

  /**
   * The remedy for a contradiction; the state is not needed if everything else is consistent. An
   * event that no command led to would be missed again; events that {@code lock.events} has lost
   * must be decided again.
   */
  private static Remedy contradiction(HaltReason reason, StartFacts facts) {
    CommitMetadata committed = committed(facts);
    if (committed != null && LossRule.lacksNumber(facts, committed)) {
      return LossRule.renumberedAtLast(facts, committed);
    }
    return committed == null
            || committed.exceeds(facts.header())
            || facts.isLastEventUnfounded()
            || reason == HaltReason.STALE && isNextRemoved(facts, committed)
        ? new Remedy.ByHand(BEGIN_ANEW)
        : new Remedy.SetAside(
            Character.toUpperCase(REBUILT.charAt(0)) + REBUILT.substring(1) + after(committed));
  }

  /** Says whether retention has removed commands behind the one that the last event answers. */
  private static boolean isNextRemoved(StartFacts facts, CommitMetadata committed) {
    long next =
        facts.later().events().isEmpty() ? committed.appliedOffset() + 1 : facts.endOfAnswered();
    return next < facts.commands().begin();
  }

  /** The committed state, if log and events agree with it. */
  private static @Nullable CommitMetadata committed(StartFacts facts) {
    if (!(facts.commit() instanceof Commit.Known known)
        || known.metadata().appliedOffset() >= facts.commands().end()) {
      return null;
    }
    return facts.goOnFrom(known.metadata()) ? known.metadata() : null;
  }

  private static String after(CommitMetadata committed) {
    return " as it was committed, after offset=%d.".formatted(committed.appliedOffset());
  }

  private static Remedy lost(StartFacts facts, BrokersClock clock) {
    PartitionHeader header = facts.header();
    if (facts.commit() instanceof Commit.Known known) {
      return facts.isLost()
          ? LossRule.empty(facts, known, clock)
          : new Remedy.ByHand(LossRule.RESTORE);
    }
    return header == null || !isOfTheLog(facts, header)
        ? new Remedy.ByHand(LossRule.RESTORE)
        : from(facts, CommitMetadata.of(header));
  }

  /** Says whether the log has the last record that the state knows, if it knows any. */
  private static boolean isOfTheLog(StartFacts facts, PartitionHeader header) {
    return header.appliedOffset() < 0
        || facts.applied() instanceof AppliedRecord.Found found && found.isLastOf(header);
  }

  private static Remedy fromTheBeginning(StartFacts facts) {
    return from(facts, CommitMetadata.NOTHING);
  }

  /** Rebuilds from a known published state; the commands after it are decided again. */
  private static Remedy from(StartFacts facts, CommitMetadata state) {
    Long lastSeq = facts.lastSeq();
    long next = state.appliedOffset() + 1;
    if (lastSeq == null || lastSeq < state.publishedSeq() || next < facts.commands().begin()) {
      return new Remedy.ByHand(LossRule.RESTORE);
    }
    return new Remedy.Commit(
        "The group's position is committed as offset=%d with publishedSeq=%d, the last event in lock.events; the commands from there on are decided again, and what was published is not published twice."
            .formatted(next, lastSeq),
        next,
        state.upTo(lastSeq));
  }

  /**
   * The remedy where the state in Redis and the events together show which commands were decided.
   */
  private static Remedy byTheState(StartFacts facts) {
    if (facts.header() == null) {
      return fromTheBeginning(facts);
    }
    long begin = facts.commands().begin();
    return new Remedy.Commit(
        "What was committed is dropped; if a newer version of the arbiter has written it, run that one instead. The group's position is committed as offset=%d without metadata; the state in Redis and lock.events say what was decided."
            .formatted(begin),
        begin,
        null);
  }

  /** The remedy for a state that was set aside but could not be rebuilt. */
  static Remedy ofLostForGood(String why) {
    return new Remedy.ByHand("No repair: set aside, the state could not be built anew. " + why);
  }

  /** The group's commit in words, for an operator. */
  static String text(Commit commit) {
    if (commit instanceof Commit.Known known) {
      return "offset=%d publishedSeq=%d, after %s"
          .formatted(
              known.offset(), known.metadata().publishedSeq(), text(known.metadata().state()));
    }
    return commit instanceof Commit.Unreadable unreadable
        ? "offset=%d with metadata that cannot be read: %s"
            .formatted(unreadable.offset(), unreadable.why())
        : "nothing, or an offset alone";
  }

  /** The state in Redis in words, for an operator. */
  static String text(@Nullable PartitionHeader header) {
    return header == null
        ? "none, or half of one"
        : "appliedOffset=%d seq=%d at=%s"
            .formatted(header.appliedOffset(), header.seq(), Instant.ofEpochMilli(header.at()));
  }
}
