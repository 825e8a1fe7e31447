package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Batches as calls of {@code decide.lua}: records are handed in and events out piece by piece. */
final class DecideCalls {
  private static final LuaScript DECIDE = LuaScript.load("decide");

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
    List<List<byte[]>> arguments = records.stream().map(RecordArguments::of).toList();
    long fromSeq = position.fromSeq();
    int done = 0;
    while (true) {
      // What the calls before this one applied may be lost meanwhile, by a fail-over.
      long expected = done == 0 ? position.offset() : records.get(done - 1).offset();
      FeedPosition next = new FeedPosition(expected, position.publishedSeq(), fromSeq);
      DecideAnswer answer =
          new DecideAnswer(runner.run(DECIDE, keys, call(partition, next, arguments, done)));
      if (answer.word() != OutcomeWord.APPLIED) {
        return answer.refusal(expected, position.publishedSeq());
      }
      List<EncodedEvent> page = answer.events();
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
      int partition, FeedPosition position, List<List<byte[]>> records, int first) {
    List<Object> arguments = new ArrayList<>();
    for (CallArgument argument : CallArgument.values()) {
      arguments.add(
          bytes(
              switch (argument) {
                case IDENTITY -> identity;
                case PARTITION -> partition;
                case EXPECTED_OFFSET -> position.offset();
                case PUBLISHED_SEQ -> position.publishedSeq();
                case FROM_SEQ -> position.fromSeq();
                case BUDGET -> bounds.work();
                case MOST_EVENTS -> bounds.entries();
                case MOST_BYTES -> bounds.entryBytes();
              }));
    }
    int end = Math.min(records.size(), first + bounds.records());
    long size = 0;
    for (int n = first; n < end; n++) {
      size += records.get(n).stream().mapToLong(value -> value.length).sum();
      if (n > first && size > bounds.recordBytes()) {
        break;
      }
      arguments.addAll(records.get(n));
    }
    return arguments.toArray();
  }
}
