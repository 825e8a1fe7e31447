package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.ExampleFacts.NOTHING;
import static io.lockarbiter.arbiter.partition.ExampleFacts.PARTITION;
import static io.lockarbiter.arbiter.partition.ExampleFacts.header;
import static io.lockarbiter.arbiter.partition.ExampleFacts.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Partitions whose events are numbered from the beginning of a later epoch. */
@ExtendWith(OutputCaptureExtension.class)
class EpochTest {
  private static final Settings LATER =
      Settings.DEFAULT.with(Setting.PARTITIONS, 12).with(Setting.EPOCH, 1);
  private static final Settings WITHOUT = LATER.with(Setting.EPOCH, 0);
  private static final long BEGIN = LATER.seqBefore();

  private final PipelineFixture fixture = new PipelineFixture();
  private final ExampleFacts facts = new ExampleFacts();
  private final List<Command> appended = new ArrayList<>();
  private long nanos;
  private final SettingsProposal proposal =
      new SettingsProposal(
          PARTITION,
          new PartitionServices(
              new ReferenceLockStore(),
              new NoMeters(),
              new PartitionStatuses(),
              (partition, command) -> {
                appended.add(command);
                return CompletableFuture.completedFuture(0L);
              },
              Runnable::run,
              LATER,
              () -> nanos,
              new RepairCall("test", ""),
              ModelRebuild::new));

  @Test
  void firstSettings_tellTheEpochAndItsNumbersArePublished() {
    PartitionPipeline pipeline = fixture.pipeline(PipelineFixture.FRESH);
    pipeline.resume();
    pipeline.process(settings(0), false);
    pipeline.process(PipelineFixture.batch(1, 3), false);

    assertThat(fixture.metadata(0).publishedSeq()).isEqualTo(BEGIN);
    assertThat(fixture.metadata(0).state().seq()).isEqualTo(BEGIN);
    assertThat(fixture.seqs(1)).containsExactly(BEGIN + 1, BEGIN + 2, BEGIN + 3);
  }

  @Test
  void firstSettingsAndCommandsInOneBatch_areNumberedAlike() {
    PartitionPipeline pipeline = fixture.pipeline(PipelineFixture.FRESH);
    List<LogRecord> records = new ArrayList<>(settings(0).records());
    records.addAll(PipelineFixture.batch(1, 2).records());
    pipeline.process(new Batch(records, List.of()), false);

    assertThat(fixture.seqs(0)).containsExactly(BEGIN + 1, BEGIN + 2);
  }

  /** It decided the settings and two commands, and died before it could say so. */
  @Test
  void firstEventsNotPublished_areFoundByTheNextOwner() {
    fixture.store.decide(
        PipelineFixture.PARTITION,
        FeedPosition.START,
        List.of(settings(0).records().get(0), PipelineFixture.batch(1, 1).records().get(0)));
    PartitionHeader state = Objects.requireNonNull(fixture.store.header(PipelineFixture.PARTITION));
    facts.commit = ExampleFacts.MISSING;
    facts.events = NOTHING;
    facts.lastSeq = null;
    facts.header = state;
    facts.firstKept = BEGIN + 1;
    facts.applied = new AppliedRecord.Found(state.appliedAppendedAt(), state.appliedEpoch());
    Start start = facts.start();
    assertThat(start.publishedSeq()).isEqualTo(BEGIN);

    fixture.pipeline(start).resume();

    assertThat(fixture.seqs(0)).containsExactly(BEGIN + 1);
  }

  @Test
  void nothingPublishedYet_isNoMismatch() {
    facts.events = NOTHING;
    facts.lastSeq = null;
    facts.commit = known(97, BEGIN);
    facts.header = header(99, BEGIN + 2, LATER);
    facts.firstKept = BEGIN + 1;

    assertThat(facts.start().publishedSeq()).isEqualTo(BEGIN);

    facts.commit = new Commit.Known(0, CommitMetadata.NOTHING);
    assertThat(facts.start().publishedSeq()).isEqualTo(BEGIN);
  }

  @Test
  void firstEventsBehindACommitOfNone_mustBeTheFirstOfTheEpoch() {
    facts.commit = new Commit.Known(0, CommitMetadata.NOTHING);
    facts.header = header(99, BEGIN + 2, LATER);
    facts.lastSeq = BEGIN + 2;
    facts.later =
        new LaterEvents(
            List.of(stored(BEGIN + 1, PARTITION, 98), stored(BEGIN + 2, PARTITION, 99)), false);
    assertThat(facts.start().publishedSeq()).isEqualTo(BEGIN + 2);

    facts.later = new LaterEvents(List.of(stored(BEGIN + 2, PARTITION, 99)), false);
    facts.assertHalt(
        HaltReason.MISMATCH, "has seq=%d, expected %d".formatted(BEGIN + 2, BEGIN + 1));
  }

