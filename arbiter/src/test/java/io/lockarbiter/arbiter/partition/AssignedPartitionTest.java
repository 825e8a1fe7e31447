package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The work of a running partition at each turn, with and without records. */
class AssignedPartitionTest {
  private static final long MS = 1_000_000;

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final Log log = new Log();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final List<Command> appended = new ArrayList<>();
  private long nanos;
  private int halts;
  private final AssignedPartition partition = new AssignedPartition(services(), log, PARTITION);

  @Test
  void batchOfMany_letsTheNextGather() {
    log.batches.add(batch(0, 1));
    log.batches.add(batch(2, 2));
    turns(4);

    assertThat(log.gatherings.get(0)).isEqualTo(Gathering.NONE);
    assertThat(log.gatherings.get(1).records()).isGreaterThanOrEqualTo(2);
    assertThat(log.gatherings.get(1).longest()).isPositive();
    assertThat(log.gatherings.get(2)).as("a single question").isEqualTo(Gathering.NONE);
  }

  /** No event of a framework and no clock has to report that nothing comes. */
  @Test
  void partitionWithoutRecords_isAttendedAtEveryTurn() {
    turns(1);
    assertThat(appended).isEmpty();
    log.lag = 7;
    turns(1);

    assertThat(requireNonNull(statuses.get(PARTITION)).lag()).isEqualTo(7);
    assertThat(appended).containsExactly(SettingsChange.to(Settings.DEFAULT));
  }

  /** Nobody restarts anything; commands that arrive meanwhile wait. */
  @Test
  void stateLostWhileItRuns_comesBackByItself() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    List<HeldLock> held = requireNonNull(store.state(PARTITION)).held();
    assertThat(held).hasSize(10);
    store.drop(PARTITION);
    log.records.addAll(batch(10, 12).records());

    Set<PartitionState> seen = EnumSet.noneOf(PartitionState.class);
    for (int i = 0; i < 200 && log.published.size() < 13; i++) {
      partition.turn();
      seen.add(partition.state());
    }

