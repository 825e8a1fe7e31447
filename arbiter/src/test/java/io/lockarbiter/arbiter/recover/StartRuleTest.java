package io.lockarbiter.arbiter.recover;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.recover.StartDecision.Start;
import io.lockarbiter.arbiter.recover.StartDecision.Stop;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.PartitionHeader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The example all along: 100 records, 60 events, the last record applied and its events published.
 */
class StartRuleTest {
  private static final Commit MISSING = new Commit.Missing();
  private static final LogRange NOTHING = new LogRange(0, 0);
  private static final AppliedRecord NOT_RETAINED = new AppliedRecord.NotRetained();
  private static final AppliedRecord SAME = new AppliedRecord.Found(5_000, 3);

  private Commit commit = known(100, 99, 60);
  private LogRange events = new LogRange(0, 80);
  private @Nullable Long lastSeq = 60L;
  private @Nullable PartitionHeader header = header(99, 60);
  private @Nullable Long firstKept;
  private LogRange commands = new LogRange(0, 100);
  private AppliedRecord applied = SAME;

  @Test
  void everythingAgrees_goesOnAfterTheCommit() {
    assertThat(decide()).isEqualTo(new Start(100, 99, 60, null));
  }

  @Test
  void stateAheadOfCommit_readsAgainFromTheCommit() {
    commit = known(90, 89, 55);
    lastSeq = 55L;

    assertThat(decide()).isEqualTo(new Start(90, 89, 55, null));
  }

  @Test
  void offsetBehindMetadata_isThePosition() {
    commit = known(90, 99, 60);

    assertThat(decide()).isEqualTo(new Start(90, 99, 60, null));
  }

  @Test
  void offsetBeyondMetadata_skipsNoCommand() {
    commit = known(150, 99, 60);
    commands = new LogRange(0, 200);

    assertThat(decide()).isEqualTo(new Start(100, 99, 60, null));
  }

  @Test
  void lastEventBelowMetadata_isMismatch() {
    lastSeq = 59L;

    assertHalt(HaltReason.MISMATCH, "has seq=59, expected publishedSeq=60");
  }

  @Test
  void lastEventAboveMetadata_isMismatch() {
    lastSeq = 61L;

    assertHalt(HaltReason.MISMATCH, "has seq=61, expected publishedSeq=60");
  }

  @Test
  void lastRecordIsNoEvent_isMismatch() {
    lastSeq = StartFacts.NO_EVENT;

    assertHalt(HaltReason.MISMATCH, "is no event, expected publishedSeq=60");
    commit = MISSING;
    assertHalt(HaltReason.MISMATCH, "is no event, expected publishedSeq=60");
  }

  @Test
  void eventsTopicNewThoughCommitted_isMismatch() {
    lastSeq = null;
    events = NOTHING;

    assertHalt(HaltReason.MISMATCH, "has seq=0, expected publishedSeq=60");
  }

  @Test
  void eventsRemovedByRetention_commitIsBelieved() {
    lastSeq = null;
    events = new LogRange(80, 80);

    assertThat(decide()).isEqualTo(new Start(100, 99, 60, null));
  }

  @Test
  void onlyAbortedEvents_countAsNone() {
    commit = known(100, 99, 0);
    lastSeq = null;
    events = new LogRange(0, 80);

    assertThat(decide()).isEqualTo(new Start(100, 99, 0, null));
  }

  @Test
  void noStateThoughCommitted_isEmpty() {
    header = null;
    applied = NOT_RETAINED;

    assertHalt(HaltReason.EMPTY, "none is there, expected appliedOffset=99, seq=60");
  }

  @Test
  void noStateThoughOnlyTicksWereCommitted_isEmpty() {
    commit = known(100, 99, 0);
    events = NOTHING;
    lastSeq = null;
    header = null;
    applied = NOT_RETAINED;

    assertHalt(HaltReason.EMPTY, "expected appliedOffset=99, seq=0");
  }

  @Test
  void stateBehindCommit_isBehind() {
    header = header(98, 60);

    assertHalt(HaltReason.BEHIND, "appliedOffset=98, seq=60, expected at least appliedOffset=99");
  }

  @Test
  void stateWithFewerEvents_isBehind() {
    header = header(99, 59);

    assertHalt(HaltReason.BEHIND, "seq=59, expected at least appliedOffset=99, seq=60");
  }

  @Test
  void stateBeyondTheLog_isAhead() {
    commands = new LogRange(0, 99);
    applied = NOT_RETAINED;

    assertHalt(HaltReason.AHEAD, "appliedOffset=99, expected less than the log's end=99");
  }

  @Test
  void otherAppendTimeAtAppliedOffset_isAhead() {
    applied = new AppliedRecord.Found(5_001, 3);

    assertHalt(HaltReason.AHEAD, "was appended at 5001 in leader epoch 3, expected 5000 in 3");
  }

  @Test
  void otherLeaderEpochAtAppliedOffset_isAhead() {
    applied = new AppliedRecord.Found(5_000, 4);

    assertHalt(HaltReason.AHEAD, "in leader epoch 4, expected 5000 in 3");
  }

  @Test
  void noRecordAtAppliedOffset_isAhead() {
    applied = new AppliedRecord.Absent();

    assertHalt(HaltReason.AHEAD, "appliedOffset=99, where lock.commands has no record");
  }

