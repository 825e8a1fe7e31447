package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One log and one store, on which owners follow each other: some are killed while events stand
 * behind the position, some are overtaken.
 */
final class OwnersWorld implements FactSource {
  final ReferenceLockStore store = new ReferenceLockStore();
  final List<LogRecord> commands = new ArrayList<>();
  final List<LaterEvents.Stored> events = new ArrayList<>();

  /** Events that were published with the number of another one. */
  final List<String> violations = new ArrayList<>();

  /** Offsets of lock.events before its first event, as markers of transactions take them. */
  int markers;

  Commit commit = new Commit.Missing();
  int epoch;
  long nanos;
  Runnable atFence = () -> {};
  Runnable afterFacts = () -> {};
  Runnable atTake = () -> {};
  private final Map<Long, String> everPublished = new HashMap<>();
  private long commandsBegin;
  private int eventsBegin;
  private boolean isMadeAnew;

  /** An owner that comes now. */
  WorldOwner owner() {
    return new WorldOwner(this);
  }

  void append(int number) {
    long first = commands.size();
    commands.addAll(PipelineFixture.batch(first, first + number - 1).records());
  }

  void appendTick(long at) {
    commands.add(PipelineFixture.tick(commands.size(), at));
  }

  /** Retention removes all commands. */
  void cutCommands() {
    commandsBegin = commands.size();
  }

  /** Retention removes all events but the last ones. */
  void cutEvents(int left) {
    eventsBegin = events.size() - left;
  }

  /** Kafka deletes the position with the topic. */
  void makeATopicAnew() {
    isMadeAnew = true;
    commit = new Commit.Missing();
  }

  boolean hasSameTopics() {
    return !isMadeAnew;
  }

  void requireSameTopics() {
    if (isMadeAnew) {
      throw new HaltedException(HaltText.topicMadeAnew(PARTITION, "lock.commands has id=2"));
    }
  }

  /** Returns the store as it was at the position. */
  ReferenceLockStore killedWithAnEventBehindThePosition() {
    return publishAnEventBehindThePosition(owner());
  }

  /** Publishes two events with the position and one without; returns the store between them. */
  ReferenceLockStore publishAnEventBehindThePosition(WorldOwner owner) {
    append(2);
    owner.turns(3);
    ReferenceLockStore before = store.copy();
    append(1);
    owner.turns(2);
    assertThat(events).hasSize(3);
    assertThat(committed().metadata().publishedSeq()).isEqualTo(2);
    return before;
  }

  void publish(List<EncodedEvent> published) {
    for (EncodedEvent event : published) {
      String text = new String(event.value(), UTF_8);
      String before = everPublished.putIfAbsent(event.seq(), text);
      if (before != null) {
        violations.add("seq=" + event.seq() + " was " + before + ", and is " + text);
      }
      events.add(LaterEvents.Stored.of(event));
    }
  }

  Commit.Known committed() {
    return (Commit.Known) commit;
  }

  List<HeldLock> held() {
    return requireNonNull(store.state(PARTITION)).held();
  }

  List<Long> seqs() {
    return events.stream().map(LaterEvents.Stored::seq).toList();
  }

  EventPage page(LogRange range) {
    return new EventPage(
        events.subList((int) range.begin() - markers, (int) range.end() - markers).stream()
            .map(each -> new PublishedEvent(EventCodec.decode(each.value()), null))
            .toList(),
        range.end());
  }

  @Override
  public Published published() {
    List<LaterEvents.Stored> retained = events.subList(eventsBegin, events.size());
    LaterEvents later = LaterEvents.NONE;
    if (commit instanceof Commit.Known known) {
      long seq = known.metadata().publishedSeq();
      List<LaterEvents.Stored> behind =
          retained.stream().dropWhile(event -> event.seq() <= seq).toList();
      later =
          behind.isEmpty()
              ? LaterEvents.NONE
              : new LaterEvents(behind, eventsBegin > 0 && behind.size() == retained.size());
    }
    return new Published(
        commit,
        new LogRange(eventsBegin + markers, events.size() + markers),
        retained.isEmpty() ? null : Long.valueOf(retained.get(retained.size() - 1).seq()),
        later);
  }

  @Override
  public void requireUnchanged(Published seen) {
    if (!commit.equals(seen.commit()) || events.size() + markers != seen.events().end()) {
      throw new IllegalStateException("another instance has published");
    }
    afterFacts.run();
  }

  @Override
  public LogRange commands() {
    return new LogRange(commandsBegin, commands.size());
  }

  @Override
  public AppliedRecord record(long offset, LogRange range) {
    LogRecord record = commands.get((int) offset);
    return new AppliedRecord.Found(record.appendedAt(), record.leaderEpoch());
  }

  @Override
  public @Nullable LogRange tail(CommitMetadata committed, LogRange retained) {
    return EventTail.of(committed, retained, EventTail.Events.atHand(this::head));
  }

  private EventHead head(long offset) {
    return EventCodec.decode(events.get((int) offset - markers).value()).head();
  }
}