    assertThat(log.published)
        .extracting(LaterEvents.Stored::seq)
        .isEqualTo(LongStream.rangeClosed(1, 13).boxed().toList());
    assertThat(seen)
        .contains(PartitionState.RETRYING, PartitionState.RECOVERING)
        .doesNotContain(PartitionState.HALTED);
    assertThat(requireNonNull(store.state(PARTITION)).held()).containsAll(held);
  }

  /**
   * Without commands nothing asks the store: views would be wrong, and due leases would not end.
   */
  @Test
  void stateLostWhileNothingComes_comesBackByItself() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    var before = store.state(PARTITION);
    store.drop(PARTITION);
    log.frozen = Duration.ofMillis(500);
    for (int i = 0; i < 40; i++) {
      partition.turn();
    }

    assertThat(store.state(PARTITION)).isNotNull().isEqualTo(before);
    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  /**
   * After such a freeze the instance may be no member any more; its next start would fence the
   * owner.
   */
  @Test
  void frozenWhileItRecovers_startsOnlyAfterTheGroupConfirmed() {
    loseAndRecover();
    log.frozen = Duration.ofMinutes(1);
    for (int i = 0; i < 20; i++) {
      partition.turn();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.STARTING);
    int publishers = log.publishers;
    log.frozen = Duration.ZERO;
    log.confirmations = 2;
    partition.turn();

    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(log.publishers).isEqualTo(publishers + 1);
  }

  @Test
  void whatComesWhileItRecovers_isCountedAndTheOldStateShownNoMore() {
    loseAndRecover();
    log.frozen = Duration.ofSeconds(2);
    log.records.addAll(batch(11, 40).records());
    log.batchRecords = 1;
    for (int i = 0; i < 8; i++) {
      partition.turn();
    }

    PartitionStatus status = requireNonNull(statuses.get(PARTITION));
    assertThat(status.state()).isEqualTo(PartitionState.RECOVERING);
    assertThat(status.lag()).isEqualTo(31);
    assertThat(status.progress()).isNull();
    assertThat(requireNonNull(status.recovery()).remaining()).isPositive();
  }

  /** The halt is logged once, and no failed look hides it. */
  @Test
  void haltWhoseCauseIsMended_isLiftedByItself() {
    haltByAStrangersEvent();
    for (int look = 0; look < 20; look++) {
      log.unreachable = look % 4 == 0;
      lookAgain();
      PartitionStatus status = requireNonNull(statuses.get(PARTITION));
      assertThat(status.state()).isEqualTo(PartitionState.HALTED);
      assertThat(status.why()).contains("lock.events has seq=99, expected 11");
    }
    assertThat(halts).isEqualTo(1);

    log.published.remove(log.published.size() - 1);
    for (int i = 0; i < 20; i++) {
      lookAgain();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(requireNonNull(statuses.get(PARTITION)).halt()).isNull();
  }

  /** Each look fences the owner, which may be another instance by now. */
  @Test
  void haltedPartition_isLookedAtByConfirmedMembersOnly() {
    haltByAStrangersEvent();
    int publishers = log.publishers;
    nanos += Duration.ofHours(1).toNanos();
    partition.turn();
    log.confirmations++;
    partition.turn();
    assertThat(log.publishers).isEqualTo(publishers);

    log.confirmations++;
    partition.turn();
    assertThat(log.publishers).isEqualTo(publishers + 1);
  }

  /** A commit of a tool or of a stranger in the group says nothing about the events. */
  @Test
  void commitWithoutMetadata_isMadeAgainAtTheStart() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    partition.close();
    Commit before = log.commit;
    log.commit = new Commit.Missing();

    AssignedPartition next = new AssignedPartition(services(), log, PARTITION);
    next.turn();

    assertThat(next.state()).isEqualTo(PartitionState.RUNNING);
    assertThat(log.commit).isEqualTo(before);
    assertThat(log.stateAtCommit)
        .as("a healthy partition has it already")
        .isEqualTo(PartitionState.STARTING);
    assertThat(log.published).hasSize(10);
  }

  @Test
  void commitWithoutMetadata_isMadeAgainWhileNothingComes() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    log.frozen = Duration.ofMillis(500);
    turns(3);
    Commit before = log.commit;
    log.commit = new Commit.Missing();
    turns(12);

    assertThat(log.commit).isEqualTo(before);
    assertThat(log.publishers).as("without a start").isEqualTo(1);
  }

  @Test
  void silentPartition_letsThePositionFollowTheEvents() {
    log.batches.add(batch(0, 1));
    log.batches.add(batch(2, 2));
    turns(3);
    assertThat(log.published).hasSize(3);
    assertThat(log.publishedSeq()).as("the first transaction only").isEqualTo(2);

    log.frozen = Duration.ofMillis(500);
    turns(3);

    assertThat(log.publishedSeq()).isEqualTo(3);
  }

  @Test
  void partitionThatIsRevoked_commitsThePosition() {
    log.batches.add(batch(0, 1));
    log.batches.add(batch(2, 2));
    turns(3);
    assertThat(log.publishedSeq()).isEqualTo(2);

    partition.close();

    assertThat(log.publishedSeq()).isEqualTo(3);
  }

  /** There is nothing that could be lost. */
  @Test
  void partitionInWhichNothingWasDecided_commitsNothing() {
    log.frozen = Duration.ofMillis(500);
    turns(25);

    assertThat(log.commit).isEqualTo(new Commit.Missing());
  }

  private void lookAgain() {
    log.confirmations += 2;
    nanos += Duration.ofSeconds(5).toNanos();
    partition.turn();
  }

  private void haltByAStrangersEvent() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    log.published.add(new LaterEvents.Stored(99, new byte[0], null, null));
    store.drop(PARTITION);
    log.records.addAll(batch(10, 10).records());
    for (int i = 0; i < 200 && partition.state() != PartitionState.HALTED; i++) {
      partition.turn();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.HALTED);
  }

  /** Decides and publishes ten commands, loses the state, and appends one more command. */
  private void loseAndRecover() {
    log.records.addAll(batch(0, 9).records());
    turns(5);
    store.drop(PARTITION);
    log.records.addAll(batch(10, 10).records());
    log.batchRecords = 20;
    for (int i = 0; i < 200 && partition.state() != PartitionState.RECOVERING; i++) {
      partition.turn();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.RECOVERING);
  }

  private void turns(int number) {
    for (int i = 0; i < number; i++) {
      partition.turn();
    }
    assertThat(partition.state()).isEqualTo(PartitionState.RUNNING);
  }

  private PartitionServices services() {
    return new PartitionServices(
        store,
        new NoMeters() {
          @Override
          public void halted(HaltReason reason) {
            halts++;
          }
        },
        statuses,
        (to, command) -> {
          appended.add(command);
          return new CompletableFuture<>();
        },
        Runnable::run,
        Settings.DEFAULT,
        () -> nanos += MS,
        new RepairCall("test", ""),
        ModelRebuild::new);
  }

  /** A partition's view of Kafka: commands, committed events, the group's position. */
  private final class Log extends ListedLog {
    private final Deque<Batch> batches = new ArrayDeque<>();
    private final List<Gathering> gatherings = new ArrayList<>();
    private final List<LaterEvents.Stored> published = new ArrayList<>();
    private Commit commit = new Commit.Missing();
    private @Nullable PartitionState stateAtCommit;
    private long lag;
    private long confirmations;
    private int publishers;
    private boolean unreachable;
    private Duration frozen = Duration.ZERO;

    @Override
    public long confirmations() {
      return confirmations;
    }

    @Override
    public @Nullable Batch take(Duration longest, Gathering gathering) {
      gatherings.add(gathering);
      nanos += frozen.toNanos();
      return batches.isEmpty() ? super.take(longest, gathering) : batches.poll();
    }

    @Override
    public boolean hasRead(long end) {
      return false;
    }

    @Override
    public boolean isCommitBare() {
      return commit instanceof Commit.Missing;
    }

    @Override
    public FailureKind kind(RuntimeException failure) {
      return FailureKind.PASSING;
    }

    @Override
    public OptionalLong lag() {
      return OptionalLong.of(lag);
    }

    @Override
    public EventPublisher openPublisher() {
      publishers++;
      return new EventPublisher() {
        private final List<LaterEvents.Stored> added = new ArrayList<>();

        @Override
        public void add(List<EncodedEvent> events) {
          events.forEach(event -> added.add(LaterEvents.Stored.of(event)));
        }

        @Override
        public void drop() {
          added.clear();
        }

        @Override
        public void commit() {
          published.addAll(added);
          added.clear();
        }

        @Override
        public void commit(List<DeadLetter> letters, long nextOffset, CommitMetadata metadata) {
          commit();
          commit = new Commit.Known(nextOffset, metadata);
          stateAtCommit = requireNonNull(statuses.get(PARTITION)).state();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public StartFacts facts() {
      if (unreachable) {
        throw new IllegalStateException("no broker answers");
      }
      return new StartFacts(
          PARTITION,
          commit,
          new LogRange(0, published.size()),
          published.isEmpty() ? null : published.get(published.size() - 1).seq(),
          store.header(PARTITION),
          null,
          new LogRange(0, end()),
          new AppliedRecord.NotRetained(),
          later(),
          new AppliedRecord.NotRetained(),
          null);
    }

    private long publishedSeq() {
      return ((Commit.Known) commit).metadata().publishedSeq();
    }

    private LaterEvents later() {
      return commit instanceof Commit.Known known
          ? new LaterEvents(
              published.stream()
                  .filter(event -> event.seq() > known.metadata().publishedSeq())
                  .toList(),
              false)
          : LaterEvents.NONE;
    }
  }
}
