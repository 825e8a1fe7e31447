package io.lockarbiter.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.client.ask.AddressFilter;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.EventSink;
import io.lockarbiter.client.ask.RepeatHeader;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.client.fence.PartitionTokens;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A log with one partition of commands and one of events, and the arbiter between them, in
 * simulated time.
 */
final class FakeLog {
  static final int PARTITIONS = 1;
  static final int PARTITION = 0;
  private static final int REMEMBERED = 10_000;
  private static final long EPOCH_MS = 1_795_000_000_000L;

  private final SimulatedTime time;
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionTokens tokens = new PartitionTokens();
  private final Queue<LogRecord> undecided = new ArrayDeque<>();
  private final List<Reader> readers = new CopyOnWriteArrayList<>();
  private final Map<String, FakeGroup> groups = new HashMap<>();
  private final Deque<AccountCommand> commands = new ArrayDeque<>();
  private final Deque<EncodedEvent> events = new ArrayDeque<>();
  private volatile Predicate<AccountCommand> lostCommands = command -> false;
  private volatile Predicate<Event> lostEvents = event -> false;
  private volatile Duration commandDelay = Duration.ZERO;
  private volatile Duration eventDelay = Duration.ZERO;
  private boolean halted;
  private long appendedUntil;
  private long seenUntil;
  private long nextOffset;
  private long decidedOffset = -1;
  private long publishedSeq;
  private @Nullable Long nextTick;

  FakeLog(SimulatedTime time, boolean withoutCase, int epoch) {
    this.time = time;
    onlyOnePartition(withoutCase, epoch);
  }

  private void onlyOnePartition(boolean withoutCase, int epoch) {
    appendNow(
        SettingsChange.NOTHING
            .with(Setting.RULES, Settings.NEWEST_RULES)
            .with(Setting.PARTITIONS, PARTITIONS)
            .with(Setting.NAMES_WITHOUT_CASE, withoutCase ? 1 : 0)
            .with(Setting.EPOCH, epoch));
  }

  void set(Setting setting, int value) {
    time.execute(() -> appendNow(SettingsChange.NOTHING.with(setting, value)));
  }

  ReferenceLockStore store() {
    return store;
  }

  CommandSender sender() {
    return new CommandSender() {
      @Override
      public void send(AccountCommand command, Consumer<SendFailure> failed) {
        if (lostCommands.test(command)) {
          failed.accept(new SendFailure("lost on request", /* isFinal= */ false));
        } else {
          append(command);
        }
      }

      @Override
      public void close() {
        // Does nothing: no appended command is held back.
      }
    };
  }

  ClientEdges edges(Reader reader, Runnable closeCallbacks) {
    return new ClientEdges() {
      @Override
      public State state() {
        long now = time.nanoTime();
        return new State(null, null, null, 0L, now, now, null);
      }

      @Override
      public void read(int partition, Runnable reading) {
        reading.run();
      }

      @Override
      public void close() {
        reader.close();
        closeCallbacks.run();
      }
    };
  }

  /** The log time at present. */
  Instant now() {
    return Instant.ofEpochMilli(EPOCH_MS + time.nanoTime() / 1_000_000);
  }

  void append(AccountCommand command) {
    appendedUntil = Math.max(appendedUntil, time.nanoTime() + commandDelay.toNanos());
    time.executeAt(appendedUntil, () -> appendNow(command));
  }

  /** Appends a command as bytes, like the commands of every client. */
  private void appendNow(Command command) {
    byte[] key = command instanceof AccountCommand of ? of.account().getBytes(UTF_8) : null;
    DecodedCommand decoded = CommandCodec.decode(key, CommandCodec.encode(command));
    if (command instanceof AccountCommand ofAccount) {
      remember(commands, ofAccount);
    }
    long at = now().toEpochMilli();
    undecided.add(new LogRecord(nextOffset++, at, 0, decoded));
    decide();
  }

