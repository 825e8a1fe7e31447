package io.lockarbiter.arbiter.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.arbiter.partition.AppliedRecord;
import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.ExampleFacts;
import io.lockarbiter.arbiter.partition.HaltId;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.LaterEvents;
import io.lockarbiter.arbiter.partition.LogRange;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The remedies for the facts of a partition; end-to-end tests repair real halts. */
class RepairTest {
  private static final int PARTITION = 3;
  private static final PartitionHeader STATE =
      new PartitionHeader(99, 999_995_000, 0, 1_000_000_000, 60, Settings.DEFAULT);

  private final Log log = new Log();
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final Repair repair = new Repair("drive", PARTITION, store, log, () -> Instant.EPOCH);

  @ParameterizedTest
  @EnumSource(HaltReason.class)
  void positionBeyondTheLog_isNothingForATool(HaltReason reason) {
    log.commands = new LogRange(50, 99);
    log.lastSeq = null;
    log.events = new LogRange(80, 80);
    log.header = null;

    assertThat(remedy(reason)).isInstanceOf(Remedy.ByHand.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = HaltReason.class,
      names = {"TIMESTAMP", "PARTITIONS", "RULES"})
  void causeOutsideThePartition_isNothingForATool(HaltReason reason) {
    assertThat(remedy(reason)).isInstanceOf(Remedy.ByHand.class);
    assertThatThrownBy(() -> repair.carryOut(id(reason), remedy(reason)))
        .isInstanceOf(RepairRefusedException.class);
  }

  @ParameterizedTest
  @EnumSource(
      value = HaltReason.class,
      names = {"AHEAD", "MISMATCH", "STALE"})
  void stateThatContradictsAGoodCommit_isSetAside(HaltReason reason) {
    assertThat(remedy(reason)).isInstanceOf(Remedy.SetAside.class);
    log.later = later(61, 62);
    log.commands = new LogRange(0, 102);
    assertThat(remedy(reason)).as("as after a crash").isInstanceOf(Remedy.SetAside.class);
    log.later = later(62);
    assertThat(remedy(reason)).as("the events contradict it too").isInstanceOf(Remedy.ByHand.class);
    log.later = LaterEvents.NONE;
    log.lastSeq = 59L;
    assertThat(remedy(reason)).as("the events contradict it too").isInstanceOf(Remedy.ByHand.class);
  }

  /** Events behind the position; 61 answers the command at offset 100, and so on. */
  private static LaterEvents later(long... seqs) {
    return new LaterEvents(
        LongStream.of(seqs).mapToObj(seq -> ExampleFacts.stored(seq, PARTITION, 39 + seq)).toList(),
        false);
  }

  @Test
  void stateThatCouldNotBeBuiltAnew_isNotSetAside() {
    log.commands = new LogRange(50, 100);
    assertThat(remedy(HaltReason.MISMATCH)).isInstanceOf(Remedy.ByHand.class);
    assertThat(remedy(HaltReason.MISMATCH).plan())
        .contains("could not be built anew", "lock.events does not reach back");
  }

  /** The events tell the state behind the position, unless they are a part of a command's. */
  @ParameterizedTest
  @EnumSource(
      value = HaltReason.class,
      names = {"AHEAD", "MISMATCH", "STALE"})
  void stateWithEventsBehindThePositionWhoseCommandsAreGone_isSetAsideIfTheyTellIt(
      HaltReason reason) {
    log.commands = new LogRange(102, 120);
    log.tail = new LogRange(0, 80);
    log.later = later(61, 62);
    assertThat(remedy(reason)).isInstanceOf(Remedy.SetAside.class);

    log.commit = new Commit.Known(100, CommitMetadata.of(STATE).upTo(61));
    log.later = later(62);
    assertThat(remedy(reason)).isInstanceOf(Remedy.SetAside.class);

    log.tail = null;
    assertThat(remedy(reason)).isInstanceOf(Remedy.ByHand.class);
  }

  /** Nothing would decide again what brokers have lost, and its tokens would be granted twice. */
  @Test
  void eventsLostWhoseCommandsAreGone_areNothingForATool() {
    log.commands = new LogRange(103, 120);
    log.tail = new LogRange(0, 80);
    log.later = later(61, 62);
    assertThat(remedy(HaltReason.STALE)).isInstanceOf(Remedy.ByHand.class);

    log.later = LaterEvents.NONE;
    assertThat(remedy(HaltReason.STALE)).isInstanceOf(Remedy.ByHand.class);
  }

  /** RUNBOOK, MISMATCH, The events: "led to events up to". */
  @Test
  void eventThatNoCommandLeadsTo_isNothingForATool() {
    log.later = later(61);

    assertThat(remedy(HaltReason.MISMATCH)).isInstanceOf(Remedy.ByHand.class);
  }

  @Test
  void commandsThatRetentionRemoved_areSkippedAndWhatWasPublishedStays() {
    log.commands = new LogRange(150, 200);

    assertThat(remedy(HaltReason.RETENTION))
        .isInstanceOfSatisfying(
            Remedy.Commit.class,
            commit -> {
              assertThat(commit.offset()).isEqualTo(150);
              assertThat(commit.metadata()).isEqualTo(CommitMetadata.of(STATE));
            });
  }

  @Test
  void emptyStateBegins_onlyAfterAllLeases() {
    log.header = null;
    long longest = STATE.at() - StateRebuild.since(STATE);

    log.brokersTime = Instant.ofEpochMilli(STATE.at() + longest - 1);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.ByHand.class);
    log.brokersTime = Instant.ofEpochMilli(STATE.at() + longest);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.BeginEmpty.class);
    log.commit = new Commit.Known(100, CommitMetadata.of(STATE).upTo(61));
    assertThat(remedy(HaltReason.EMPTY)).as("published in part").isInstanceOf(Remedy.ByHand.class);
  }

  /** The events are too few to build the state, but they tell its number. */
  @ParameterizedTest
  @EnumSource(
      value = HaltReason.class,
      names = {"BEHIND", "EMPTY"})
  void emptyStateBegins_behindTheLastEvent(HaltReason reason) {
    log.commands = new LogRange(102, 120);
    log.header = reason == HaltReason.EMPTY ? null : STATE;
    log.later = later(61, 62);
    log.brokersTime = Instant.ofEpochMilli(STATE.at()).plus(Duration.ofDays(1));

    assertThat(remedy(reason))
        .isInstanceOfSatisfying(
            Remedy.BeginEmpty.class,
            begin -> {
              assertThat(begin.offset()).isEqualTo(100);
              assertThat(begin.metadata().publishedSeq()).isEqualTo(62);
              assertThat(begin.metadata().appliedOffset()).isEqualTo(101);
              assertThat(begin.metadata().state().seq()).isEqualTo(62);
            });
  }

  /** An instance was killed, and its last events may be among those that retention removed. */
  @Test
  void emptyStateOfWhichNoEventIsRetained_getsANumberThatNoneHad() {
    log.header = null;
    log.lastSeq = null;
    log.events = new LogRange(80, 80);
    Instant first = Instant.ofEpochMilli(STATE.at()).plus(Duration.ofDays(1));
    Duration longest = Duration.ofMillis(STATE.at() - StateRebuild.since(STATE));
    log.undecided = first;
    log.brokersTime = first.plus(longest).minusMillis(1);
    assertThat(remedy(HaltReason.EMPTY).plan())
        .startsWith("No repair before " + first.plus(longest))
        .contains(" or later, at " + first + " at the latest");

    log.brokersTime = first.plus(longest);

    assertThat(remedy(HaltReason.EMPTY))
        .isInstanceOfSatisfying(
            Remedy.BeginEmpty.class,
            begin -> {
              assertThat(begin.plan()).contains("the next one gets seq=81");
              assertThat(begin.metadata().publishedSeq()).isEqualTo(80);
              assertThat(begin.metadata().state().seq()).isEqualTo(80);
            });
  }

  /** Redis may have lost its last second, or nothing: its state stays, and only numbers rise. */
  @Test
  void commandsRemovedAndNoEventRetained_areSkippedWithTheirNumbers() {
    log.commands = new LogRange(150, 200);
    log.lastSeq = null;
    log.events = new LogRange(80, 80);
    log.brokersTime = Instant.ofEpochMilli(STATE.at()).plus(Duration.ofDays(9));
    log.undecided = log.brokersTime.minus(Duration.ofSeconds(1));
    assertThat(remedy(HaltReason.RETENTION)).isInstanceOf(Remedy.ByHand.class);
    log.undecided = log.brokersTime.minus(Duration.ofDays(1));
    assertThat(remedy(HaltReason.RETENTION))
        .isInstanceOfSatisfying(
            Remedy.Renumber.class,
            renumber -> {
              assertThat(renumber.plan()).contains("stays", "the next one gets seq=81");
              assertThat(renumber.offset()).isEqualTo(150);
              assertThat(renumber.metadata().publishedSeq()).isEqualTo(80);
              assertThat(renumber.metadata().appliedOffset()).isEqualTo(99);
              assertThat(renumber.metadata().state().seq()).isEqualTo(80);
            });

    log.events = new LogRange(60, 60);
    assertThat(remedy(HaltReason.RETENTION)).isInstanceOf(Remedy.Commit.class);
  }

  @Test
  void stateThatIsGoneAfterTheAnswer_isNotNumberedAnew() {
    log.commands = new LogRange(150, 200);
    log.lastSeq = null;
    log.events = new LogRange(80, 80);
    log.brokersTime = Instant.ofEpochMilli(STATE.at()).plus(Duration.ofDays(9));
    log.undecided = log.brokersTime.minus(Duration.ofDays(1));
    Remedy agreed = remedy(HaltReason.RETENTION);

    assertThatThrownBy(() -> repair.carryOut(id(HaltReason.RETENTION), agreed))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not the one that was diagnosed any more");
    assertThat(store.header(PARTITION)).isNull();
  }

  @Test
  void emptyState_isCommittedBeforeItIsMade() {
    log.header = null;
    log.brokersTime = Instant.ofEpochMilli(STATE.at()).plus(Duration.ofDays(1));

    assertThat(repair.carryOut(id(HaltReason.EMPTY), remedy(HaltReason.EMPTY)))
        .contains("An empty state is there.");

    assertThat(log.committed).containsExactly(100L);
    assertThat(store.header(PARTITION)).isEqualTo(STATE);
  }

  /** After a jump log time is ahead of the clock by which the leases' end is told. */
  @Test
  void emptyState_doesNotWaitForLogTimeThatIsAhead() {
    PartitionHeader ahead =
        new PartitionHeader(99, 900_000_000, 0, 1_000_000_000, 60, Settings.DEFAULT);
    log.header = null;
    log.commit = new Commit.Known(100, CommitMetadata.of(ahead));
    long longest = ahead.at() - StateRebuild.since(ahead);

    log.brokersTime = Instant.ofEpochMilli(900_000_000 + longest - 1);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.ByHand.class);
    log.brokersTime = Instant.ofEpochMilli(900_000_000 + longest);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.BeginEmpty.class);
  }

  /** The last command was decided while the clock was a year ahead; it was set right since. */
  @Test
  void emptyState_doesNotWaitForTheEndOfAJumpOfTheClock() {
    Instant right = Instant.ofEpochMilli(STATE.at()).minus(Duration.ofDays(365));
    PartitionHeader ahead =
        new PartitionHeader(99, STATE.at(), 0, STATE.at(), 60, Settings.DEFAULT);
    log.header = null;
    log.commit = new Commit.Known(100, CommitMetadata.of(ahead));
    Duration longest = Duration.ofMillis(ahead.at() - StateRebuild.since(ahead));

    log.brokersTime = right;
    assertThat(remedy(HaltReason.EMPTY).plan())
        .startsWith("No repair before " + right.plus(longest) + ": ")
        .contains("by a clock that was set back since, and the next one was appended at " + right);
    log.undecided = right;
    log.brokersTime = right.plus(longest).minusMillis(1);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.ByHand.class);
    log.brokersTime = right.plus(longest);
    assertThat(remedy(HaltReason.EMPTY)).isInstanceOf(Remedy.BeginEmpty.class);
  }

  @ParameterizedTest
  @EnumSource(HaltReason.class)
  void tickIsAppended_onlyWhereTheTimeCounts(HaltReason reason) {
    remedy(reason);
    assertThat(log.ticks).isZero();
    log.header = null;
    remedy(reason);
    assertThat(log.ticks)
        .isEqualTo(reason == HaltReason.EMPTY || reason == HaltReason.BEHIND ? 1 : 0);
  }

  @Test
  void positionIsFoundOut_onlyFromALogThatIsWholeAndHasTheLastCause() {
    log.commit = new Commit.Missing();
    log.header = null;
    assertThat(remedy(HaltReason.LOST))
        .isInstanceOfSatisfying(
            Remedy.Commit.class,
            commit -> {
              assertThat(commit.offset()).isZero();
              assertThat(commit.metadata()).isEqualTo(CommitMetadata.NOTHING.upTo(60));
            });

    log.hasLastCause = false;
    assertThat(remedy(HaltReason.LOST)).isInstanceOf(Remedy.ByHand.class);
    log.hasLastCause = true;
    log.commands = new LogRange(1, 100);
    assertThat(remedy(HaltReason.LOST)).isInstanceOf(Remedy.ByHand.class);
    log.commands = new LogRange(0, 100);
    log.lastSeq = null;
    assertThat(remedy(HaltReason.LOST)).isInstanceOf(Remedy.ByHand.class);
  }

  @Test
  void positionIsFoundOut_fromAStateAndWhatFollowsIt() {
    log.commit = new Commit.Missing();
    PartitionHeader behind = new PartitionHeader(49, 5_000, 0, 6_000, 30, Settings.DEFAULT);
    log.header = behind;
    log.applied = new AppliedRecord.Found(5_000, 0);
    log.commands = new LogRange(50, 100);
    assertThat(remedy(HaltReason.BEHIND))
        .isInstanceOfSatisfying(
            Remedy.Commit.class,
            commit -> {
              assertThat(commit.offset()).isEqualTo(50);
              assertThat(commit.metadata()).isEqualTo(CommitMetadata.of(behind).upTo(60));
            });

    log.commands = new LogRange(51, 100);
    assertThat(remedy(HaltReason.BEHIND)).isInstanceOf(Remedy.ByHand.class);
    log.commands = new LogRange(50, 100);
    log.applied = new AppliedRecord.Found(5_001, 0);
    assertThat(remedy(HaltReason.BEHIND)).as("another log").isInstanceOf(Remedy.ByHand.class);
  }

  /** The owner's look fences the repair, which tries again, five times. */
  @Test
  void fencedByTheOwner_triesAgain() {
    log.commit = new Commit.Unreadable(7, "of a tool");
    log.fenced = 4;
    assertThat(repair.carryOut(id(HaltReason.METADATA), remedy(HaltReason.METADATA)))
        .isEqualTo("Committed offset=0.");
    assertThat(log.committed).containsExactly(0L);

    log.fenced = 5;
    assertThatThrownBy(() -> repair.carryOut(id(HaltReason.METADATA), remedy(HaltReason.METADATA)))
        .isInstanceOf(RepairRefusedException.class)
        .hasMessageContaining("looked at it at each of 5 attempts");
    assertThat(log.committed).hasSize(1);
  }

  @Test
  void factsThatChangeAfterTheAnswer_areNotActedOn() {
    log.commit = new Commit.Unreadable(7, "of a tool");
    String id = id(HaltReason.METADATA);
    Remedy agreed = remedy(HaltReason.METADATA);
    log.atFence = () -> log.lastSeq = 61L;

    assertThatThrownBy(() -> repair.carryOut(id, agreed))
        .isInstanceOf(RepairRefusedException.class)
        .hasMessageContaining("does not stand still for halt " + id);
    assertThat(log.committed).isEmpty();
  }

  private String id(HaltReason reason) {
    return HaltId.of("drive", PARTITION, reason, log.facts().standing());
  }

  private Remedy remedy(HaltReason reason) {
    Diagnosis diagnosis = repair.diagnose(id(reason));
    assertThat(diagnosis.reason()).isEqualTo(reason);
    return diagnosis.remedy();
  }

  /** A log of 100 commands with 60 events, all decided and published, until a test changes it. */
  private static final class Log implements RepairLog {
    Commit commit = new Commit.Known(100, CommitMetadata.of(STATE));
    LogRange events = new LogRange(0, 80);
    @Nullable Long lastSeq = 60L;
    @Nullable PartitionHeader header = STATE;
    LogRange commands = new LogRange(0, 100);
    AppliedRecord applied = new AppliedRecord.NotRetained();
    Instant brokersTime = Instant.EPOCH;
    @Nullable Instant undecided;
    LaterEvents later = LaterEvents.NONE;
    @Nullable LogRange tail;
    int ticks;
    boolean hasLastCause = true;
    int fenced;
    Runnable atFence = () -> {};
    final List<Long> committed = new ArrayList<>();

    @Override
    public StartFacts facts() {
      return new StartFacts(
          PARTITION,
          commit,
          events,
          lastSeq,
          header,
          null,
          commands,
          applied,
          later,
          new AppliedRecord.NotRetained(),
          null);
    }

    @Override
    public StartFacts factsWithoutState() {
      return new StartFacts(
          PARTITION,
          commit,
          events,
          lastSeq,
          null,
          null,
          commands,
          new AppliedRecord.NotRetained(),
          later,
          new AppliedRecord.NotRetained(),
          tail);
    }

    @Override
    public Instant appendTick() {
      ticks++;
      return brokersTime;
    }

    @Override
    public Instant firstAppend(long after, Instant latest) {
      assertThat(after).isEqualTo(STATE.appliedOffset());
      return undecided == null ? latest : undecided;
    }

    @Override
    public boolean hasLastCause() {
      return hasLastCause;
    }

    @Override
    public Fence fence() {
      atFence.run();
      return new Fence() {
        @Override
        public boolean commit(long offset, @Nullable CommitMetadata metadata) {
          if (fenced > 0) {
            fenced--;
            return false;
          }
          committed.add(offset);
          return true;
        }

        @Override
        public void close() {}
      };
    }
  }
}
