package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recovers a state that a store has lost, in whole or in part. */
class RecoveryTest {
  private static final int COMMITTED = 20;

  private final List<LogRecord> records = batch(0, 29).records();
  private final ReferenceLockStore whole = storeOf(records.subList(0, COMMITTED));
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final ListedLog log = new ListedLog();

  RecoveryTest() {
    log.records.addAll(records);
  }

  @Test
  void nothingLeft_isBuiltFromTheFirstRecordAndNotBeyondTheCommit() {
    recover(null, 20);

    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  @Test
  void suffixLost_isFedFromWhereTheStateStands() {
    for (int left = 1; left < COMMITTED; left++) {
      store.restore(PARTITION, storeOf(records.subList(0, left)));
      recover(store.header(PARTITION), 20);

      assertThat(store.state(PARTITION)).as("%d were left", left).isEqualTo(whole.state(PARTITION));
    }
  }

  /**
   * The store knows which events are published, and keeps the rest for the instance that goes on.
   */
  @Test
  void eventsNotYetPublished_areKept() {
    recover(null, 15);

    assertThat(store.decide(PARTITION, new FeedPosition(COMMITTED - 1, 15), List.of()).events())
        .extracting(event -> event.seq())
        .containsExactly(16L, 17L, 18L, 19L, 20L);
  }

  @Test
  void progress_tellsWhatIsLeft() {
    log.batchRecords = 7;
    Recovery recovery = begin(null, 20);
    assertThat(recovery.step(Duration.ZERO)).isFalse();

    RecoveryProgress progress = recovery.progress();
    assertThat(progress.why())
        .isEqualTo("Redis lost the state: none is there, expected appliedOffset=19, seq=20");
    assertThat(progress.from()).isZero();
    assertThat(progress.next()).isEqualTo(7);
    assertThat(progress.to()).isEqualTo(20);
    assertThat(progress.remaining()).isEqualTo(13);
  }

  @Test
  void noRecordYet_isWaitedFor() {
    log.records.subList(10, 30).clear();
    Recovery recovery = begin(null, 20);
    for (int n = 0; n < 5; n++) {
      assertThat(recovery.step(Duration.ZERO)).isFalse();
    }
    log.records.addAll(records.subList(10, 30));

    assertThat(steps(recovery)).isEqualTo(4);
  }

  @Test
  void nothingButTheStateLost_isMadeAnew() {
    Recovery recovery = begin(new StateLoss(null, CommitMetadata.NOTHING.upTo(7)), log);

    assertThat(recovery.step(Duration.ZERO)).isTrue();
    assertThat(store.decide(PARTITION, new FeedPosition(-1, 7), List.of()).applied().held())
        .isZero();
  }

  @Test
  void committedRecordThatIsNotInTheLog_isAhead() {
    log.records.remove(COMMITTED - 1);
    assertHalt(HaltReason.AHEAD, "it has no record at offset=19");

    log.records.subList(COMMITTED - 1, log.records.size()).clear();
    log.records.add(records.get(25));
    assertHalt(HaltReason.AHEAD, "it has no record at offset=19");
  }

  /** In one batch are the committed record, at which numbers are compared, and later ones. */
  @Test
  void nothingLeftThoughEventsBehindTheCommitArePublished_isFedBothAndComparedBetween() {
    log.batchRecords = 30;
    StateLoss loss = new StateLoss(null, target(20), 22);
    steps(begin(loss));
    assertThat(store.header(PARTITION)).isEqualTo(storeOf(records).header(PARTITION));
    assertThat(store.decide(PARTITION, new FeedPosition(29, 20), List.of()).events()).hasSize(10);

    store.drop(PARTITION);
    PartitionHeader right = Objects.requireNonNull(whole.header(PARTITION));
    StateLoss wrong =
        new StateLoss(
            null,
            CommitMetadata.of(
                new PartitionHeader(
                    19, right.appliedAppendedAt(), 0, right.at(), 19, right.settings())),
            22);
    assertThat(catchThrowableOfType(HaltedException.class, () -> steps(begin(wrong))).halt())
        .extracting(Halt::reason)
        .isEqualTo(HaltReason.MISMATCH);
  }

  private Recovery begin(StateLoss loss) {
    return Recovery.begin(
        PARTITION, new Replay(loss, new LogRange(0, 30), 20), PipelineFixture.services(store), log);
  }

  @Test
  void eventsBehindTheCommit_areDecidedAgainAndKept() {
    recover(null, 20);
    log.batchRecords = 4;
    Recovery recovery =
        Recovery.begin(PARTITION, behindTheCommit(26), PipelineFixture.services(store), log);

    assertThat(steps(recovery)).isEqualTo(2);
    assertThat(store.decide(PARTITION, new FeedPosition(27, 22), List.of()).events())
        .as("a whole batch")
        .extracting(event -> event.seq())
        .containsExactly(23L, 24L, 25L, 26L, 27L, 28L);
  }

  /** A stranger's event, or commands that brokers have lost. */
  @Test
  void eventsThatNothingInTheLogLeadsTo_areMismatch() {
    recover(null, 20);
    Recovery recovery =
        Recovery.begin(PARTITION, behindTheCommit(31), PipelineFixture.services(store), log);

    Halt halt = catchThrowableOfType(HaltedException.class, () -> steps(recovery)).halt();
    assertThat(halt.reason()).isEqualTo(HaltReason.MISMATCH);
    assertThat(halt.message())
        .contains("up to offset=29 led to events up to seq=30, expected at least publishedSeq=31");
  }

  private Replay behindTheCommit(long seq) {
    return new Replay(
        new StateLoss(store.header(PARTITION), target(20), seq), new LogRange(20, 30), 22);
  }

  /** A record of the log was replaced, or a build decides differently. */
  @Test
  void otherState_isMismatch() {
    PartitionHeader header = Objects.requireNonNull(whole.header(PARTITION));
    for (PartitionHeader other :
        List.of(
            new PartitionHeader(
                19, header.appliedAppendedAt(), 0, header.at(), 21, Settings.INITIAL),
            new PartitionHeader(19, header.appliedAppendedAt(), 0, 9_999, 20, Settings.INITIAL),
            new PartitionHeader(
                19, header.appliedAppendedAt(), 1, header.at(), 20, Settings.INITIAL),
            new PartitionHeader(19, 999, 0, header.at(), 20, Settings.INITIAL),
            new PartitionHeader(
                19, header.appliedAppendedAt(), 0, header.at(), 20, Settings.DEFAULT))) {
      Halt halt =
          catchThrowableOfType(
                  HaltedException.class,
                  () -> steps(begin(new StateLoss(null, CommitMetadata.of(other)), log)))
              .halt();
      assertThat(halt.reason()).as("%s", other).isEqualTo(HaltReason.MISMATCH);
      assertThat(halt.message()).contains("after the commands up to offset=19", "Fix: ");
      store.drop(PARTITION);
    }
  }

  @Test
  void lostOnceMore_isNoHalt() {
    Recovery recovery = begin(null, 20);
    assertThat(recovery.step(Duration.ZERO)).isFalse();
    store.drop(PARTITION);

    assertThatThrownBy(() -> recovery.step(Duration.ZERO)).isInstanceOf(StateLostException.class);
  }

  /** A late owner and the present one feed the same log; each record is applied once. */
  @Test
  void twoAtOnce_comeToTheSameState() {
    Recovery one = begin(null, 20);
    assertThat(one.step(Duration.ZERO)).isFalse();
    ListedLog others = new ListedLog();
    others.records.addAll(records);
    others.batchRecords = 5;
    Recovery other = begin(new StateLoss(store.header(PARTITION), target(20)), others);
    while (!other.step(Duration.ZERO)) {
      log.next = Math.max(log.next, 3);
      one.step(Duration.ZERO);
    }
    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  /**
   * All events that one of them reports to the store are published, and the other reports the same.
   */
  @Test
  void twoAtUnevenSpeed_comeToTheSameState() {
    Recovery slow = begin(null, 20);
    assertThat(slow.step(Duration.ZERO)).isFalse();
    ListedLog others = new ListedLog();
    others.records.addAll(records);
    Recovery fast = begin(new StateLoss(store.header(PARTITION), target(20)), others);
    for (boolean done = false; !done; ) {
      fast.step(Duration.ZERO);
      fast.step(Duration.ZERO);
      done = slow.step(Duration.ZERO);
    }
    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  @Test
  void stateThatAnotherHasBegun_isLookedAtAnew() {
    Recovery fast = begin(null, 20);
    fast.step(Duration.ZERO);
    fast.step(Duration.ZERO);

    assertThatThrownBy(() -> begin(null, 20))
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining("another instance");
  }

  /** The faster one decides further commands meanwhile. */
  @Test
  void stateAlreadyBeyondTheCommit_isLeftToTheNextStart() {
    Recovery recovery = begin(null, 20);
    store.restore(PARTITION, storeOf(records));

    assertThat(steps(recovery)).isPositive();
    assertThat(store.header(PARTITION)).isEqualTo(storeOf(records).header(PARTITION));
  }

  private void recover(@Nullable PartitionHeader found, long publishedSeq) {
    steps(begin(found, publishedSeq));
    assertThat(store.header(PARTITION)).isEqualTo(whole.header(PARTITION));
  }

  private Recovery begin(@Nullable PartitionHeader found, long publishedSeq) {
    return begin(new StateLoss(found, target(publishedSeq)), log);
  }

  private Recovery begin(StateLoss loss, ListedLog from) {
    return Recovery.begin(PARTITION, new Replay(loss), PipelineFixture.services(store), from);
  }

  private CommitMetadata target(long publishedSeq) {
    return CommitMetadata.of(Objects.requireNonNull(whole.header(PARTITION))).upTo(publishedSeq);
  }

  private static int steps(Recovery recovery) {
    int steps = 1;
    while (!recovery.step(Duration.ZERO)) {
      steps++;
      assertThat(steps).as("steps").isLessThan(100);
    }
    return steps;
  }

  private void assertHalt(HaltReason reason, String fact) {
    store.drop(PARTITION);
    Halt halt = catchThrowableOfType(HaltedException.class, () -> steps(begin(null, 20))).halt();
    assertThat(halt.reason()).isEqualTo(reason);
    assertThat(halt.message()).contains(fact, "Fix: ");
  }

  private static ReferenceLockStore storeOf(List<LogRecord> records) {
    ReferenceLockStore store = new ReferenceLockStore();
    store.decide(PARTITION, FeedPosition.START, records).applied();
    return store;
  }
}
