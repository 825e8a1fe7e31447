package io.lockarbiter.arbiter.partition;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;

/** The texts for an operator about a halted partition: fact, consequence, remedy. */
public final class HaltText {
  private static final String STANDS =
      " This partition halts so that no lock is granted twice; the others go on. Fix: ";
  private static final String ANOTHER_LOG =
      "if the topic was deleted and made anew, start under a new lockarbiter.deployment; if Redis was restored from another deployment, let lockarbiter repair set that state aside: this partition's is built anew.";
  private static final String NEW_TOPICS =
      "in that case start under a new lockarbiter.deployment with new topics.";
  private static final String RESTORE =
      "restore this deployment's data in Redis from the append-only file or a backup that is as new, with all arbiters of it stopped; if no lock matters any more, start under a new lockarbiter.deployment with new topics.";

  private HaltText() {}

  /** A halt whose message also names the command that shows the remedy and can carry it out. */
  static Halt withRepair(Halt halt, String repair) {
    return halt.reason().mayBeRepaired()
        ? new Halt(
            halt.reason(),
            "%s What can be done, if anything, says: %s".formatted(halt.message(), repair))
        : halt;
  }

  /** The fact alone, without its consequence, for cases where another way can be tried. */
  static String fact(Halt halt) {
    int end = halt.message().indexOf("." + STANDS);
    return end < 0 ? halt.message() : halt.message().substring(0, end);
  }

  /**
   * The store refused a call.
   *
   * @param outcome {@link Outcome.Stale} or {@link Outcome.Ahead}
   */
  static Halt of(int partition, Outcome outcome) {
    if (outcome instanceof Outcome.Stale stale) {
      return stale(partition, stale.publishedSeq(), stale.firstKept());
    }
    if (outcome instanceof Outcome.Ahead ahead) {
      return ahead(partition, ahead.why());
    }
    throw new IllegalArgumentException("no halt for " + outcome);
  }

  /** The store says that its state does not belong to this log. */
  private static Halt ahead(int partition, String why) {
    return new Halt(
        HaltReason.AHEAD,
        "partition=%d: the state in Redis does not fit the log: %s.".formatted(partition, why)
            + STANDS
            + ANOTHER_LOG);
  }