  private void decide() {
    while (!halted && !undecided.isEmpty()) {
      LogRecord record = undecided.remove();
      FeedPosition position = new FeedPosition(decidedOffset, publishedSeq);
      Decision decision = store.decide(PARTITION, position, List.of(record));
      decidedOffset = record.offset();
      Outcome.Applied applied = decision.applied();
      publishedSeq = applied.header().seq();
      decision.events().forEach(this::publish);
      tickAt(applied.nextDeadline());
    }
  }

  private void tickAt(@Nullable Long deadline) {
    if (deadline == null || (nextTick != null && nextTick <= deadline)) {
      return;
    }
    nextTick = deadline;
    time.executeAt(
        (deadline - EPOCH_MS) * 1_000_000,
        () -> {
          nextTick = null;
          appendNow(new Tick());
        });
  }

  private void publish(EncodedEvent event) {
    remember(events, event);
    seenUntil = Math.max(seenUntil, time.nanoTime() + eventDelay.toNanos());
    time.executeAt(seenUntil, () -> deliver(event));
  }

  private void deliver(EncodedEvent encoded) {
    readers.forEach(reader -> reader.deliver(encoded));
    Event event = EventCodec.decode(encoded.value());
    groups.values().forEach(group -> group.read(event));
    if (!lostEvents.test(event)) {
      tokens.read(event);
    }
  }

  /** The tokens that may still be alive, according to the events. */
  PartitionTokens tokens() {
    return tokens;
  }

  private static <T> void remember(Deque<T> last, T one) {
    synchronized (last) {
      last.addLast(one);
      if (last.size() > REMEMBERED) {
        last.removeFirst();
      }
    }
  }

  void halt(boolean halt) {
    time.execute(
        () -> {
          halted = halt;
          decide();
        });
  }

  void loseCommands(Predicate<AccountCommand> such) {
    lostCommands = such;
  }

  void loseEvents(Predicate<Event> such) {
    lostEvents = such;
  }

  void delayCommands(Duration delay) {
    commandDelay = delay;
  }

  void delayEvents(Duration delay) {
    eventDelay = delay;
  }

  void reportGap() {
    tokens.startAnew();
    readers.forEach(reader -> reader.sink().gap("reported on request"));
  }

  List<AccountCommand> commands() {
    synchronized (commands) {
      return List.copyOf(commands);
    }
  }

  List<Event> events() {
    synchronized (events) {
      return events.stream().map(event -> EventCodec.decode(event.value())).toList();
    }
  }

  Reader reader(AddressFilter filter) {
    return new Reader(filter);
  }

  /**
   * The group with this name; a new group begins with the first event that is still in memory.
   * Called in a turn.
   */
  FakeGroup group(String name, String pool) {
    return groups.computeIfAbsent(
        name,
        group -> {
          FakeGroup fresh = new FakeGroup(time, pool);
          events().forEach(fresh::read);
          return fresh;
        });
  }

  /** One client's view of the events. */
  final class Reader {
    private final AddressFilter filter;
    private final RepeatHeader repeatHeader = new RepeatHeader();
    private @Nullable EventSink sink;

    private Reader(AddressFilter filter) {
      this.filter = filter;
    }

    void start(EventSink to) {
      sink = to;
      readers.add(this);
    }

    void close() {
      readers.remove(this);
    }

    private EventSink sink() {
      if (sink == null) {
        throw new IllegalStateException("not started");
      }
      return sink;
    }

    private void deliver(EncodedEvent encoded) {
      Event event = EventCodec.decode(encoded.value());
      if (lostEvents.test(event)) {
        return;
      }
      repeatHeader.see(PARTITION, bytes(Integer.toString(encoded.repeatMs())), sink());
      if (filter.concerns(
          bytes(encoded.replyTo()), bytes(encoded.lockReplyTo()), bytes(encoded.lockId()))) {
        sink().accept(event);
      }
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
      return text == null ? null : text.getBytes(UTF_8);
    }
  }
}
