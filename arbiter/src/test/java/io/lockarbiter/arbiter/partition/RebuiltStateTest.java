package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static io.lockarbiter.arbiter.partition.PipelineFixture.batch;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rebuilds a state from the events, when the commands are not retained. */
class RebuiltStateTest {
  private static final int COMMITTED = 20;

  private final List<LogRecord> records = batch(0, 29).records();
  private final ReferenceLockStore whole = new ReferenceLockStore();
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final ListedLog log = new ListedLog();
  private final PartitionServices services = PipelineFixture.services(store);

  RebuiltStateTest() {
    decide(whole, records.subList(0, COMMITTED)).forEach(event -> log.events.add(published(event)));
  }

  @Test
  void nothingLeft_isBuiltFromTheEvents() {
    assertThat(steps(begin())).isEqualTo(7);

    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  /** A rebuild may take half of the heap; the charge of its locks tells how much it takes. */
  @Test
  void moreThanTheHeapHasRoomFor_isToldInsteadOfTried() {
    PartitionServices small = withRoomFor(2_000);
    Rebuild rebuild =
        new Rebuild(new StateLoss(null, committed()), new LogRange(0, log.events.size()), false);
    Recovery recovery = Recovery.begin(PARTITION, rebuild, small, log);

    Halt halt = catchThrowableOfType(HaltedException.class, () -> steps(recovery)).halt();
    assertThat(halt.reason()).isEqualTo(HaltReason.EMPTY);
    assertThat(halt.message()).contains("charged more than 2000 bytes", "a larger -Xmx");
    recovery.close();
    assertThat(small.rebuildTurns().availablePermits()).isEqualTo(1);
  }

  @Test
  void stateThatHasAppliedLess_isReplaced() {
    decide(store, records.subList(0, 5));
    steps(begin());

    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  /**
   * If the events of a record took several transactions, some of them may be published without the
   * last.
   */
  @Test
  void eventsBehindTheCommittedState_areNoPartOfIt() {
    ReferenceLockStore further = whole.copy();
    decide(further, records.subList(COMMITTED, 25))
        .forEach(each -> log.events.add(published(each)));
    steps(begin(committed().upTo(25)));

    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  @Test
  void progress_tellsWhatIsLeftOfTheEvents() {
    Recovery recovery = begin();
    assertThat(recovery.step(Duration.ZERO)).isFalse();

    assertThat(recovery.progress())
        .isEqualTo(
            new RecoveryProgress(
                "Redis lost the state: none is there, expected appliedOffset=19, seq=20",
                "lock.events",
                0,
                3,
                20));
    assertThat(recovery.progress().remaining()).isEqualTo(17);
  }

  @Test
  void eventsThatCannotBeThose_areMismatch() {
    log.events.remove(4);
    assertMismatch("seq=6, expected 5");

    log.events.clear();
    decide(new ReferenceLockStore(), records.subList(0, 19))
        .forEach(event -> log.events.add(published(event)));
    assertMismatch("the last event has seq=19, expected 20");
  }

  /** A state without the meaning of the word would be wrong, and one with it cannot be stored. */
  @Test
  void eventWithAWordOfNewerArbiters_halts() {
    PublishedEvent known = log.events.get(4);
    String json = new String(EventCodec.encode(known.event()), UTF_8);
    log.events.set(
        4,
        new PublishedEvent(
            EventCodec.decode(
                json.replaceAll("\"mode\":\"[A-Z]+\"", "\"mode\":\"SHARE\"").getBytes(UTF_8)),
            known.lockReplyTo()));

    Halt halt = catchThrowableOfType(HaltedException.class, () -> steps(begin())).halt();
    assertThat(halt.reason()).isEqualTo(HaltReason.RULES);
    assertThat(halt.message())
        .isEqualTo(
            "partition=%d: lock.events, from which the state is built again, has at seq=5 targets.mode=SHARE, which only newer arbiters know. This partition halts so that no lock is granted twice; the others go on. Fix: start arbiters of that version again.",
            PARTITION);
  }

  /** The live locks are in memory meanwhile: those of one partition, not of all. */
  @Test
  void anotherPartition_waitsForItsTurn() {
    Recovery first = begin();
    Recovery second = begin();
    assertThat(first.step(Duration.ZERO)).isFalse();
    assertThat(second.step(Duration.ZERO)).isFalse();
    assertThat(second.progress().next()).isZero();

    first.close();
    second.step(Duration.ZERO);
    assertThat(second.progress().next()).isEqualTo(3);
  }

  @Test
  void stateThatAnotherHasBuilt_isLookedAtAnew() {
    Recovery slow = begin();
    slow.step(Duration.ZERO);
    decide(store, records.subList(0, COMMITTED));

    assertThatThrownBy(() -> steps(slow))
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining("another instance");
    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
  }

  /** Recovery is better than a halt: if the events cannot give the state, the commands may. */
  @Test
  void eventsThatLeadNowhere_leaveItToTheCommandsIfThoseAreRetained() {
    log.records.addAll(records);
    log.events.remove(4);
    steps(begin(committed(), services, true));
    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));

    store.drop(PARTITION);
    log.next = 0;
    steps(begin(committed(), withRoomFor(1), true));
    assertThat(store.state(PARTITION)).isEqualTo(whole.state(PARTITION));
    assertThat(services.rebuildTurns().availablePermits()).isEqualTo(1);
  }

  @Test
  void commandsThatLeadNowhereEither_areTold() {
    log.records.addAll(records.subList(0, COMMITTED - 1));
    log.records.add(records.get(25));
    log.events.remove(4);

    assertThat(
            catchThrowableOfType(
                    HaltedException.class, () -> steps(begin(committed(), services, true)))
                .halt()
                .reason())
        .isEqualTo(HaltReason.AHEAD);
  }

  private PartitionServices withRoomFor(long bytes) {
    return new PartitionServices(
        services.store(),
        services.meters(),
        services.statuses(),
        services.appender(),
        services.committers(),
        services.settings(),
        services.clock(),
        services.repair(),
        services.rebuilds(),
        services.rebuildTurns(),
        bytes);
  }

  private void assertMismatch(String fact) {
    Halt halt = catchThrowableOfType(HaltedException.class, () -> steps(begin())).halt();
    assertThat(halt.reason()).isEqualTo(HaltReason.MISMATCH);
    assertThat(halt.message()).startsWith("partition=").contains(fact, "Fix: ");
    assertThat(store.state(PARTITION)).isNull();
  }

  private Recovery begin() {
    return begin(committed());
  }

  private Recovery begin(CommitMetadata committed) {
    return begin(committed, services, false);
  }

  private Recovery begin(CommitMetadata committed, PartitionServices with, boolean mayReplay) {
    LogRange tail = new LogRange(0, log.events.size());
    return Recovery.begin(
        PARTITION, new Rebuild(new StateLoss(null, committed), tail, mayReplay), with, log);
  }

  private CommitMetadata committed() {
    return CommitMetadata.of(Objects.requireNonNull(whole.header(PARTITION)));
  }

  /** Number of steps until it is done. */
  private static int steps(Recovery recovery) {
    try {
      int steps = 1;
      while (!recovery.step(Duration.ZERO)) {
        steps++;
        assertThat(steps).as("steps").isLessThan(100);
      }
      return steps;
    } finally {
      recovery.close();
    }
  }

  private static List<EncodedEvent> decide(ReferenceLockStore store, List<LogRecord> records) {
    PartitionHeader header = store.header(PARTITION);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    return store.decide(PARTITION, position, records).events();
  }

  private static PublishedEvent published(EncodedEvent event) {
    return new PublishedEvent(EventCodec.decode(event.value()), event.lockReplyTo());
  }
}
