package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
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

  /** Stands for records that mean the same under all rules. */
  private static final int ANY_RULES = 0;

  private final ScriptRunner runner;
  private final LogIdentity identity;
  private final CallBounds bounds;
  private final int newestRules;

  /** The rules that were in force last, by partition; most probably they still are. */
  private final Map<Integer, Integer> lastRules = new ConcurrentHashMap<>();

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
    int rules = lastRules.getOrDefault(partition, Settings.FIRST_RULES);
    Packing packing = new Packing();
    List<RecordArguments> arguments = arguments(records, rules, packing);
    long fromSeq = position.fromSeq();
    int done = 0;
    while (true) {
      // A fail-over may lose the records that earlier calls applied.
      long expected = done == 0 ? position.offset() : records.get(done - 1).offset();
      FeedPosition next = new FeedPosition(expected, position.publishedSeq(), fromSeq);
      DecideAnswer answer =
          new DecideAnswer(
              DECIDE.run(
                  runner, keys, call(partition, next, arguments, done, rules, packing.names())));
      if (answer.word() == OutcomeWord.OTHER_RULES) {
        rules = answer.rules();
        arguments = arguments(records, rules, packing);
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
      int inForce = header.settings().get(Setting.RULES);
      lastRules.put(partition, inForce);
      if (inForce != rules) {
        rules = inForce;
        arguments = arguments(records, rules, packing);
      }
      if (done == records.size() && header.seq() <= fromSeq) {
        return answer.applied(header);
      }
    }
  }

  private List<RecordArguments> arguments(List<LogRecord> records, int rules, Packing packing) {
    return records.stream()
        .map(record -> RecordArguments.of(record, rules, newestRules, packing))
        .toList();
  }

  private Object[] call(
      int partition,
      FeedPosition position,
      List<RecordArguments> records,
      int first,
      int rules,
      Names names) {
    List<RecordArguments> sent = records.subList(first, end(records, first));
    boolean anyRules = sent.stream().noneMatch(RecordArguments::hangsOnRules);
    List<Object> arguments = new ArrayList<>();
    for (CallArgument argument : CallArgument.values()) {
      arguments.add(
          switch (argument) {
            case IDENTITY -> bytes(identity);
            case NUMBERS -> numbers(partition, position, anyRules ? ANY_RULES : rules);
            case ENTRIES -> entries(sent, names);
          });
    }
    sent.forEach(each -> arguments.add(each.content()));
    return arguments.toArray();
  }

  private byte[] numbers(int partition, FeedPosition position, int rules) {
    return ByteBuffer.allocate(8 * Long.BYTES)
        .putLong(partition)
        .putLong(position.offset())
        .putLong(position.publishedSeq())
        .putLong(position.fromSeq())
        .putLong(bounds.work())
        .putLong(bounds.entries())
        .putLong(bounds.entryBytes())
        .putLong(rules)
        .array();
  }

  private static byte[] entries(List<RecordArguments> records, Names names) {
    ByteBuf entries = Unpooled.buffer(64 * (1 + records.size()));
    records.forEach(each -> each.writeEntry(entries, names));
    return Texts.bytes(entries);
  }

  /**
   * The end of the records that go into one call. Records behind a settings record go into the next
   * call, because they are read by its rules.
   */
  private int end(List<RecordArguments> records, int first) {
    int most = Math.min(records.size(), first + bounds.records());
    long size = 0;
    for (int n = first; n < most; n++) {
      size += records.get(n).content().length;
      if (n > first
          && (size > bounds.recordBytes() || records.get(n - 1).kind() == RecordKind.SETTINGS)) {
        return n;
      }
    }
    return most;
  }
}
