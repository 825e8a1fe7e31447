package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Batches as calls of {@code decide.lua}: records are handed in and events out piece by piece. */
final class DecideCalls {
  private static final WithReserve DECIDE = WithReserve.load("decide");

  private final ScriptRunner runner;
  private final LogIdentity identity;
  private final CallBounds bounds;

  DecideCalls(ScriptRunner runner, LogIdentity identity, CallBounds bounds) {
    this.runner = runner;
    this.identity = identity;
    this.bounds = bounds;
  }

  Outcome decide(
      List<Object> keys,
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    List<RecordArguments> arguments = records.stream().map(RecordArguments::of).toList();
    long fromSeq = position.fromSeq();
    int done = 0;
    while (true) {
      // A fail-over may lose the records that earlier calls applied.
      long expected = done == 0 ? position.offset() : records.get(done - 1).offset();
      FeedPosition next = new FeedPosition(expected, position.publishedSeq(), fromSeq);
      DecideAnswer answer =
          new DecideAnswer(DECIDE.run(runner, keys, call(partition, next, arguments, done)));
      if (answer.word() != OutcomeWord.APPLIED) {
        return answer.refusal(expected, position.publishedSeq());
      }
      List<EncodedEvent> page;
      try {
        page = answer.events(partition);
      } catch (RuntimeException e) {
        // Whatever it is that is wrong with the bytes: only somebody else can have written them.
        return new Outcome.Ahead("an event that it keeps for publishing cannot be read: " + e);
      }
      if (!page.isEmpty()) {
        sink.accept(page);
        fromSeq = page.get(page.size() - 1).seq();
      }
      done += answer.done();
      if (done == records.size() && answer.header().seq() <= fromSeq) {
        return answer.applied();
      }
    }
  }

  private Object[] call(
      int partition, FeedPosition position, List<RecordArguments> records, int first) {
    List<Object> arguments = new ArrayList<>();
    for (CallArgument argument : CallArgument.values()) {
      arguments.add(
          switch (argument) {
            case IDENTITY -> bytes(identity);
            case NUMBERS -> numbers(partition, position);
            case ENTRIES -> entries(records, first);
          });
    }
    records.subList(first, end(records, first)).forEach(each -> arguments.add(each.content()));
    return arguments.toArray();
  }

  private byte[] numbers(int partition, FeedPosition position) {
    return ByteBuffer.allocate(7 * Long.BYTES)
        .putLong(partition)
        .putLong(position.offset())
        .putLong(position.publishedSeq())
        .putLong(position.fromSeq())
        .putLong(bounds.work())
        .putLong(bounds.entries())
        .putLong(bounds.entryBytes())
        .array();
  }

  private byte[] entries(List<RecordArguments> records, int first) {
    ByteBuf entries = Unpooled.buffer(64 * (1 + records.size() - first));
    records.subList(first, end(records, first)).forEach(each -> each.writeEntry(entries));
    return Texts.bytes(entries);
  }

  /** The first that does not go along. */
  private int end(List<RecordArguments> records, int first) {
    int most = Math.min(records.size(), first + bounds.records());
    long size = 0;
    for (int n = first; n < most; n++) {
      size += records.get(n).content().length;
      if (n > first && size > bounds.recordBytes()) {
        return n;
      }
    }
    return most;
  }
}
