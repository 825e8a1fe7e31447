package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RScript;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;

/**
 * A key is lost, loses its first element, or is replaced by another program: between two calls,
 * amid a record or between two records.
 */
class LostKeyIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  /** The test names no lock in {@code holding}, so this key is never written. */
  private static final Set<PartitionKey> NEVER_WRITTEN = Set.of(PartitionKey.NAMERS);

  private static final int EACH_FEW_CALLS = 4;

  private final List<LogRecord> batch = batch();
  private final Decision expected = new ReferenceLockStore().decide(0, FeedPosition.START, batch);

  /** The call reports the loss, or the events are the right ones. */
  @ParameterizedTest
  @EnumSource(PartitionKey.class)
  void lostKey_isNoticedOrMakesNoDifference(PartitionKey key) {
    loseBefore(key, new Random(Seeds.fresh()), EACH_FEW_CALLS);
  }

  @ParameterizedTest
  @EnumSource(PartitionKey.class)
  @Tag("nightly")
  void lostKeyBeforeAnyCall_isNoticedOrMakesNoDifference(PartitionKey key) {
    loseBefore(key, new Random(), 1);
  }

  /** Loses the key before one of the calls, taken at random. */
  private void loseBefore(PartitionKey key, Random random, int eachFew) {
    Losing none = new Losing(key, Integer.MAX_VALUE, Harm.LOST);
    assertThat(decide(none)).isEqualTo("same");
    Map<String, List<Integer>> callsByOutcome = new TreeMap<>();
    for (Harm harm : Harm.values()) {
      for (int call = 2 + random.nextInt(eachFew);
          call <= none.calls;
          call += 1 + random.nextInt(2 * eachFew - 1)) {
        redis.flush();
        Losing losing = new Losing(key, call, harm);
        String outcome = decide(losing);
        if (!outcome.equals("same")) {
          assertThat(redis.store().header(0)).as("half a state has no header").isNull();
          redis.store().clearHalfState(0);
          assertThat(answer(redis.store()))
              .as("%s %s before call %d", key, harm, call)
              .isEqualTo("same");
        }
        if (losing.hit) {
          callsByOutcome.computeIfAbsent(outcome, o -> new ArrayList<>()).add(call);
        }
      }
    }

    assertThat(callsByOutcome.keySet()).isSubsetOf("same", "Empty", "failed, then Empty");
    if (!NEVER_WRITTEN.contains(key)) {
      assertThat(callsByOutcome).isNotEmpty();
    }
  }

  private String decide(Losing losing) {
    RedisLockStore store = redis.store(losing.around(redis.redisson()), CallBounds.LEAST);
    try {
      return answer(store);
    } catch (StoreUnavailableException e) {
      return "failed, then " + again();
    }
  }

  private String answer(RedisLockStore store) {
    Decision decision = store.decide(0, FeedPosition.START, batch);
    if (decision.outcome() instanceof Outcome.Applied) {
      List<String> events = decision.events().stream().map(RedisFixture::json).toList();
      List<String> right = expected.events().stream().map(RedisFixture::json).toList();
      return events.equals(right) ? "same" : "other events";
    }
    return decision.outcome().getClass().getSimpleName();
  }

  /** Keys that were empty are not counted one by one. */
  @ParameterizedTest
  @EnumSource(names = {"QUEUE", "WAITS", "WAIT_INDEX", "NAMERS"})
  void keyThatWasEmpty_isNoticedWhenSomebodyFillsIt(PartitionKey key) {
    redis.store().decide(0, FeedPosition.START, List.of(onePartition(0))).applied();
    String name = PartitionKey.of("test", 0).get(key.ordinal()).toString();
    redis.redisson().getScoredSortedSet(name, StringCodec.INSTANCE).add(0, "somebody else's");

    assertThat(redis.store().decide(0, new FeedPosition(0, 0), List.of(tick(1, 5_000))).outcome())
        .isEqualTo(
            new Outcome.Empty("there is half a state: " + key.suffix() + " has 1 of 0 entries"));
  }

  /** A late copy of the call finds the state that was built meanwhile. */
  @Test
  void wholeState_isNotCleared() {
    redis.store().clearHalfState(0);
    assertThat(redis.store().header(0)).isNull();
    redis.store().decide(0, FeedPosition.START, batch);
    PartitionState state = redis.store().state(0);
    redis.store().clearHalfState(0);

    assertThat(redis.store().state(0)).isNotNull().isEqualTo(state);
  }

  private String again() {
    return redis.store().decide(0, FeedPosition.START, batch).outcome().getClass().getSimpleName();
  }

  /**
   * Leases of several accounts end together while other requests wait; then releases of paths that
   * are gone.
   */
  private static List<LogRecord> batch() {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    records.add(record(1, 0, SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 1)));
    for (int a = 0; a < 3; a++) {
      for (int n = 0; n < 3; n++) {
        add(records, acquire("acc" + a, "h" + n, "h" + n, "/d" + n, Mode.PUT, 1_000, 0));
      }
      for (int n = 0; n < 3; n++) {
        add(records, acquire("acc" + a, "w" + n, "w" + n, "/d" + n, Mode.DELETE, 60_000, 60_000));
      }
      Owner web = new Owner("s", "web");
      records.add(record(records.size(), 100, new KeepAlive("k", "acc" + a, web, null, 4_900)));
      for (int n = 0; n < 3; n++) {
        add(records, bound("acc" + a, "s" + n, web, "/s" + n % 2));
      }
    }
    records.add(tick(records.size(), 5_000));
    records.add(tick(records.size(), 5_001));
    for (int n = 0; n < 6; n++) {
      Owner owner = new Owner("w" + n / 3, null);
      records.add(
          record(
              records.size(),
              5_002,
              new Release("r" + n, "acc" + n % 3, owner, null, "w" + n / 3, true)));
    }
    return records;
  }

  private static void add(List<LogRecord> records, Acquire acquire) {
    records.add(record(records.size(), 100, acquire));
  }

  private static Acquire bound(String account, String id, Owner owner, String path) {
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            Operation.CUSTOM,
            null,
            null,
            List.of(new Target(LockPath.of(path), Mode.PUT)),
            LockFields.BOUND_LEASE_MS,
            60_000,
            List.of(),
            new TreeMap<>()));
  }

  private static Acquire acquire(
      String account, String id, String user, String path, Mode mode, long lease, long wait) {
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            new Owner(user, null),
            Operation.CUSTOM,
            null,
            null,
            List.of(new Target(LockPath.of(path), mode)),
            lease,
            wait,
            List.of(),
            new TreeMap<>()));
  }

  private enum Harm {
    LOST,
    CUT,
    OF_ANOTHER_TYPE
  }

  private static final class Losing implements ScriptSeam {
    private static final String CUT =
        """
        local type = redis.call('TYPE', KEYS[1]).ok
        if type == 'hash' then
          local fields = redis.call('HKEYS', KEYS[1])
          table.sort(fields)
          return redis.call('HDEL', KEYS[1], fields[1])
        elseif type == 'zset' then
          return redis.call('ZREMRANGEBYRANK', KEYS[1], 0, 0)
        end
        redis.call('LPOP', KEYS[1])
        return 1
        """;
    private final PartitionKey key;
    private final int call;
    private final Harm harm;
    private int calls;
    private boolean hit;

    Losing(PartitionKey key, int call, Harm harm) {
      this.key = key;
      this.call = call;
      this.harm = harm;
    }

    @Override
    public void before() {
      if (++calls > 5_000) {
        throw new IllegalStateException("never ends");
      }
      if (calls == call) {
        String name = PartitionKey.of("test", 0).get(key.ordinal()).toString();
        hit = harm == Harm.OF_ANOTHER_TYPE || redis.redisson().getKeys().countExists(name) > 0;
        if (harm == Harm.OF_ANOTHER_TYPE) {
          redis.redisson().getBucket(name, StringCodec.INSTANCE).set("somebody else");
        } else if (hit && harm == Harm.CUT) {
          redis
              .redisson()
              .getScript(ByteArrayCodec.INSTANCE)
              .eval(RScript.Mode.READ_WRITE, CUT, RScript.ReturnType.LONG, List.<Object>of(name));
        } else if (hit) {
          redis.delete(0, key);
        }
      }
    }
  }
}