  /** The store answered with events other than those after {@code publishedSeq}. */
  static Halt gap(int partition, long publishedSeq, long seq, int events) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: the store answered %d events for publishedSeq=%d, seq=%d, expected %d without gap."
                .formatted(partition, events, publishedSeq, seq, seq - publishedSeq)
            + STANDS
            + RESTORE);
  }

  /** The store knows of more published events than the log has, even after a second look. */
  private static Halt stale(int partition, long publishedSeq, long firstKept) {
    return new Halt(
        HaltReason.STALE,
        "partition=%d: Redis was told that events up to seq=%d are published, lock.events and the commit say %d."
                .formatted(partition, firstKept - 1, publishedSeq)
            + STANDS
            + "make sure that no other deployment uses this lockarbiter.deployment, and that lock.events was not deleted and made anew; then let lockarbiter repair set the state aside: it is built anew.");
  }

  /** The time of a record is its sender's. */
  public static Halt timestamp(int partition, long offset, String type, String topic) {
    return new Halt(
        HaltReason.TIMESTAMP,
        "partition=%d: the record at offset=%d has timestamp type %s, expected LogAppendTime; leases would follow the senders' clocks."
                .formatted(partition, offset, type)
            + STANDS
            + "kafka-configs.sh --bootstrap-server BROKER --alter --entity-type topics --entity-name %s --add-config message.timestamp.type=LogAppendTime; records written before that need a new topic and a new lockarbiter.deployment."
                .formatted(topic));
  }

  /** The topic has grown. */
  static Halt partitions(int partition, int expected) {
    return new Halt(
        HaltReason.PARTITIONS,
        "partition=%d: the topic has more partitions than lockarbiter.topics.partitions=%d; accounts would move away from their locks."
                .formatted(partition, expected)
            + STANDS
            + "the number of partitions is part of a deployment's identity; drain it, then start under a new lockarbiter.deployment with new topics.");
  }

  /** The state belongs to another deployment or another log, or has another version's format. */
  static Halt foreign(int partition, String foreign) {
    return ahead(partition, "it " + foreign);
  }

  static Halt rules(int partition, String whose, int rules) {
    return new Halt(
        HaltReason.RULES,
        "partition=%d: the %s rules=%d, this arbiter has rules=%s."
                .formatted(partition, whose, rules, Settings.knownRules())
            + STANDS
            + "run an arbiter of that version.");
  }

  static Halt unreadable(int partition, Commit.Unreadable commit) {
    return new Halt(
        HaltReason.METADATA,
        "partition=%d: the metadata committed with offset=%d cannot be read: %s."
                .formatted(partition, commit.offset(), commit.why())
            + STANDS
            + "run an arbiter of the version that wrote it; if a tool wrote it, let lockarbiter repair drop it: the state in Redis and lock.events say what was decided, and nothing is decided twice.");
  }

  static Halt mismatch(int partition, long publishedSeq, long lastSeq) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: the last event in lock.events has seq=%d, expected publishedSeq=%d."
                .formatted(partition, lastSeq, publishedSeq)
            + STANDS
            + "see who else writes to lock.events or whether it was deleted and made anew; "
            + NEW_TOPICS);
  }

  /** The events behind the committed position do not follow one another. */
  static Halt eventOutOfPlace(int partition, long publishedSeq, LaterEvents.Break found) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: behind publishedSeq=%d lock.events has seq=%d, expected %d."
                .formatted(partition, publishedSeq, found.seq(), found.expected())
            + STANDS
            + "see who else writes to lock.events, and whether brokers lost a part of it; "
            + NEW_TOPICS);
  }

  /** A published event is not the one that was decided. */
  static Halt otherEvent(int partition, long seq) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: the event with seq=%d in lock.events is not the one that Redis has decided."
                .formatted(partition, seq)
            + STANDS
            + "see who else writes to lock.events, and whether arbiters of different builds were at work; then let lockarbiter repair set the state aside: it is built anew, and the event is decided again. If it halts again, nobody here has decided that event: start under a new lockarbiter.deployment with new topics.");
  }

  /** Nothing tells completely what was lost behind the committed position. */
  static Halt notDecidedAgain(int partition, StateLoss loss, long begin) {
    return new Halt(
        loss.cause(),
        "partition=%d: %s; lock.commands, from which it would be decided again, begins at offset=%d, expected %d at most, and lock.events does not tell all that they led to."
                .formatted(partition, lost(loss), begin, loss.knownOffset() + 1)
            + STANDS
            + RESTORE);
  }

  /** All records of the log are decided, but led to fewer events than were published. */
  static Halt tooFew(int partition, PartitionHeader header, long publishedSeq) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: the commands up to offset=%d led to events up to seq=%d, expected at least publishedSeq=%d."
                .formatted(partition, header.appliedOffset(), header.seq(), publishedSeq)
            + STANDS
            + "see who else writes to lock.events, and whether lock.commands was changed; "
            + NEW_TOPICS);
  }

  /** Writes were lost, and nothing that is retained can bring them back. */
  static Halt notRetained(int partition, StateLoss loss, long begin) {
    return new Halt(
        loss.cause(),
        "partition=%d: %s; lock.commands, from which it would be built again, begins at offset=%d, expected %d at most, and lock.events does not reach back to at=%d."
                .formatted(
                    partition,
                    lost(loss),
                    begin,
                    loss.missing().begin(),
                    StateRebuild.since(loss.committed().state()))
            + STANDS
            + "let lockarbiter repair begin with an empty state once all leases have ended, it says when; or, with all arbiters stopped, restore this deployment's data in Redis from the append-only file or a backup that has applied offset=%d or a later one of this partition: what comes after it is fed again."
                .formatted(begin - 1));
  }

  /** The live locks and requests do not fit into memory. */
  static Halt tooLarge(int partition, StateLoss loss, long mostBytes) {
    return new Halt(
        loss.cause(),
        "partition=%d: %s; the locks that lock.events tells of are charged more than %d bytes, for which this process has no room: while a state is built from events it may take half of the heap."
                .formatted(partition, lost(loss), mostBytes)
            + STANDS
            + "start an arbiter with a larger -Xmx in place of this one; nothing is lost meanwhile.");
  }

  /** The part that a store has lost, in words. */
  static String lost(StateLoss loss) {
    PartitionHeader found = loss.found();
    return "Redis lost %s, expected appliedOffset=%d, seq=%d"
        .formatted(
            found == null
                ? "the state: none is there"
                : "writes: appliedOffset=%d, seq=%d".formatted(found.appliedOffset(), found.seq()),
            loss.expectedOffset(),
            loss.seq());
  }

  /** The published events contradict the committed position. */
  static Halt otherEvents(int partition, long offset, String why) {
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: lock.events, from which the state is built again, has before offset=%d what cannot have been published: %s."
                .formatted(partition, offset, why)
            + STANDS
            + "see who else writes to lock.events or whether it was deleted and made anew; then "
            + RESTORE);
  }

  /** There is an event that this version cannot apply. */
  static Halt newerEvents(int partition, long seq, String word) {
    return new Halt(
        HaltReason.RULES,
        "partition=%d: lock.events, from which the state is built again, has at seq=%d %s, which only newer arbiters know."
                .formatted(partition, seq, word)
            + STANDS
            + "start arbiters of that version again.");
  }

  /** A replay of the same log led to another state than the first time. */
  static Halt otherState(int partition, PartitionHeader found, PartitionHeader committed) {
    String settings = found.settings().equals(committed.settings()) ? "" : "; the settings differ";
    return new Halt(
        HaltReason.MISMATCH,
        "partition=%d: the state in Redis after the commands up to offset=%d has %s, the one committed %s%s."
                .formatted(
                    partition, found.appliedOffset(), numbers(found), numbers(committed), settings)
            + STANDS
            + "see whether lock.commands was changed, or arbiters of different builds were at work; then let lockarbiter repair set the state aside: it is built anew.");
  }

  private static String numbers(PartitionHeader header) {
    return "appliedOffset=%d appendedAt=%d leaderEpoch=%d at=%d seq=%d"
        .formatted(
            header.appliedOffset(),
            header.appliedAppendedAt(),
            header.appliedEpoch(),
            header.at(),
            header.seq());
  }

  /** The log lacks a record that was decided and committed. */
  static Halt notInTheLog(int partition, long offset) {
    return otherLog(partition, "it has no record at offset=%d".formatted(offset));
  }

  /** The log ends before what was decided and committed. */
  static Halt commitBeyondTheLog(int partition, long appliedOffset, long end) {
    return otherLog(
        partition, "it ends at %d, expected more than offset=%d".formatted(end, appliedOffset));
  }

  /** The topics were made anew under the same names while the process reads and writes. */
  public static Halt topicMadeAnew(int partition, String what) {
    return new Halt(
        HaltReason.AHEAD,
        "partition=%d: a topic was deleted and made anew while this arbiter ran: %s. Offsets mean other records now."
                .formatted(partition, what)
            + STANDS
            + "start under a new lockarbiter.deployment; if the topics shall be used under the old one, restart the arbiters: they say then whose state is in Redis.");
  }

  private static Halt otherLog(int partition, String why) {
    return new Halt(
        HaltReason.AHEAD,
        "partition=%d: lock.commands is not the log whose commands were decided: %s."
                .formatted(partition, why)
            + STANDS
            + ANOTHER_LOG);
  }

  static Halt lost(int partition, LogRange events) {
    return new Halt(
        HaltReason.LOST,
        "partition=%d: neither the group's commit nor a state in Redis is there, though lock.events was written up to offset=%d: nothing says which commands those events answer."
                .formatted(partition, events.end())
            + STANDS
            + "let lockarbiter repair find out from the commands, if all of them are retained; else "
            + RESTORE);
  }

  static Halt behind(int partition, PartitionHeader header, long appliedOffset, long publishedSeq) {
    return new Halt(
        HaltReason.BEHIND,
        "partition=%d: Redis lost writes: appliedOffset=%d, seq=%d, expected at least appliedOffset=%d, seq=%d."
                .formatted(
                    partition, header.appliedOffset(), header.seq(), appliedOffset, publishedSeq)
            + STANDS
            + RESTORE);
  }

  static Halt aheadOfEnd(int partition, PartitionHeader header, long end) {
    return ahead(
        partition,
        "appliedOffset=%d, expected less than the log's end=%d"
            .formatted(header.appliedOffset(), end));
  }

  static Halt absent(int partition, PartitionHeader header) {
    return ahead(
        partition,
        "appliedOffset=%d, where lock.commands has no record".formatted(header.appliedOffset()));
  }

  static Halt otherRecord(int partition, PartitionHeader header, AppliedRecord.Found found) {
    return ahead(
        partition,
        "the record at appliedOffset=%d was appended at %d in leader epoch %d, expected %d in %d"
            .formatted(
                header.appliedOffset(),
                found.appendedAt(),
                found.leaderEpoch(),
                header.appliedAppendedAt(),
                header.appliedEpoch()));
  }

  static Halt retention(int partition, long next, long begin) {
    return new Halt(
        HaltReason.RETENTION,
        "partition=%d: retention removed lock.commands from offset=%d to %d before it was decided; those commands get no answer."
                .formatted(partition, next, begin - 1)
            + STANDS
            + "let lockarbiter repair accept it, and lengthen the topic's retention.ms.");
  }

  static String skipped(int partition, long next, long begin) {
    return "partition=%d: retention removed lock.commands from offset=%d to %d before it was decided; those commands get no answer. Lengthen the topic's retention.ms."
        .formatted(partition, next, begin - 1);
  }
}
