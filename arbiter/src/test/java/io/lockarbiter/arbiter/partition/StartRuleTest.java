package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The start position of a partition whose group has a commit. */
class StartRuleTest {
  private static final int UNKNOWN_RULES = Settings.NEWEST_RULES + 1;

  private final ExampleFacts facts = new ExampleFacts();

  @Test
  void everythingAgrees_goesOnAfterTheCommit() {
    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 60L);
  }

  @Test
  void stateAheadOfCommit_readsAgainFromTheCommit() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = 55L;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(90L, 89L, 55L);
  }

  @Test
  void offsetBehindMetadata_isThePosition() {
    facts.commit = ExampleFacts.known(90, 99, 60);

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(90L, 99L, 60L);
  }

  @Test
  void offsetBeyondMetadata_skipsNoCommand() {
    facts.commit = ExampleFacts.known(150, 99, 60);
    facts.commands = new LogRange(0, 200);

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 60L);
  }

  @Test
  void lastEventBelowMetadata_isMismatch() {
    facts.lastSeq = 59L;

    facts.assertHalt(HaltReason.MISMATCH, "has seq=59, expected publishedSeq=60");
  }

  @Test
  void eventsBehindThePosition_arePublishedAndComparedWithWhatRedisKeeps() {
    eventsBehindThePosition();

    Start start = facts.start();

    assertThat(ExampleFacts.numbers(start)).containsExactly(90L, 89L, 58L);
    assertThat(start.keptFrom()).isEqualTo(56);
    assertThat(start.later()).isEqualTo(facts.later);
  }

  /** The commit names 55 events, Redis was told of one more, and the log has three more. */
  private void eventsBehindThePosition() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.later = ExampleFacts.later(56, 57, 58);
    facts.lastSeq = 58L;
    facts.firstKept = 57L;
  }

  /** Then the store refuses the first call. */
  @Test
  void redisToldOfMoreThanThereIs_isAskedForWhatThereIs() {
    eventsBehindThePosition();
    facts.firstKept = 60L;

    assertThat(facts.start().keptFrom()).isEqualTo(58);
  }

  @Test
  void gapBehindThePosition_isMismatch() {
    for (LaterEvents wrong :
        List.of(
            ExampleFacts.later(57, 58),
            ExampleFacts.later(56, 58),
            ExampleFacts.later(56, 56, 57, 58),
            ExampleFacts.later(57, 56, 58))) {
      eventsBehindThePosition();
      facts.later = wrong;

      facts.assertHalt(HaltReason.MISMATCH, "behind publishedSeq=55 lock.events has seq=5");
    }
    facts.assertHalt(HaltReason.MISMATCH, "has seq=57, expected 56");
  }

  /** Retention removes from the beginning, so it leaves no other gap. */
  @Test
  void firstEventsBehindThePositionRemoved_goesOn() {
    eventsBehindThePosition();
    facts.later = new LaterEvents(ExampleFacts.stored(57, 58), true);
    assertThat(facts.start().publishedSeq()).isEqualTo(58);

    facts.later = new LaterEvents(ExampleFacts.stored(56, 58), true);
    facts.assertHalt(HaltReason.MISMATCH, "has seq=58, expected 57");
  }

  /** A stranger's event alone looks like this too; the log then does not lead to it. */
  @Test
  void stateWithoutTheLastEvents_isFedUntilItHasThem() {
    eventsBehindThePosition();
    facts.header = ExampleFacts.header(95, 57);
    facts.applied = ExampleFacts.NOT_RETAINED;
    facts.commands = new LogRange(96, 100);

    Replay replay = facts.replay();

    assertThat(replay.loss().seq()).isEqualTo(58);
    assertThat(replay.loss().cause()).isEqualTo(HaltReason.BEHIND);
    assertThat(replay.records())
        .as("up to the command that the last event answers")
        .isEqualTo(new LogRange(96, 97));
    assertThat(replay.publishedSeq()).as("what it need not keep").isEqualTo(56);
  }

  @Test
  void stateWithoutTheLastEventsWhoseCommandsWereRemoved_isBuiltFromTheEvents() {
    eventsBehindThePosition();
    facts.header = ExampleFacts.header(95, 57);
    facts.applied = ExampleFacts.NOT_RETAINED;
    facts.commands = new LogRange(97, 100);
    facts.assertHalt(
        HaltReason.BEHIND,
        "appliedOffset=95, seq=57, expected appliedOffset=95, seq=58; lock.commands, from which it would be built again, begins at offset=97, expected 96 at most, and lock.events does not reach back");

    facts.tail = new LogRange(30, 80);

    assertThat(facts.rebuild())
        .isEqualTo(
            new Rebuild(
                new StateLoss(
                    ExampleFacts.header(95, 57),
                    CommitMetadata.of(
                        new PartitionHeader(96, 7_058, -1, 7_058, 58, Settings.DEFAULT))),
                facts.tail,
                false));
  }

  /** The record is there, so its own time and epoch become those of the state. */
  @Test
  void stateThatIsGoneAndSomeCommandsBehindThePositionRemoved_isBuiltUpToTheLastEvent() {
    eventsBehindThePosition();
    noState();
    facts.commands = new LogRange(91, 100);
    facts.cause = new AppliedRecord.Found(7_001, 5);
    facts.tail = new LogRange(30, 80);

    assertThat(facts.rebuild().loss())
        .isEqualTo(
            new StateLoss(
                null,
                CommitMetadata.of(new PartitionHeader(96, 7_001, 5, 7_058, 58, Settings.DEFAULT))));
    assertThat(facts.rebuild().mayReplay()).isFalse();
  }

  /** A start commits the old state with the events found behind it, until its first batch. */
  @Test
  void stateThatIsGoneAndPositionThatNamesLaterEvents_isBuiltUpToTheLastEvent() {
    eventsBehindThePosition();
    noState();
    facts.commands = new LogRange(97, 100);
    facts.tail = new LogRange(30, 80);
    facts.commit = new Commit.Known(90, CommitMetadata.of(ExampleFacts.header(89, 52)).upTo(55));

    assertThat(facts.rebuild().loss())
        .isEqualTo(
            new StateLoss(
                null,
                CommitMetadata.of(
                    new PartitionHeader(96, 7_058, -1, 7_058, 58, Settings.DEFAULT))));
  }

  /** A position that contradicts itself, or a stranger's events. */
  @Test
  void eventsThatDoNotTellTheStateBehindThePosition_leaveItLost() {
    eventsBehindThePosition();
    noState();
    facts.commands = new LogRange(97, 100);
    facts.tail = new LogRange(30, 80);
    facts.commit = new Commit.Known(90, CommitMetadata.of(ExampleFacts.header(89, 56)).upTo(55));
    assertNotDecidedAgain();

    eventsBehindThePosition();
    facts.commands = new LogRange(95, 100);
    facts.cause = new AppliedRecord.Absent();
    assertNotDecidedAgain();
  }

  private void assertNotDecidedAgain() {
    facts.assertHalt(HaltReason.EMPTY, "and lock.events does not tell all that they led to");
  }

  /** Nothing that is fed would ever lead to it. */
  @Test
  void eventThatNoCommandHasLedTo_isMismatchAtOnce() {
    eventsBehindThePosition();
    facts.header = ExampleFacts.header(96, 57);
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(
        HaltReason.MISMATCH,
        "the commands up to offset=96 led to events up to seq=57, expected at least publishedSeq=58");
    facts.header = ExampleFacts.header(99, 57);
    facts.later =
        new LaterEvents(List.of(ExampleFacts.stored(56, ExampleFacts.PARTITION, 500)), false);
    facts.header = ExampleFacts.header(99, 55);
    facts.assertHalt(
        HaltReason.MISMATCH, "the commands up to offset=99 led to events up to seq=55");
    noState();
    facts.later =
        new LaterEvents(List.of(ExampleFacts.stored(56, ExampleFacts.PARTITION, 89)), false);
    facts.assertHalt(
        HaltReason.MISMATCH, "the commands up to offset=89 led to events up to seq=55");
  }

  /** A command that comes later, or that stands elsewhere, has not led to it either. */
  @Test
  void eventOfACommandThatIsNotInTheLog_isMismatchAtOnce() {
    eventsBehindThePosition();
    noState();
    for (LaterEvents.Stored event :
        List.of(
            ExampleFacts.stored(56, ExampleFacts.PARTITION, 100),
            ExampleFacts.stored(56, ExampleFacts.PARTITION + 1, 96))) {
      facts.later = new LaterEvents(List.of(event), false);

      facts.assertHalt(
          HaltReason.MISMATCH, "the commands up to offset=89 led to events up to seq=55");
    }
  }

  @Test
  void stateThatIsGone_isFedUntilItHasTheLastEvents() {
    eventsBehindThePosition();
    noState();
    CommitMetadata committed = CommitMetadata.of(ExampleFacts.header(89, 55));
    assertThat(facts.replay())
        .isEqualTo(new Replay(new StateLoss(null, committed, 58), new LogRange(0, 97), 55));

    facts.commands = new LogRange(1, 100);
    facts.tail = new LogRange(30, 80);
    assertThat(facts.rebuild().loss())
        .as("the commands behind the position are decided again then")
        .isEqualTo(new StateLoss(null, committed));
  }

  @Test
  void eventsTopicNewThoughCommitted_isMismatch() {
    facts.lastSeq = null;
    facts.events = ExampleFacts.NOTHING;

    facts.assertHalt(HaltReason.MISMATCH, "has seq=0, expected publishedSeq=60");
  }

  @Test
  void eventsRemovedByRetention_commitIsBelieved() {
    facts.lastSeq = null;
    facts.events = new LogRange(80, 80);

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 60L);
  }

  /** An instance was killed, and everything rested for longer than events are retained. */
  @Test
  void eventsBehindThePositionRemovedByRetention_thoseThatRedisKnowsOfArePublished() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = null;
    facts.events = new LogRange(80, 80);
    facts.firstKept = 58L;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(90L, 89L, 57L);
    assertThat(facts.start().keptFrom()).isEqualTo(57);
    assertThat(facts.start().isPositionOld()).isTrue();
  }

  /** Otherwise tools would count them as undecided for ever. */
  @Test
  void decidedCommandsRemovedBehindThePosition_makeItOld() {
    assertThat(facts.start().isPositionOld()).isFalse();
    facts.commit = new Commit.Known(98, CommitMetadata.of(ExampleFacts.header(97, 60)));
    assertThat(facts.start().isPositionOld()).as("they are read again").isFalse();
    facts.commands = new LogRange(99, 100);

    assertThat(facts.start().isPositionOld()).isTrue();
  }

  @Test
  void onlyAbortedEvents_countAsNone() {
    facts.commit = ExampleFacts.known(100, 99, 0);
    facts.header = ExampleFacts.header(99, 0);
    facts.lastSeq = null;
    facts.events = new LogRange(0, 80);

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 0L);
  }

  @Test
  void noStateThoughCommitted_isBuiltFromTheWholeLog() {
    noState();

    assertThat(facts.replay())
        .isEqualTo(new Replay(new StateLoss(null, CommitMetadata.of(ExampleFacts.header(99, 60)))));
    assertThat(facts.replay().loss().cause()).isEqualTo(HaltReason.EMPTY);
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(0, 100));
  }

  @Test
  void noStateThoughOnlyTicksWereCommitted_isBuiltFromTheWholeLog() {
    noState();
    facts.commit = ExampleFacts.known(100, 99, 0);
    facts.events = ExampleFacts.NOTHING;
    facts.lastSeq = null;

    assertThat(facts.replay().loss().committed().publishedSeq()).isZero();
  }

  @Test
  void noStateAndALogWithoutItsBeginning_isEmpty() {
    noState();
    facts.commands = new LogRange(1, 100);

    facts.assertHalt(
        HaltReason.EMPTY,
        "Redis lost the state: none is there, expected appliedOffset=99, seq=60; lock.commands,"
            + " from which it would be built again, begins at offset=1, expected 0 at most, and"
            + " lock.events does not reach back to at=-654000");
  }

  @Test
  void noStateAndALogWithoutItsBeginning_isBuiltFromTheEvents() {
    noState();
    facts.commands = new LogRange(1, 100);
    facts.tail = new LogRange(30, 80);

    assertThat(facts.rebuild().loss().cause()).isEqualTo(HaltReason.EMPTY);
    assertThat(facts.rebuild().tail()).isEqualTo(new LogRange(30, 80));
  }

  @Test
  void stateBehindAndWhatItLostRemoved_isBuiltFromTheEvents() {
    facts.header = ExampleFacts.header(95, 58);
    facts.commands = new LogRange(97, 100);
    facts.applied = ExampleFacts.NOT_RETAINED;
    facts.tail = new LogRange(30, 80);

    assertThat(facts.rebuild().loss().cause()).isEqualTo(HaltReason.BEHIND);
    assertThat(facts.rebuild().mayReplay()).isFalse();
  }

  /**
   * If both ways are possible and the commands are few, they show whether they are decided alike.
   */
  @Test
  void noState_isBuiltFromTheEventsIfTheLogIsLong() {
    noState();
    long many = StartRule.SHORT;
    facts.commit = ExampleFacts.known(many + 1, many, 60);
    facts.commands = new LogRange(0, many + 1);
    facts.tail = new LogRange(0, many * StartRule.EVENTS_A_COMMAND);
    assertThat(facts.rebuild().tail()).isEqualTo(facts.tail);
    assertThat(facts.rebuild().mayReplay()).isTrue();

    facts.tail = new LogRange(0, (many + 1) * StartRule.EVENTS_A_COMMAND);
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(0, many + 1));

    facts.tail = null;
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(0, many + 1));

    facts.tail = new LogRange(0, 1);
    facts.commit = ExampleFacts.known(many, many - 1, 60);
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(0, many));
  }

  /** A few ticks tell many kept locks again. */
  @Test
  void noState_isBuiltFromTheEventsIfFewCommandsCausedMoreOfThem() {
    noState();
    long many = StartRule.SHORT * StartRule.EVENTS_A_COMMAND + 1;
    facts.lastSeq = many;
    facts.commit = ExampleFacts.known(100, 99, many);
    facts.tail = new LogRange(0, many - 1);
    assertThat(facts.rebuild().tail()).isEqualTo(facts.tail);

    facts.tail = new LogRange(0, many);
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(0, 100));
  }

  private void noState() {
    facts.header = null;
    facts.applied = ExampleFacts.NOT_RETAINED;
  }

  @Test
  void stateBehindCommit_isFedWhatItLost() {
    facts.header = ExampleFacts.header(95, 58);
    facts.commands = new LogRange(96, 100);
    facts.applied = ExampleFacts.NOT_RETAINED;

    assertThat(facts.replay().loss())
        .isEqualTo(
            new StateLoss(
                ExampleFacts.header(95, 58), CommitMetadata.of(ExampleFacts.header(99, 60))));
    assertThat(facts.replay().loss().cause()).isEqualTo(HaltReason.BEHIND);
    assertThat(facts.replay().loss().missing()).isEqualTo(new LogRange(96, 100));
  }

  @Test
  void stateBehindCommitAndWhatItLostRemoved_isBehind() {
    facts.header = ExampleFacts.header(95, 58);
    facts.commands = new LogRange(97, 100);
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(
        HaltReason.BEHIND,
        "Redis lost writes: appliedOffset=95, seq=58, expected appliedOffset=99, seq=60;"
            + " lock.commands, from which it would be built again, begins at offset=97, expected 96"
            + " at most");
  }

  @Test
  void stateBehindCommitOfAnotherLog_isAhead() {
    facts.header = ExampleFacts.header(95, 58);
    facts.applied = new AppliedRecord.Found(5_001, 3);

    facts.assertHalt(HaltReason.AHEAD, "was appended at 5001 in leader epoch 3");
  }

  @Test
  void commitBeyondTheLog_isAheadWhateverTheStateIs() {
    facts.commands = new LogRange(0, 99);
    facts.assertHalt(HaltReason.AHEAD, "it ends at 99, expected more than offset=99");
    noState();
    facts.assertHalt(HaltReason.AHEAD, "it ends at 99, expected more than offset=99");
  }

  /**
   * The same commands were decided differently: by another build, or from a log that was changed.
   */
  @Test
  void otherStateAtTheCommittedRecord_isMismatch() {
    facts.header = ExampleFacts.header(99, 61);
    facts.assertHalt(HaltReason.MISMATCH, "seq=61, the one committed appliedOffset=99");

    facts.header = ExampleFacts.header(99, 60, Settings.INITIAL);
    facts.assertHalt(HaltReason.MISMATCH, "seq=60; the settings differ.");
  }

  @Test
  void laterStateWithFewerEvents_isMismatch() {
    facts.commit = ExampleFacts.known(90, 89, 60);
    facts.header = ExampleFacts.header(99, 59);

    facts.assertHalt(HaltReason.MISMATCH, "seq=59");
  }

  /** Some of the record's events were published already when the state behind them was lost. */
  @Test
  void stateOfTheCommittedRecordWithLaterEventsPublished_isFedUntilItHasThem() {
    facts.commit = new Commit.Known(100, CommitMetadata.of(ExampleFacts.header(99, 60)).upTo(75));
    facts.lastSeq = 75L;
    facts.commands = new LogRange(0, 120);

    assertThat(facts.replay().loss().seq()).isEqualTo(75);
    assertThat(facts.replay().records()).isEqualTo(new LogRange(100, 120));
    assertThat(facts.replay().publishedSeq()).isEqualTo(75);
  }

  @Test
  void stateBeyondTheLog_isAhead() {
    facts.commands = new LogRange(0, 99);
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = 55L;
    facts.assertHalt(HaltReason.AHEAD, "appliedOffset=99, expected less than the log's end=99");
  }

  @Test
  void otherAppendTimeAtAppliedOffset_isAhead() {
    facts.applied = new AppliedRecord.Found(5_001, 3);

    facts.assertHalt(
        HaltReason.AHEAD, "was appended at 5001 in leader epoch 3, expected 5000 in 3");
  }

  @Test
  void otherLeaderEpochAtAppliedOffset_isAhead() {
    facts.applied = new AppliedRecord.Found(5_000, 4);

    facts.assertHalt(HaltReason.AHEAD, "in leader epoch 4, expected 5000 in 3");
  }

  @Test
  void noRecordAtAppliedOffset_isAhead() {
    facts.applied = new AppliedRecord.Absent();

    facts.assertHalt(HaltReason.AHEAD, "appliedOffset=99, where lock.commands has no record");
  }

  @Test
  void undecidedCommandsRemoved_isRetention() {
    facts.commands = new LogRange(105, 120);
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(HaltReason.RETENTION, "removed lock.commands from offset=100 to 104");
    facts.commit = ExampleFacts.known(104, 99, 60);
    facts.assertHalt(HaltReason.RETENTION, "removed lock.commands from offset=100 to 104");
  }

  @Test
  void undecidedCommandsRemovedAndAcceptedByTheCommittedOffset_goesOnAndSaysSo() {
    facts.commit = ExampleFacts.known(105, 99, 60);
    facts.commands = new LogRange(105, 120);
    facts.applied = ExampleFacts.NOT_RETAINED;

    assertThat(facts.start().position()).isEqualTo(105);
    assertThat(facts.start().publishedSeq()).isEqualTo(60);
    assertThat(facts.start().warning()).contains("from offset=100 to 104");
  }

  /** Nobody could feed the state these commands again. */
  @Test
  void decidedCommandsRemoved_goesOnAtTheBeginning() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = 55L;
    facts.commands = new LogRange(95, 120);

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(95L, 94L, 55L);
  }

  @Test
  void unreadableMetadata_halts() {
    facts.commit = new Commit.Unreadable(100, "format=2, expected 1");

    facts.assertHalt(HaltReason.METADATA, "offset=100 cannot be read: format=2, expected 1");
  }

  @Test
  void otherRules_halts() {
    facts.header = ofOtherRules();
    facts.assertHalt(
        HaltReason.RULES,
        "the state in Redis follows rules=%d, this arbiter has rules=%s"
            .formatted(UNKNOWN_RULES, Settings.knownRules()));
  }

  @Test
  void otherRulesCommitted_areNotReplayed() {
    noState();
    facts.commit = new Commit.Known(100, CommitMetadata.of(ofOtherRules()));

    facts.assertHalt(
        HaltReason.RULES,
        "the state committed followed rules=%d, this arbiter has rules=%s"
            .formatted(UNKNOWN_RULES, Settings.knownRules()));
  }

  private static PartitionHeader ofOtherRules() {
    return new PartitionHeader(
        99,
        5_000,
        3,
        6_000,
        60,
        Settings.DEFAULT
            .with(Setting.RULES, UNKNOWN_RULES)
            .with(Setting.PARTITIONS, 12)
            .with(Setting.LOCKS_PER_SUB_ACCOUNT, 1)
            .with(Setting.LOCKS_PER_ACCOUNT, 1)
            .with(Setting.WAITERS_PER_ACCOUNT, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.WINDOW_MS, 1)
            .with(Setting.REPEAT_WINDOW_MS, 0)
            .with(Setting.ENDINGS_PER_ACCOUNT, 1));
  }
}
