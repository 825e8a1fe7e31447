package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.redisson.api.RScript;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.StringCodec;

/** Ten thousand locks of a session, or sessions that end together, end in many bounded calls. */
class SessionBoundsIT {
  private static final int MANY = 9_900;
  private static final Owner WEB = new Owner("ann", "web");

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final ReferenceLockStore model = new ReferenceLockStore();
  private final List<Long> micros = new ArrayList<>();
  private final LockStore store =
      redis.store(
          new ScriptSeam() {
            private long begun;

            @Override
            public void before() {
              begun = System.nanoTime();
            }

            @Override
            public void after(Object[] arguments, List<Object> reply) {
              micros.add((System.nanoTime() - begun) / 1_000);
            }
          }.around(redis.redisson()),
          CallBounds.DEFAULT);
  private long offset = -1;
  private long seq;

  private static KeepAlive keepAlive(Owner owner) {
    return new KeepAlive("k", "acme", owner, null, 10_000);
  }

  private static Acquire bound(int n) {
    LockPath path = LockPath.of("/docs/" + n);
    return new Acquire(
        "acme",
        null,
        new LockFields(
            "b" + n,
            WEB,
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            LockFields.BOUND_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void locksOfASession_endInManyCalls_andOneCommandKeepsThemAll() {
    unlimited();
    feed(1, n -> keepAlive(WEB));
    feed(MANY, SessionBoundsIT::bound);
    micros.clear();
    feed(1, n -> keepAlive(WEB));
    assertThat(micros).as("calls for a command that keeps all").hasSize(1);
    measure();

    feed(tick(offset + 1, 20_000));

    report("locks of one session");
    assertThat(micros).as("calls").hasSizeGreaterThanOrEqualTo(MANY / 100);
    assertNothingLeft();
  }

  @Test
  void sessionsThatEndTogether_endInManyCalls() {
    unlimited();
    feed(MANY, n -> keepAlive(new Owner("ann", "s" + n)));
    measure();

    feed(tick(offset + 1, 20_000));

    report("sessions at one record");
    assertThat(micros).as("calls").hasSizeGreaterThanOrEqualTo(MANY / 1_000);
    assertNothingLeft();
  }

  /** Names as long as they may be, and a sub-account for each. */
  @Test
  void session_needsNoMoreMemoryThanItIsCharged() {
    unlimited();
    long before = redis.usedMemory();
    int number = 500;
    feed(number, n -> new KeepAlive("k", "a".repeat(IdRule.MAX_BYTES), longest(n), null, 600_000));
    feed(tick(offset + 1, 20));
    long each = (redis.usedMemory() - before) / number;

    assertThat(each)
        .as("bytes of Redis of each session")
        .isLessThan(LiveSession.charge("a".repeat(IdRule.MAX_BYTES), longest(0)));
    feed(number, n -> new KeepAlive("k", "acme", shortest(n), null, 600_000));
    feed(tick(offset + 1, 20));
    assertThat((redis.usedMemory() - before) / number - each)
        .as("bytes of Redis of each session with short names")
        .isLessThan(LiveSession.charge("acme", shortest(0)));
  }

  @Test
  void boundLock_needsNoMoreMemoryThanItIsCharged() {
    unlimited();
    feed(1, n -> keepAlive(WEB));
    feed(tick(offset + 1, 20));
    long before = redis.usedMemory();
    int number = 1_000;
    feed(number, SessionBoundsIT::bound);
    feed(tick(offset + 1, 20));

    assertThat((redis.usedMemory() - before) / number)
        .as("bytes of Redis of each bound lock")
        .isLessThan(LockCharge.of("acme", bound(0).fields(), null).held());
  }

  private static Owner longest(int n) {
    String name = "x".repeat(IdRule.MAX_BYTES - 6) + String.format(Locale.ROOT, "%06d", n);
    return new Owner(name, name);
  }

  private static Owner shortest(int n) {
    return new Owner("u" + n, "s");
  }

  private void unlimited() {
    feed(onePartition(0));
    feed(
        1,
        n ->
            SettingsChange.NOTHING
                .with(Setting.ACQUIRES_PER_WINDOW, 0)
                .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0));
  }

  private void assertNothingLeft() {
    List<Object> keys = PartitionKey.of("test", 0);
    for (PartitionKey key :
        List.of(PartitionKey.SESSIONS, PartitionKey.SESSION_TIMES, PartitionKey.BOUND)) {
      assertThat(redis.redisson().getKeys().countExists(keys.get(key.ordinal()).toString()))
          .as("key %s", key)
          .isZero();
    }
  }

  /** Makes the server remember how long each call takes from now on. */
  private void measure() {
    micros.clear();
    redis
        .redisson()
        .getRedisNodes(RedisNodes.SINGLE)
        .getInstance()
        .setConfig("slowlog-log-slower-than", "0");
    redis
        .redisson()
        .getRedisNodes(RedisNodes.SINGLE)
        .getInstance()
        .setConfig("slowlog-max-len", "10000");
    eval("redis.call('SLOWLOG', 'RESET') return {}");
  }

  private void report(String what) {
    List<Long> ofServer =
        eval("return redis.call('SLOWLOG', 'GET', '10000')").stream()
            .map(entry -> (List<?>) entry)
            .filter(entry -> ((List<?>) entry.get(3)).get(0).toString().startsWith("EVALSHA"))
            .map(entry -> (Long) entry.get(2))
            .sorted()
            .toList();
    System.out.printf(
        "%d %s: %d calls, %d ms of Redis in all, median %d us, the longest %d us%n",
        MANY,
        what,
        ofServer.size(),
        ofServer.stream().mapToLong(Long::longValue).sum() / 1_000,
        ofServer.get(ofServer.size() / 2),
        ofServer.get(ofServer.size() - 1));
  }

  private static List<Object> eval(String script) {
    return redis
        .redisson()
        .getScript(StringCodec.INSTANCE)
        .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.LIST);
  }

  private void feed(int number, IntFunction<Command> command) {
    for (int from = 0; from < number; from += 500) {
      long first = offset + 1 - from;
      LogRecord[] records =
          IntStream.range(from, Math.min(number, from + 500))
              .mapToObj(n -> record(first + n, 20, command.apply(n)))
              .toArray(LogRecord[]::new);
      feed(records);
    }
  }

  /** Feeds the records; the events must equal those of the model. */
  private void feed(LogRecord... records) {
    FeedPosition position = new FeedPosition(offset, seq);
    Decision expected = model.decide(0, position, List.of(records));
    Decision decision = store.decide(0, position, List.of(records));
    assertThat(decision.events().stream().map(RedisFixture::json).toList())
        .isEqualTo(expected.events().stream().map(RedisFixture::json).toList());
    offset = records[records.length - 1].offset();
    seq = decision.applied().header().seq();
  }
}