  /** The numbers that no event has do not count as missing ones. */
  @Test
  void fewCommandsLost_areDecidedAgain() {
    facts.commit = known(99, BEGIN + 60);
    facts.lastSeq = BEGIN + 60;
    facts.header = null;
    facts.tail = new LogRange(0, 60);
    assertThat(facts.replay().records()).isEqualTo(new LogRange(0, 100));

    facts.header = header(-1, 0, Settings.INITIAL);
    assertThat(facts.replay().records()).isEqualTo(new LogRange(0, 100));
  }

  @Test
  void eventsFromTheFirstOnOrNone_areATail() {
    EventTail.Events none = EventTail.Events.atHand(offset -> null);
    CommitMetadata committed = CommitMetadata.of(header(3, BEGIN, LATER));
    assertThat(EventTail.of(committed, NOTHING, none)).isEqualTo(NOTHING);

    LaterEvents two =
        new LaterEvents(
            List.of(stored(BEGIN + 1, PARTITION, 1), stored(BEGIN + 2, PARTITION, 2)), false);
    EventTail.Events events =
        EventTail.Events.atHand(
            offset -> new LaterEvents(two.events().subList(0, (int) offset + 1), false).lastHead());
    CommitMetadata later = CommitMetadata.of(header(3, BEGIN + 2, LATER));
    assertThat(EventTail.of(later, new LogRange(0, 2), events)).isEqualTo(new LogRange(0, 2));
    assertThat(EventTail.of(later, new LogRange(1, 2), events)).isNull();
  }

  @Test
  void logWithoutEvents_isToldTheEpoch(CapturedOutput output) {
    offer(-1, 0, Settings.INITIAL);

    assertThat(appended).containsExactly(SettingsChange.to(LATER));
    assertThat(output).doesNotContain("ERROR");
  }

  /** A command came between the proposal and its record, which was not obeyed then. */
  @Test
  void logWithEvents_isToldEverythingElse(CapturedOutput output) {
    offer(-1, 0, Settings.INITIAL);
    offer(1, 1, Settings.INITIAL);
    offer(2, 1, WITHOUT);

    assertThat(appended).containsExactly(SettingsChange.to(LATER), SettingsChange.to(WITHOUT));
    assertThat(proposal.isNeeded(WITHOUT, /* hasLocks= */ true)).isFalse();
    assertThat(SettingsProposal.isAsConfigured(WITHOUT, LATER)).isFalse();
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR")))
        .singleElement()
        .asString()
        .contains(
            "partition=4: lockarbiter.epoch=1, expected epoch=0 as there were events before",
            "Move no account here",
            "Fix: ");
  }

  @Test
  void logOfAnotherEpoch_isSaidOnceAndKeepsIt(CapturedOutput output) {
    Settings of = LATER.with(Setting.EPOCH, 3);
    offer(9, of.seqBefore(), of.with(Setting.LOCKS_PER_ACCOUNT, 7));
    offer(10, of.seqBefore(), of);

    assertThat(appended).containsExactly(SettingsChange.to(of));
    assertThat(output.getOut().lines().filter(line -> line.contains("ERROR")))
        .singleElement()
        .asString()
        .contains("lockarbiter.epoch=1, expected epoch=3 as the log was told", "Fix: ");
  }

  @Test
  void recordWithAnEpochThatIsNotObeyed_isADeadLetter() {
    ForeignSettings foreign =
        new ForeignSettings(PARTITION, PipelineFixture.services(new ReferenceLockStore()));

    assertThat(foreign.deadLetters(settings(0), LATER)).isEmpty();
    assertThat(foreign.deadLetters(settings(0), WITHOUT))
        .extracting(DeadLetter::why)
        .containsExactly("the settings record: epoch=1, expected epoch=0");
    assertThat(foreign.deadLetters(settings(0), Settings.INITIAL))
        .extracting(DeadLetter::why)
        .containsExactly("the settings record: epoch=1, expected epoch=0, since there are events");
  }

  private void offer(long appliedOffset, long seq, Settings present) {
    proposal.offer(
        new PartitionHeader(appliedOffset, 1, 0, 1, seq, present), /* hasLocks= */ true, nanos);
    nanos += Duration.ofSeconds(20).toNanos();
  }

  private static Commit known(long appliedOffset, long seq) {
    return new Commit.Known(
        appliedOffset + 1, CommitMetadata.of(header(appliedOffset, seq, LATER)));
  }

  private static Batch settings(long offset) {
    SettingsChange change = SettingsChange.to(LATER);
    return new Batch(
        List.of(new LogRecord(offset, 900, 0, new Valid(change))),
        List.of(),
        List.of(
            new ReceivedSettings(offset, "as received".getBytes(StandardCharsets.UTF_8), change)));
  }
}
