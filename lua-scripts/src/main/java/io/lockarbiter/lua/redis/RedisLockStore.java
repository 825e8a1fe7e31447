package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.RecordArguments.bytes;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.OwnedBy;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.WaitingRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * The store in Redis: one script call per batch, or a few where a batch is larger than a call may
 * be. The rules are in {@code resources/lua}; this class moves arguments and answers.
 */
public final class RedisLockStore implements LockStore, AccountPages {
  private static final LuaScript IDENTITY = LuaScript.load("identity");
  private static final LuaScript CLEAR = LuaScript.load("clear");
  private static final LuaScript RENUMBER = LuaScript.load("renumber");
  private static final LuaScript ASIDE = LuaScript.load("aside");
  private static final LuaScript HEADER = LuaScript.load("header");
  private static final LuaScript LIVE = LuaScript.load("live");
  private static final LuaScript LOCKS = LuaScript.load("locks");
  private static final LuaScript OWNED = LuaScript.load("owned");
  private static final LuaScript QUEUE = LuaScript.load("queue");
  private static final LuaScript EXPLAIN = LuaScript.load("explain");
  private static final LuaScript STATE = LuaScript.load("state");

  private final ScriptRunner runner;
  private final DecideCalls decisions;
  private final RestoreCalls restores;
  private final ViewCalls views;
  private final String deployment;
  private final String own;
  private final Map<Integer, List<Object>> keys = new ConcurrentHashMap<>();

  /**
   * A store for one deployment.
   *
   * @param deployment part of every key; letters, digits, dot, dash, underscore
   * @param timeout longest wait for one call
   */
  public RedisLockStore(
      RedissonClient redisson, String deployment, LogIdentity identity, Duration timeout) {
    this(redisson, deployment, identity, timeout, CallBounds.DEFAULT);
  }

  /**
   * A store whose calls carry as much as given; the answers do not depend on it.
   *
   * @param timeout longest wait for one call
   */
  public RedisLockStore(
      RedissonClient redisson,
      String deployment,
      LogIdentity identity,
      Duration timeout,
      CallBounds bounds) {
    this(redisson, deployment, identity, timeout, bounds, Settings.NEWEST_RULES);
  }

  /**
   * A store that knows rules up to a version.
   *
   * @param timeout longest wait for one call
   * @param newestRules the newest that a settings record may bring into force
   */
  public RedisLockStore(
      RedissonClient redisson,
      String deployment,
      LogIdentity identity,
      Duration timeout,
      CallBounds bounds,
      int newestRules) {
    if (!deployment.matches("[A-Za-z0-9._-]{1,64}")) {
      throw new IllegalArgumentException(
          "deployment="
              + deployment
              + ", expected 1 to 64 letters, digits, dots, dashes or underscores: it names the keys in Redis");
    }
    this.runner = new ScriptRunner(redisson, timeout);
    this.decisions = new DecideCalls(runner, identity, bounds, newestRules);
    this.restores = new RestoreCalls(runner, identity);
    this.views = new ViewCalls(runner, bounds);
    this.deployment = deployment;
    this.own = identity.toString();
  }

  @Override
  public Outcome decide(
      int partition,
      FeedPosition position,
      List<LogRecord> records,
      Consumer<List<EncodedEvent>> sink) {
    return decisions.decide(keys(partition), partition, position, records, sink);
  }

  @Override
  public @Nullable String foreignIdentity(int partition) {
    List<Object> answer = runner.run(IDENTITY, keys(partition), new Object[0]);
    if (answer.size() == 2) {
      return "has " + text(answer.get(1));
    }
    String found = answer.isEmpty() ? own : text(answer.get(0));
    return found.equals(own) ? null : "belongs to " + found;
  }

  @Override
  public void clearHalfState(int partition) {
    runner.run(CLEAR, keys(partition), new Object[0]);
  }

  @Override
  public int setAside(int partition, String name) {
    List<Object> keys = new ArrayList<>(keys(partition));
    keys.addAll(PartitionKey.aside(deployment, partition, name));
    return ((Number) runner.run(ASIDE, keys, new Object[0]).get(0)).intValue();
  }

