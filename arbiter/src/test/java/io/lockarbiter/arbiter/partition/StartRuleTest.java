package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.junit.jupiter.api.Test;

/** Where a partition goes on whose group has a commit. */
class StartRuleTest {
  private final ExampleFacts facts = new ExampleFacts();

  @Test
  void everythingAgrees_goesOnAfterTheCommit() {
    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(100L, 99L, 60L);
  }

  @Test
  void stateAheadOfCommit_readsAgainFromTheCommit() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = 55L;

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(90L, 89L, 55L);
  }

  @Test
  void offsetBehindMetadata_isThePosition() {
    facts.commit = ExampleFacts.known(90, 99, 60);

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(90L, 99L, 60L);
  }

  @Test
  void offsetBeyondMetadata_skipsNoCommand() {
    facts.commit = ExampleFacts.known(150, 99, 60);
    facts.commands = new LogRange(0, 200);

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(100L, 99L, 60L);
  }

  @Test
  void lastEventBelowMetadata_isMismatch() {
    facts.lastSeq = 59L;

    facts.assertHalt(HaltReason.MISMATCH, "has seq=59, expected publishedSeq=60");
  }

  @Test
  void lastEventAboveMetadata_isMismatch() {
    facts.lastSeq = 61L;

    facts.assertHalt(HaltReason.MISMATCH, "has seq=61, expected publishedSeq=60");
  }

  @Test
  void lastRecordIsNoEvent_isMismatch() {
    facts.lastSeq = StartFacts.NO_EVENT;

    facts.assertHalt(HaltReason.MISMATCH, "is no event, expected publishedSeq=60");
    facts.commit = ExampleFacts.MISSING;
    facts.assertHalt(HaltReason.MISMATCH, "is no event, expected publishedSeq=60");
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

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(100L, 99L, 60L);
  }

  @Test
  void onlyAbortedEvents_countAsNone() {
    facts.commit = ExampleFacts.known(100, 99, 0);
    facts.lastSeq = null;
    facts.events = new LogRange(0, 80);

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(100L, 99L, 0L);
  }

  @Test
  void noStateThoughCommitted_isEmpty() {
    facts.header = null;
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(HaltReason.EMPTY, "none is there, expected appliedOffset=99, seq=60");
  }

  @Test
  void noStateThoughOnlyTicksWereCommitted_isEmpty() {
    facts.commit = ExampleFacts.known(100, 99, 0);
    facts.events = ExampleFacts.NOTHING;
    facts.lastSeq = null;
    facts.header = null;
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(HaltReason.EMPTY, "expected appliedOffset=99, seq=0");
  }

  @Test
  void stateBehindCommit_isBehind() {
    facts.header = ExampleFacts.header(98, 60);

    facts.assertHalt(
        HaltReason.BEHIND, "appliedOffset=98, seq=60, expected at least appliedOffset=99");
  }

  @Test
  void stateWithFewerEvents_isBehind() {
    facts.header = ExampleFacts.header(99, 59);

    facts.assertHalt(HaltReason.BEHIND, "seq=59, expected at least appliedOffset=99, seq=60");
  }

  @Test
  void stateBeyondTheLog_isAhead() {
    facts.commands = new LogRange(0, 99);
    facts.applied = ExampleFacts.NOT_RETAINED;

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
  }

  @Test
  void decidedCommandsRemoved_goesOnAtTheBeginning() {
    facts.commit = ExampleFacts.known(90, 89, 55);
    facts.lastSeq = 55L;
    facts.commands = new LogRange(95, 120);

    assertThat(ExampleFacts.numbers(facts.decide())).containsExactly(95L, 89L, 55L);
  }

  @Test
  void unreadableMetadata_halts() {
    facts.commit = new Commit.Unreadable(100, "format=2, expected 1");

    facts.assertHalt(HaltReason.METADATA, "offset=100 cannot be read: format=2, expected 1");
  }

  @Test
  void otherRules_halts() {
    facts.header =
        new PartitionHeader(
            99,
            5_000,
            3,
            6_000,
            60,
            Settings.DEFAULT
                .with(Setting.RULES, 2)
                .with(Setting.PARTITIONS, 12)
                .with(Setting.LOCKS_PER_SUB_ACCOUNT, 1)
                .with(Setting.LOCKS_PER_ACCOUNT, 1)
                .with(Setting.WAITERS_PER_ACCOUNT, 1)
                .with(Setting.ACQUIRES_PER_WINDOW, 0)
                .with(Setting.WINDOW_MS, 1)
                .with(Setting.REPEAT_WINDOW_MS, 0)
                .with(Setting.ENDINGS_PER_ACCOUNT, 1));

    facts.assertHalt(HaltReason.RULES, "follows rules=2, this arbiter has rules=1");
  }
}
