package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The log of one account on a store, in simulated time: a tick is appended whenever one is due. */
final class SimulatedLog {
  private final LockStore store;
  private final String account;
  private final int partition;
  private final Consumer<Event> reader;
  private long nowMs;
  private long offset = -1;
  private long seq;
  private @Nullable Long nextDeadline;

  /**
   * Creates an empty log.
   *
   * @param reader gets every event, in order
   */
  SimulatedLog(LockStore store, String account, long startMs, Consumer<Event> reader) {
    this.store = store;
    this.account = account;
    this.partition = AccountHash.partition(account, 12);
    this.nowMs = startMs;
    this.reader = reader;
  }

  long nowMs() {
    return nowMs;
  }

  /** Lets time pass. */
  void pass(long ms) {
    long end = nowMs + ms;
    while (nextDeadline != null && nextDeadline <= end) {
      nowMs = Math.max(nowMs, nextDeadline);
      append(new DecodedCommand.Valid(new Tick()));
    }
    nowMs = end;
  }

  /**
   * Appends a command.
   *
   * @param members of its JSON, without {@code account}
   */
  void send(String members) {
    String json = "{\"account\":\"" + account + "\"," + members + "}";
    append(CommandCodec.decode(account.getBytes(UTF_8), json.getBytes(UTF_8)));
  }

  private void append(DecodedCommand content) {
    LogRecord record = new LogRecord(offset + 1, nowMs, 0, content);
    Decision decision = store.decide(partition, new FeedPosition(offset, seq), List.of(record));
    Outcome.Applied applied = decision.applied();
    offset++;
    seq = applied.header().seq();
    nextDeadline = applied.nextDeadline();
    decision.events().forEach(event -> reader.accept(EventCodec.decode(event.value())));
  }
}
