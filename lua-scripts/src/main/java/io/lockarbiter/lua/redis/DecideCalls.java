package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.StoreUnavailableException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.redisson.client.RedisOutOfMemoryException;

/** Batches as calls of {@code decide.lua}: records are handed in and events out piece by piece. */
final class DecideCalls {
  private static final LuaScript DECIDE = LuaScript.load("decide");
  private static final LuaScript WITH_RESERVE = DECIDE.after(LuaScript.load("reserve"));

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
      // What the calls before this one applied may be lost meanwhile, by a fail-over.
      long expected = done == 0 ? position.offset() : records.get(done - 1).offset();
      FeedPosition next = new FeedPosition(expected, position.publishedSeq(), fromSeq);
      DecideAnswer answer = new DecideAnswer(run(keys, call(partition, next, arguments, done)));
      if (answer.word() != OutcomeWord.APPLIED) {
        return answer.refusal(expected, position.publishedSeq());
      }
      List<EncodedEvent> page = answer.events(partition);
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

  /** At maxmemory Redis refuses a script's first write, so nothing was applied. */
  private List<Object> run(List<Object> keys, Object[] arguments) {
    try {
      return runner.run(DECIDE, keys, arguments);
    } catch (StoreUnavailableException e) {
      if (e.getCause() instanceof RedisOutOfMemoryException) {
        return runner.run(WITH_RESERVE, keys, arguments);
      }
      throw e;
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
