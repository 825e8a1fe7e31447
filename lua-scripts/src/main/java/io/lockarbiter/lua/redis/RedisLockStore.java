package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * The store in Redis: one script call per batch, and a few where a batch is more than a call may
 * carry. The rules are in {@code resources/lua}; this class moves arguments and answers.
 */
public final class RedisLockStore implements LockStore {
  private static final LuaScript DECIDE = LuaScript.load("decide");
  private static final LuaScript HEADER = LuaScript.load("header");
  private static final LuaScript LOCKS = LuaScript.load("locks");
  private static final LuaScript QUEUE = LuaScript.load("queue");
  private static final LuaScript EXPLAIN = LuaScript.load("explain");
  private static final LuaScript STATE = LuaScript.load("state");

  /** Work of one call, in the script's units of about a microsecond: a few milliseconds. */
  public static final int DEFAULT_BUDGET = 4_000;

  private final ScriptRunner runner;
  private final String deployment;
  private final LogIdentity identity;
  private final int budget;

  /**
   * A store for one deployment.
   *
   * @param deployment part of every key; letters, digits, dot, dash, underscore
   * @param timeout longest wait for one call
   */
  public RedisLockStore(
      RedissonClient redisson, String deployment, LogIdentity identity, Duration timeout) {
    this(redisson, deployment, identity, timeout, DEFAULT_BUDGET);
  }

  /**
   * A store whose calls carry a given amount of work; the answers do not depend on it.
   *
   * @param budget units of about a microsecond, at least 1
   */
  public RedisLockStore(
      RedissonClient redisson,
      String deployment,
      LogIdentity identity,
      Duration timeout,
      int budget) {
    if (!deployment.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "deployment="
              + deployment
              + ", expected 1 to 64 letters, digits, dots, dashes or underscores: it names the keys in Redis");
    }
    this.runner = new ScriptRunner(redisson, timeout);
    this.deployment = deployment;
    this.identity = identity;
    this.budget = budget;
  }

  @Override
  public Outcome decide(
      int partition, long expectedOffset, long publishedSeq, List<LogRecord> records) {
    List<List<byte[]>> arguments = records.stream().map(RecordArguments::of).toList();
    List<EncodedEvent> events = new ArrayList<>();
    long fromSeq = publishedSeq;
    int done = 0;
    while (true) {
      // What the calls before this one applied may be lost meanwhile, by a fail-over.
      long expected = done == 0 ? expectedOffset : records.get(done - 1).offset();
      DecideAnswer answer =
          new DecideAnswer(
              runner.run(
                  DECIDE,
                  PartitionKey.of(deployment, partition),
                  callArguments(
                      partition,
                      expected,
                      publishedSeq,
                      fromSeq,
                      arguments.subList(done, arguments.size()))));
      if (answer.word() != OutcomeWord.APPLIED) {
        return halted(answer, expected, publishedSeq);
      }
      answer.addEvents(events);
      done += answer.done();
      if (done == arguments.size()) {
        return answer.applied(events);
      }
      fromSeq = Math.max(fromSeq, answer.header().seq());
    }
  }

  private Object[] callArguments(
      int partition,
      long expectedOffset,
      long publishedSeq,
      long fromSeq,
      List<List<byte[]>> records) {
    List<Object> arguments = new ArrayList<>();
    for (CallArgument argument : CallArgument.values()) {
      arguments.add(
          bytes(
              switch (argument) {
                case IDENTITY -> identity;
                case PARTITION -> partition;
                case EXPECTED_OFFSET -> expectedOffset;
                case PUBLISHED_SEQ -> publishedSeq;
                case FROM_SEQ -> fromSeq;
                case BUDGET -> budget;
              }));
    }
    records.forEach(arguments::addAll);
    return arguments.toArray();
  }

  private static Outcome halted(DecideAnswer answer, long expectedOffset, long publishedSeq) {
    String detail = answer.detail();
    return switch (answer.word()) {
      case STALE -> new Outcome.Stale(publishedSeq, Long.parseLong(detail));
      case BEHIND -> new Outcome.Behind(Long.parseLong(detail), expectedOffset);
      case EMPTY -> new Outcome.Empty(detail);
      case AHEAD -> new Outcome.Ahead(detail);
      case APPLIED -> throw new IllegalStateException("applied records are no reason to halt");
    };
  }

  @Override
  public @Nullable PartitionHeader header(int partition) {
    List<Object> answer = runner.run(HEADER, PartitionKey.of(deployment, partition), new Object[0]);
    return answer.isEmpty() ? null : StateAnswer.header(answer);
  }

  @Override
  public List<HeldLock> locks(int partition, String account, LockPath under, int limit) {
    Object[] arguments = {bytes(account), bytes(under.key()), bytes(limit)};
    return StateAnswer.locks(runner.run(LOCKS, PartitionKey.of(deployment, partition), arguments));
  }

  @Override
  public List<QueuedRequest> queue(int partition, String account, int limit) {
    Object[] arguments = {bytes(account), bytes(limit)};
    return StateAnswer.queue(runner.run(QUEUE, PartitionKey.of(deployment, partition), arguments));
  }

  @Override
  public Explanation explain(
      int partition, String account, @Nullable Owner owner, List<Target> targets) {
    List<Object> arguments = new ArrayList<>();
    arguments.add(bytes(account));
    arguments.add(bytes(owner == null ? null : owner.subAccount()));
    arguments.add(bytes(owner == null ? null : owner.session()));
    for (Target target : targets) {
      arguments.add(bytes(RenderedLua.number(target.mode())));
      arguments.add(bytes(target.path().key()));
    }
    return StateAnswer.explanation(
        runner.run(EXPLAIN, PartitionKey.of(deployment, partition), arguments.toArray()));
  }

  @Override
  public @Nullable PartitionState state(int partition) {
    List<Object> answer = runner.run(STATE, PartitionKey.of(deployment, partition), new Object[0]);
    return answer.isEmpty() ? null : StateAnswer.state(answer);
  }

  static String text(Object value) {
    return new String((byte[]) value, StandardCharsets.UTF_8);
  }
}
