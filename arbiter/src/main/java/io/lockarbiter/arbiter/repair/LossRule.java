package io.lockarbiter.arbiter.repair;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.lua.store.LogClock;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;
import java.time.Instant;
import java.util.function.Function;

/** The remedies where something is lost for good: the state, or commands that nobody decided. */
final class LossRule {
  static final String RESTORE =
      "No repair. With all arbiters stopped, restore this deployment's data in Redis from the append-only file or a backup; if no lock matters any more, start under a new lockarbiter.deployment with new topics.";

  private LossRule() {}

  /** The remedy of a lost state: one that is empty, behind the last published event. */
  static Remedy empty(StartFacts facts, Commit.Known known, BrokersClock clock) {
    CommitMetadata last = facts.later().events().isEmpty() ? known.metadata() : facts.reached();
    return last == null || last.publishedSeq() != last.state().seq()
        ? new Remedy.ByHand(
            "The events behind the committed position do not tell all that their commands led to. "
                + RESTORE)
        : afterTheLeases(
            facts, last.state(), clock, since -> empty(facts, last.state(), known.offset(), since));
  }

  /**
   * A remedy that is allowed once every lock has ended by its lease that may have been held and
   * that nothing tells of.
   *
   * @param remedy makes the remedy, from the moment by which the last command had been decided
   */
  private static Remedy afterTheLeases(
      StartFacts facts,
      PartitionHeader last,
      BrokersClock clock,
      Function<Instant, Remedy> remedy) {
    boolean isLaterUnknown = isLaterUnknown(facts, last);
    // By the brokers' clock, which log time may be ahead of.
    Instant decided =
        Instant.ofEpochMilli(last.at() - LogClock.aheadBy(last.at(), last.appliedAppendedAt()));
    Instant now = clock.appendTick();
    // A clock that was ahead at the last command tells nothing; what came behind it came later.
    boolean wasAhead = now.isBefore(decided);
    Instant since =
        wasAhead || isLaterUnknown ? clock.firstAppend(last.appliedOffset(), now) : decided;
    Instant over = since.plusMillis(last.at() - StateRebuild.since(last));
    if (now.isBefore(over)) {
      return new Remedy.ByHand(
          "No repair before %s: until then locks may be held that nothing tells of any more, for the last command was decided at %s%s. What counts is the clock of the partition's broker, which stamped a tick that was just appended with %s. Try again then. Or, with all arbiters stopped, restore this deployment's data in Redis."
              .formatted(
                  over,
                  decided,
                  wasAhead
                      ? ", by a clock that was set back since, and the next one was appended at "
                          + since
                      : isLaterUnknown ? " or later, at " + since + " at the latest" : "",
                  now));
    }
    return remedy.apply(since);
  }

  /**
   * The remedy of an empty state. Where retention has removed all events, later ones than those
   * known may have been among them; as each takes an offset, none had a higher number than the end
   * of the log.
   */
  private static Remedy empty(StartFacts facts, PartitionHeader last, long offset, Instant since) {
    boolean isLaterUnknown = isLaterUnknown(facts, last);
    long begin = facts.commands().begin();
    PartitionHeader first = isLaterUnknown ? numbered(last, lastPossible(last, facts)) : last;
    return new Remedy.BeginEmpty(
        "The leases of all locks have ended since %s, when the last command had been decided, but for those with keepMs; these are forgotten, too, so stop their holders first. What is left in Redis gets other names; the partition goes on after offset=%d with nothing held, nobody waiting and limits that count from zero. Of what was held or waited no event tells the end.%s%s"
            .formatted(
                since,
                last.appliedOffset(),
                isLaterUnknown
                    ? " Retention has removed all events, so the next one gets seq=%d, beyond all that may have been published; what was not published gets no answer."
                        .formatted(first.seq() + 1)
                    : "",
                begin <= last.appliedOffset() + 1
                    ? ""
                    : offset < begin
                        ? " It will then stand still for commands that retention has removed undecided, which takes a second repair."
                        : " " + removed(last, begin)),
        offset,
        new CommitMetadata(first.seq(), first, true));
  }

  /** Says whether events behind a state may have been published of which nothing is retained. */
  private static boolean isLaterUnknown(StartFacts facts, PartitionHeader last) {
    return facts.lastSeq() == null
        && !facts.neverPublished()
        && last.seq() < lastPossible(last, facts);
  }

  /** The highest number that an event may have, as each takes an offset. */
  private static long lastPossible(PartitionHeader state, StartFacts facts) {
    return state.settings().seqBefore() + facts.events().end();
  }

  private static PartitionHeader numbered(PartitionHeader state, long seq) {
    return new PartitionHeader(
        state.appliedOffset(),
        state.appliedAppendedAt(),
        state.appliedEpoch(),
        state.at(),
        seq,
        state.floors(),
        state.settings());
  }

  /**
   * Skips missing commands. The state and the published events stay known, and the offset shows
   * that somebody knows of the gap. If the state may lack published events, their numbers are
   * skipped too.
   */
  static Remedy skip(StartFacts facts, BrokersClock clock) {
    PartitionHeader header = facts.header();
    if (header == null || !(facts.commit() instanceof Commit.Known known)) {
      return new Remedy.ByHand(RESTORE);
    }
    long begin = facts.commands().begin();
    return isLaterUnknown(facts, header)
        ? afterTheLeases(facts, header, clock, since -> renumbered(facts, header, begin, since))
        : new Remedy.Commit(
            "%s The group's position is committed as offset=%d; what was decided and published stays as it is."
                .formatted(removed(header, begin), begin),
            begin,
            known.metadata());
  }

  private static Remedy renumbered(
      StartFacts facts, PartitionHeader state, long begin, Instant since) {
    PartitionHeader raised = numbered(state, lastPossible(state, facts));
    return new Remedy.Renumber(
        "%s The state in Redis stays. If it lacks what was published last, the leases of that have ended since %s. Only a lock of that with keepMs may still have a holder, whose token is lower than all new ones. Retention has removed all events, so the next one gets seq=%d, beyond all that may have been published; what was not published gets no answer. What the state keeps for publishing gets another name."
            .formatted(removed(state, begin), since, raised.seq() + 1),
        begin,
        CommitMetadata.of(raised));
  }

  private static String removed(PartitionHeader state, long begin) {
    return "The commands from offset=%d to %d, which retention has removed, get no answer."
        .formatted(state.appliedOffset() + 1, begin - 1);
  }

  /** Says whether the state is the committed one but for its number: a repair was cut off. */
  static boolean lacksNumber(StartFacts facts, CommitMetadata committed) {
    PartitionHeader state = facts.header();
    return facts.lastSeq() == null
        && state != null
        && state.seq() < committed.state().seq()
        && numbered(state, committed.state().seq()).equals(committed.state());
  }

  /** The rest of a repair that was cut off behind its commit. */
  static Remedy renumberedAtLast(StartFacts facts, CommitMetadata committed) {
    return new Remedy.Renumber(
        "A repair has committed seq=%d, but did not give that number to the state in Redis; this does it. What was decided stays."
            .formatted(committed.publishedSeq()),
        ((Commit.Known) facts.commit()).offset(),
        committed);
  }
}
