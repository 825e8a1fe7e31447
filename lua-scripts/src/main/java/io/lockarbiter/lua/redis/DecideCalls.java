package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Makes a batch into calls of {@code decide.lua}: hands records in and events out piece by piece.
 */
final class DecideCalls {
  private static final WithReserve DECIDE = WithReserve.load("decide");

  private final ScriptRunner runner;
  private final LogIdentity identity;
  private final CallBounds bounds;
  private final int newestRules;

  /** How records were read last, by partition; most probably they still are. */
  private final Map<Integer, Reading> lastReading = new ConcurrentHashMap<>();

  DecideCalls(ScriptRunner runner, LogIdentity identity, CallBounds bounds, int newestRules) {
    this.runner = runner;
    this.identity = identity;
    this.bounds = bounds;
    this.newestRules = newestRules;
  }

  Outcome decide(
      List<Object> keys,
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    Reading last = lastReading.getOrDefault(partition, Reading.INITIAL);
    BatchArguments batch = new BatchArguments(records, last, newestRules);
    long fromSeq = position.fromSeq();
    int done = 0;
    while (true) {
      // A fail-over may lose the records that earlier calls applied.
      long expected = done == 0 ? position.offset() : batch.offset(done - 1);
      FeedPosition next = new FeedPosition(expected, position.publishedSeq(), fromSeq);
      DecideAnswer answer =
          new DecideAnswer(DECIDE.run(runner, keys, call(partition, next, batch, done)));
      if (answer.word() == OutcomeWord.OTHER_READING) {
        batch.read(answer.reading());
        continue;
      }
      if (answer.word() != OutcomeWord.APPLIED) {
        return answer.refusal(expected, position.publishedSeq());
      }
      List<EncodedEvent> page;
      try {
        page = answer.events(partition);
      } catch (RuntimeException e) {
        // Whatever is wrong with these bytes, another program must have written them.
        return new Outcome.Ahead("an event that it keeps for publishing cannot be read: " + e);
      }
      if (!page.isEmpty()) {
        sink.accept(page);
        fromSeq = page.get(page.size() - 1).seq();
      }
      done += answer.done();
      PartitionHeader header = answer.header();
      fromSeq = fromSeq == 0 ? header.settings().seqBefore() : fromSeq;
      Reading inForce = Reading.of(header.settings());
      lastReading.put(partition, inForce);
      batch.read(inForce);
      if (done == batch.size() && header.seq() <= fromSeq) {
        return answer.applied(header);
      }
    }
  }

  private Object[] call(int partition, FeedPosition position, BatchArguments batch, int first) {
    List<RecordArguments> sent = sent(batch, first);
    List<Object> arguments = new ArrayList<>();
    for (CallArgument argument : CallArgument.values()) {
      arguments.add(
          switch (argument) {
            case IDENTITY -> bytes(identity);
            case NUMBERS -> numbers(partition, position, batch.reading());
            case ENTRIES -> entries(sent, batch.names());
          });
    }
    sent.forEach(each -> arguments.add(each.content()));
    return arguments.toArray();
  }

  private byte[] numbers(int partition, FeedPosition position, Reading reading) {
    return ByteBuffer.allocate(8 * Long.BYTES)
        .putLong(partition)
        .putLong(position.offset())
        .putLong(position.publishedSeq())
        .putLong(position.fromSeq())
        .putLong(bounds.work())
        .putLong(bounds.entries())
        .putLong(bounds.entryBytes())
        .putLong(reading.number())
        .array();
  }

  private static byte[] entries(List<RecordArguments> records, Names names) {
    ByteBuf entries = Unpooled.buffer(64 * (1 + records.size()));
    records.forEach(each -> each.writeEntry(entries, names));
    return Texts.bytes(entries);
  }

  /**
   * The records that go into one call. Those behind a settings record go into the next call,
   * because they are read by it.
   */
  private List<RecordArguments> sent(BatchArguments batch, int first) {
    List<RecordArguments> sent = new ArrayList<>();
    int most = Math.min(batch.size(), first + bounds.records());
    long size = 0;
    for (int n = first; n < most; n++) {
      RecordArguments next = batch.get(n);
      size += next.content().length;
      if (n > first
          && (size > bounds.recordBytes() || batch.get(n - 1).kind() == RecordKind.SETTINGS)) {
        break;
      }
      sent.add(next);
    }
    return sent;
  }
}