  @Override
  public @Nullable PartitionHeader renumber(int partition, long seq, String name) {
    List<Object> keys = new ArrayList<>(keys(partition));
    keys.add(PartitionKey.aside(deployment, partition, name).get(PartitionKey.OUTBOX.ordinal()));
    List<Object> answer =
        runner.run(
            RENUMBER, keys, new Object[] {Long.toString(seq).getBytes(StandardCharsets.UTF_8)});
    return answer.isEmpty() ? null : StateAnswer.header(answer.get(0));
  }

  @Override
  public StateRestore restore(int partition, PartitionState state) {
    return restores.begin(keys(partition), state);
  }

  @Override
  public @Nullable PartitionHeader header(int partition) {
    List<Object> answer = runner.run(HEADER, keys(partition), new Object[0]);
    return answer.isEmpty() ? null : StateAnswer.header(answer.get(0));
  }

  @Override
  public @Nullable Long nextDeadline(int partition) {
    List<Object> answer = runner.run(HEADER, keys(partition), new Object[0]);
    return answer.isEmpty() ? null : StateAnswer.nextDeadline(answer.get(1));
  }

  @Override
  public @Nullable Boolean isLive(int partition, String account, String lockId) {
    List<Object> answer =
        runner.run(LIVE, keys(partition), new Object[] {new Names().lock(account, lockId)});
    return answer.isEmpty() ? null : ((Number) answer.get(0)).intValue() == 1;
  }

  @Override
  public List<HeldLock> locks(
      int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
    List<byte[]> targets = targets(reading(partition).of(under), mode);
    return StateAnswer.locks(views.entries(LOCKS, keys(partition), account, limit, targets));
  }

  @Override
  public OwnedLocks owned(
      int partition,
      String account,
      String subAccount,
      @Nullable String session,
      byte[] after,
      int limit) {
    Names names = new Names();
    byte[] owners = OwnedBy.owners(names, account, subAccount, session);
    OwnedBy.check(after, owners);
    List<byte[]> whose = List.of(names.subAccount(account, subAccount), owners);
    return views.owned(OWNED, keys(partition), account, after, limit, whose);
  }

  @Override
  public List<QueuedRequest> queue(int partition, String account, int limit) {
    return StateAnswer.queue(views.entries(QUEUE, keys(partition), account, limit, List.of()));
  }

  @Override
  public @Nullable AccountPage<HeldUntil> heldPage(int partition, String account, byte[] cursor) {
    List<byte[]> all = targets(LockPath.ROOT, null);
    return StateAnswer.heldPage(
        views.page(LOCKS, keys(partition), account, cursor, Integer.MAX_VALUE, all));
  }

  /** The targets that a view of locks is about. */
  private static List<byte[]> targets(LockPath under, @Nullable Mode mode) {
    return List.of(bytes(under.key()), bytes(mode == null ? 0 : RenderedLua.number(mode)));
  }

  @Override
  public @Nullable AccountPage<WaitingRequest> waitingPage(
      int partition, String account, byte[] cursor) {
    return StateAnswer.waitingPage(
        views.page(QUEUE, keys(partition), account, cursor, Integer.MAX_VALUE, List.of()));
  }

  @Override
  public Explanation explain(
      int partition, String account, @Nullable Owner owner, List<Target> targets) {
    List<byte[]> request = List.of(LockBytes.of(question(account, owner, targets), new Packing()));
    return StateAnswer.explanation(
        views.entries(EXPLAIN, keys(partition), account, Integer.MAX_VALUE, request));
  }

  @Override
  public @Nullable PartitionState state(int partition) {
    List<Object> answer = runner.run(STATE, keys(partition), new Object[0]);
    return answer.isEmpty() ? null : StateAnswer.state(answer);
  }

  /** The acquire that an explanation asks about; without an owner it gets one that owns nothing. */
  private static Acquire question(String account, @Nullable Owner owner, List<Target> targets) {
    Owner asker = owner == null ? new Owner("", null) : owner;
    return new Acquire(
        account,
        null,
        new LockFields(
            "",
            asker,
            Operation.CUSTOM,
            null,
            null,
            targets,
            Settings.DEFAULT_LEASE_MS,
            0,
            List.of(),
            Collections.emptySortedMap()));
  }

  private List<Object> keys(int partition) {
    return keys.computeIfAbsent(partition, n -> PartitionKey.of(deployment, n));
  }

  static String text(Object value) {
    return new String((byte[]) value, StandardCharsets.UTF_8);
  }
}