  @Test
  void undecidedCommandsRemoved_isRetention() {
    commands = new LogRange(105, 120);
    applied = NOT_RETAINED;

    assertHalt(HaltReason.RETENTION, "removed lock.commands from offset=100 to 104");
  }

  @Test
  void decidedCommandsRemoved_goesOnAtTheBeginning() {
    commit = known(90, 89, 55);
    lastSeq = 55L;
    commands = new LogRange(95, 120);

    assertThat(decide()).isEqualTo(new Start(95, 89, 55, null));
  }

  @Test
  void unreadableMetadata_halts() {
    commit = new Commit.Unreadable(100, "format=2, expected 1");

    assertHalt(HaltReason.METADATA, "offset=100 cannot be read: format=2, expected 1");
  }

  @Test
  void otherRules_halts() {
    header = new PartitionHeader(99, 5_000, 3, 6_000, 60, new Settings(2, 12, 1, 1, 1, 0, 1, 0, 0));

    assertHalt(HaltReason.RULES, "follows rules=2, this arbiter has rules=1");
  }

  @Test
  void nothingAnywhere_startsAtTheBeginning() {
    commit = MISSING;
    header = null;
    lastSeq = null;
    events = NOTHING;
    commands = new LogRange(17, 40);
    applied = NOT_RETAINED;

    assertThat(decide()).isEqualTo(new Start(17, -1, 0, null));
  }

  @Test
  void commitAndStateLostThoughEventsAreThere_isLost() {
    commit = MISSING;
    header = null;
    applied = NOT_RETAINED;

    assertHalt(HaltReason.LOST, "lock.events was written up to offset=80");
  }

  @Test
  void commitAndStateLostThoughEventsWereThere_isLost() {
    commit = MISSING;
    header = null;
    lastSeq = null;
    events = new LogRange(80, 80);
    applied = NOT_RETAINED;

    assertHalt(HaltReason.LOST, "lock.events was written up to offset=80");
  }

  @Test
  void commitReset_eventsAndStateSpeakForIt() {
    commit = MISSING;
    lastSeq = 58L;

    assertThat(decide()).isEqualTo(new Start(100, 99, 58, null));
  }

  @Test
  void commitResetBeforeTheFirstEvent_nothingIsPublished() {
    commit = MISSING;
    lastSeq = null;
    events = NOTHING;
    firstKept = 1L;

    assertThat(decide()).isEqualTo(new Start(100, 99, 0, null));
  }

  @Test
  void commitResetAndEventsRemovedByRetention_storeSaysWhatIsPublished() {
    commit = MISSING;
    lastSeq = null;
    events = new LogRange(80, 80);
    firstKept = 58L;

    assertThat(decide()).isEqualTo(new Start(100, 99, 57, null));
  }

  @Test
  void commitResetAndEventsTopicNew_isMismatch() {
    commit = MISSING;
    lastSeq = null;
    events = NOTHING;
    firstKept = 58L;

    assertHalt(HaltReason.MISMATCH, "has seq=0, expected publishedSeq=57");
  }

  @Test
  void commitResetAndStateWithFewerEvents_isBehind() {
    commit = MISSING;
    lastSeq = 61L;

    assertHalt(HaltReason.BEHIND, "seq=60, expected at least appliedOffset=99, seq=61");
  }

  @Test
  void commitResetAndOtherLog_isAhead() {
    commit = MISSING;
    applied = new AppliedRecord.Found(1, 0);

    assertHalt(HaltReason.AHEAD, "was appended at 1 in leader epoch 0");
  }

  @Test
  void commitResetAndUndecidedCommandsRemoved_goesOnAndSaysSo() {
    commit = MISSING;
    commands = new LogRange(105, 120);
    applied = NOT_RETAINED;

    assertThat(decide())
        .isInstanceOfSatisfying(
            Start.class,
            start -> {
              assertThat(start.position()).isEqualTo(105);
              assertThat(start.warning()).contains("from offset=100 to 104");
            });
  }

  @Test
  void untouchedState_startsAtTheBeginning() {
    commit = MISSING;
    header = new PartitionHeader(-1, 0, -1, 0, 0, Settings.DEFAULT);
    lastSeq = null;
    events = NOTHING;
    firstKept = 1L;
    commands = new LogRange(0, 5);
    applied = NOT_RETAINED;

    assertThat(decide()).isEqualTo(new Start(0, -1, 0, null));
  }

  private void assertHalt(HaltReason reason, String fact) {
    assertThat(decide())
        .isInstanceOfSatisfying(
            Stop.class,
            stop -> {
              assertThat(stop.halt().reason()).isEqualTo(reason);
              assertThat(stop.halt().message()).startsWith("partition=4: ").contains(fact, "Fix: ");
            });
  }

  private StartDecision decide() {
    return StartRule.decide(
        new StartFacts(4, commit, events, lastSeq, header, firstKept, commands, applied));
  }

  private static Commit known(long offset, long appliedOffset, long publishedSeq) {
    return new Commit.Known(
        offset, new CommitMetadata(1, publishedSeq, appliedOffset, 6_000, Settings.DEFAULT));
  }

  private static PartitionHeader header(long appliedOffset, long seq) {
    return new PartitionHeader(appliedOffset, 5_000, 3, 6_000, seq, Settings.DEFAULT);
  }
}
