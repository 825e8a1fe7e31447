package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.junit.jupiter.api.Test;

/** The start position of a partition whose commit was never made, was reset or has expired. */
class StartRuleWithoutCommitTest {
  private final ExampleFacts facts = new ExampleFacts();

  @Test
  void nothingAnywhere_startsAtTheBeginning() {
    facts.commit = ExampleFacts.MISSING;
    facts.header = null;
    facts.lastSeq = null;
    facts.events = ExampleFacts.NOTHING;
    facts.commands = new LogRange(17, 40);
    facts.applied = ExampleFacts.NOT_RETAINED;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(17L, -1L, 0L);
  }

  @Test
  void commitAndStateLostThoughEventsAreThere_isLost() {
    facts.commit = ExampleFacts.MISSING;
    facts.header = null;
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(HaltReason.LOST, "lock.events was written up to offset=80");
  }

  @Test
  void commitAndStateLostThoughEventsWereThere_isLost() {
    facts.commit = ExampleFacts.MISSING;
    facts.header = null;
    facts.lastSeq = null;
    facts.events = new LogRange(80, 80);
    facts.applied = ExampleFacts.NOT_RETAINED;

    facts.assertHalt(HaltReason.LOST, "lock.events was written up to offset=80");
  }

  @Test
  void commitReset_eventsAndStateSpeakForIt() {
    facts.commit = ExampleFacts.MISSING;
    facts.lastSeq = 58L;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 58L);
  }

  @Test
  void noCommitAndNoEvent_startsAtTheBeginningForTheDeadLetters() {
    facts.commit = ExampleFacts.MISSING;
    facts.lastSeq = null;
    facts.events = ExampleFacts.NOTHING;
    facts.firstKept = 1L;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(0L, 99L, 0L);
  }

  @Test
  void commitResetAndEventsRemovedByRetention_storeSaysWhatIsPublished() {
    facts.commit = ExampleFacts.MISSING;
    facts.lastSeq = null;
    facts.events = new LogRange(80, 80);
    facts.firstKept = 58L;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(100L, 99L, 57L);
  }

  @Test
  void commitResetAndEventsTopicNew_isMismatch() {
    facts.commit = ExampleFacts.MISSING;
    facts.lastSeq = null;
    facts.events = ExampleFacts.NOTHING;
    facts.firstKept = 58L;

    facts.assertHalt(HaltReason.MISMATCH, "has seq=0, expected publishedSeq=57");
  }

  @Test
  void commitResetAndStateWithFewerEvents_isBehind() {
    facts.commit = ExampleFacts.MISSING;
    facts.lastSeq = 61L;

    facts.assertHalt(HaltReason.BEHIND, "seq=60, expected at least appliedOffset=99, seq=61");
  }

  @Test
  void commitResetAndOtherLog_isAhead() {
    facts.commit = ExampleFacts.MISSING;
    facts.applied = new AppliedRecord.Found(1, 0);

    facts.assertHalt(HaltReason.AHEAD, "was appended at 1 in leader epoch 0");
  }

  @Test
  void commitResetAndUndecidedCommandsRemoved_goesOnAndSaysSo() {
    facts.commit = ExampleFacts.MISSING;
    facts.commands = new LogRange(105, 120);
    facts.applied = ExampleFacts.NOT_RETAINED;

    assertThat(facts.start().position()).isEqualTo(105);
    assertThat(facts.start().warning()).contains("from offset=100 to 104");
  }

  @Test
  void untouchedState_startsAtTheBeginning() {
    facts.commit = ExampleFacts.MISSING;
    facts.header = new PartitionHeader(-1, 0, -1, 0, 0, Settings.DEFAULT);
    facts.lastSeq = null;
    facts.events = ExampleFacts.NOTHING;
    facts.firstKept = 1L;
    facts.commands = new LogRange(0, 5);
    facts.applied = ExampleFacts.NOT_RETAINED;

    assertThat(ExampleFacts.numbers(facts.start())).containsExactly(0L, -1L, 0L);
  }
}
