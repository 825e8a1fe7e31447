package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;
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
  private static final String RESTORE =
      "No repair. With all arbiters stopped, restore this deployment's data in Redis from the append-only file or a backup; if no lock matters any more, start under a new lockarbiter.deployment with new topics.";

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
      case AHEAD, MISMATCH, STALE -> contradiction(facts);
      case BEHIND, EMPTY -> lost(facts, clock);
      case LOST -> fromTheBeginning(facts);
      case RETENTION -> skip(facts);
      case METADATA -> byTheState(facts);
      case TIMESTAMP, PARTITIONS, RULES ->
          new Remedy.ByHand("No repair. Do what the arbiter's message says.");
    };
  }

  /** The remedy for a contradiction; the state is not needed if everything else is consistent. */
  private static Remedy contradiction(StartFacts facts) {
    CommitMetadata committed = committed(facts);
    return committed == null || committed.exceeds(facts.header())
        ? new Remedy.ByHand(BEGIN_ANEW)
        : new Remedy.SetAside(
            Character.toUpperCase(REBUILT.charAt(0)) + REBUILT.substring(1) + after(committed));
  }

  /** The committed state, if log and events agree with it. */
  private static @Nullable CommitMetadata committed(StartFacts facts) {
    if (!(facts.commit() instanceof Commit.Known known)
        || known.metadata().appliedOffset() >= facts.commands().end()) {
      return null;
    }
    Long lastSeq = facts.lastPublished();
    return lastSeq == null || lastSeq == known.metadata().publishedSeq() ? known.metadata() : null;
  }

  private static String after(CommitMetadata committed) {
    return " as it was committed, after offset=%d.".formatted(committed.appliedOffset());
  }

  private static Remedy lost(StartFacts facts, BrokersClock clock) {
    PartitionHeader header = facts.header();
    if (facts.commit() instanceof Commit.Known known) {
      return known.metadata().exceeds(header)
          ? empty(facts, known.metadata(), clock)
          : new Remedy.ByHand(RESTORE);
    }
    return header == null || !isOfTheLog(facts, header)
        ? new Remedy.ByHand(RESTORE)
        : from(facts, CommitMetadata.of(header));
  }

  /** Says whether the log has the last record that the state knows, if it knows any. */
  private static boolean isOfTheLog(StartFacts facts, PartitionHeader header) {
    return header.appliedOffset() < 0
        || facts.applied() instanceof AppliedRecord.Found found && found.isLastOf(header);
  }

  /**
   * The remedy of an empty state, allowed once every lock that may have been held has ended by its
   * lease.
   */
  private static Remedy empty(StartFacts facts, CommitMetadata committed, BrokersClock clock) {
    if (committed.publishedSeq() != committed.state().seq()) {
      return new Remedy.ByHand("The events of the next command are published in part. " + RESTORE);
    }
    // By the brokers' clock, which log time may be ahead of.
    PartitionHeader state = committed.state();
    Instant decided =
        Instant.ofEpochMilli(state.at() - LogClock.aheadBy(state.at(), state.appliedAppendedAt()));
    Instant now = clock.appendTick();
    // A clock that was ahead at the last command tells nothing; what came behind it came later.
    boolean wasAhead = now.isBefore(decided);
    Instant since = wasAhead ? clock.firstAppend(committed.appliedOffset(), now) : decided;
    Instant over = since.plusMillis(state.at() - StateRebuild.since(state));
    if (now.isBefore(over)) {
      return new Remedy.ByHand(
          "No repair before %s: until then locks may be held that nothing tells of any more, for the last command was decided at %s%s. What counts is the clock of the partition's broker, which stamped a tick that was just appended with %s. Try again then. Or, with all arbiters stopped, restore this deployment's data in Redis."
              .formatted(
                  over,
                  decided,
                  wasAhead
                      ? ", by a clock that was set back since, and the next one was appended at "
                          + since
                      : "",
                  now));
    }
    return new Remedy.BeginEmpty(
        "The leases of all locks have ended since %s, when the last command had been decided. What is left in Redis gets other names; the partition goes on after offset=%d with nothing held, nobody waiting and limits that count from zero. Of what was held or waited no event tells the end.%s"
            .formatted(
                since,
                committed.appliedOffset(),
                facts.commands().begin() > committed.appliedOffset() + 1
                    ? " It will then stand still for commands that retention has removed undecided, which takes a second repair."
                    : ""),
        committed);
  }

  private static Remedy fromTheBeginning(StartFacts facts) {
    return from(facts, CommitMetadata.NOTHING);
  }

  /** Rebuilds from a known published state; the commands after it are decided again. */
  private static Remedy from(StartFacts facts, CommitMetadata state) {
    Long lastSeq = facts.lastSeq();
    long next = state.appliedOffset() + 1;
    if (lastSeq == null || lastSeq < state.publishedSeq() || next < facts.commands().begin()) {
      return new Remedy.ByHand(RESTORE);
    }
    return new Remedy.Commit(
        "The group's position is committed as offset=%d with publishedSeq=%d, the last event in lock.events; the commands from there on are decided again, and what was published is not published twice."
            .formatted(next, lastSeq),
        next,
        state.upTo(lastSeq));
  }

  /**
   * Skips missing commands. The published events stay known, and the offset shows that somebody
   * knows of the gap.
   */
  private static Remedy skip(StartFacts facts) {
    PartitionHeader header = facts.header();
    if (header == null || !(facts.commit() instanceof Commit.Known known)) {
      return new Remedy.ByHand(RESTORE);
    }
    long begin = facts.commands().begin();
    return new Remedy.Commit(
        "The commands from offset=%d to %d, which retention has removed, get no answer. The group's position is committed as offset=%d; what was decided and published stays as it is."
            .formatted(header.appliedOffset() + 1, begin - 1, begin),
        begin,
        known.metadata());
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
