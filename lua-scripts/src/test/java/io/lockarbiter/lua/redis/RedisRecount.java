package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.redisson.api.RScript;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Counts the locks and waiting requests of a partition again, from its state alone, and compares
 * all that Redis keeps about them: indexes, orders, counters. Nothing may be missing and nothing
 * may be left over.
 */
public final class RedisRecount {
  private static final String READ =
      """
      return {redis.call('HKEYS', KEYS[2]), redis.call('ZRANGE', KEYS[3], 0, -1),
        redis.call('ZRANGE', KEYS[4], 0, -1, 'WITHSCORES'), redis.call('HGETALL', KEYS[5]),
        redis.call('LRANGE', KEYS[6], 0, -1), redis.call('ZRANGE', KEYS[10], 0, -1),
        redis.call('ZRANGE', KEYS[11], 0, -1, 'WITHSCORES'), redis.call('ZRANGE', KEYS[12], 0, -1),
        redis.call('HGETALL', KEYS[13]), redis.call('ZRANGE', KEYS[14], 0, -1),
        redis.call('HGETALL', KEYS[15]), redis.call('HMGET', KEYS[1], 'todo', 'applying')}
      """;

  private static final int ENDED_AT_BYTES = 8;
  private static final int NUMBERS = 10;
  private static final String NUL = "\0";
  private static final String LOCK_COUNTS = "\2";

  private final PartitionState state;
  private final Set<String> ids = new TreeSet<>();
  private final Set<String> index = new TreeSet<>();
  private final Map<String, String> leases = new TreeMap<>();
  private final Map<String, List<Integer>> counters = new TreeMap<>();
  private final Set<String> queue = new TreeSet<>();
  private final Map<String, String> waits = new TreeMap<>();
  private final Set<String> waitIndex = new TreeSet<>();
  private final Map<String, List<Integer>> waitCounters = new TreeMap<>();
  private final Set<String> namers = new TreeSet<>();

  private RedisRecount(PartitionState state) {
    this.state = state;
  }

  /** Compares what is in Redis between two records with the state that it makes up. */
  public static void check(RedisFixture redis, int partition, PartitionState state) {
    List<Object> read =
        redis
            .redisson()
            .getScript(ByteArrayCodec.INSTANCE)
            .eval(
                RScript.Mode.READ_ONLY,
                READ,
                RScript.ReturnType.LIST,
                PartitionKey.of("test", partition));
    RedisRecount recount = new RedisRecount(state);
    recount.count();
    recount.compare(read);
  }

  private void count() {
    state.held().forEach(this::count);
    state.waiting().forEach(this::count);
  }

  private void count(HeldLock lock) {
    LockFields fields = lock.fields();
    String id = lock.account() + NUL + fields.lockId();
    ids.add(id);
    leases.put(number(lock.token()) + NUL + id, Long.toString(lock.expiresAt()));
    for (Target target : fields.targets()) {
      index.add(
          mode(target)
              + lock.account()
              + NUL
              + target.path().key()
              + NUL
              + number(lock.token())
              + NUL
              + fields.lockId()
              + NUL
              + owner(fields));
      countTarget(counters, lock.account(), fields, target);
    }
    countLock(lock.account(), fields, 1);
  }

  private void count(WaitingRequest request) {
    LockFields fields = request.fields();
    String id = request.account() + NUL + fields.lockId();
    String arrival = number(request.arrival());
    ids.add(id);
    queue.add(request.account() + NUL + arrival + NUL + fields.lockId());
    waits.put(arrival + NUL + id, Long.toString(request.deadline()));
    for (String named : fields.holding()) {
      namers.add(request.account() + NUL + named + NUL + arrival + NUL + fields.lockId());
    }
    for (Target target : fields.targets()) {
      for (LockPath path : nodes(target)) {
        String kind = path.equals(target.path()) ? "a" : "b";
        waitIndex.add(
            request.account()
                + NUL
                + path.key()
                + NUL
                + kind
                + mode(target)
                + NUL
                + arrival
                + NUL
                + fields.lockId()
                + NUL
                + owner(fields));
      }
      countTarget(waitCounters, request.account(), fields, target);
    }
    countLock(request.account(), fields, 2);
  }

  private static void countTarget(
      Map<String, List<Integer>> counters, String account, LockFields fields, Target target) {
    for (LockPath path : nodes(target)) {
      int number = path.equals(target.path()) ? mode(target) : mode(target) + 5;
      String node = account + NUL + path.key();
      add(counters, node, number);
      add(counters, node + NUL + owner(fields), number);
    }
  }

  private void countLock(String account, LockFields fields, int number) {
    add(counters, account + NUL + LOCK_COUNTS, number);
    add(counters, account + NUL + LOCK_COUNTS + fields.owner().subAccount(), number);
  }

  private static void add(Map<String, List<Integer>> counters, String field, int number) {
    List<Integer> numbers =
        counters.computeIfAbsent(
            field, absent -> new ArrayList<>(List.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)));
    numbers.set(number - 1, numbers.get(number - 1) + 1);
  }

  private static List<LockPath> nodes(Target target) {
    List<LockPath> nodes = new ArrayList<>(target.path().ancestors());
    nodes.add(target.path());
    return nodes;
  }

  private static int mode(Target target) {
    return target.mode().ordinal() + 1;
  }

  private static String number(long number) {
    return "%016d".formatted(number);
  }

  private static String owner(LockFields fields) {
    Owner owner = fields.owner();
    return owner.subAccount() + NUL + (owner.session() == null ? "" : owner.session());
  }

  private void compare(List<Object> read) {
    for (byte[] entry : bytes(read.get(4))) {
      ids.add(text(entry, ENDED_AT_BYTES));
    }
    assertThat(texts(read.get(0))).as("ids").isEqualTo(ids);
    assertThat(texts(read.get(1))).as("index").isEqualTo(index);
    assertThat(pairs(read.get(2))).as("leases").isEqualTo(leases);
    assertThat(numbers(read.get(3))).as("counters").isEqualTo(counters);
    assertThat(texts(read.get(5))).as("queue").isEqualTo(queue);
    assertThat(pairs(read.get(6))).as("waits").isEqualTo(waits);
    assertThat(texts(read.get(7))).as("waitIndex").isEqualTo(waitIndex);
    assertThat(numbers(read.get(8))).as("waitCounters").isEqualTo(waitCounters);
    assertThat(texts(read.get(9))).as("namers").isEqualTo(namers);
    assertThat(bytes(read.get(10))).as("walk").isEmpty();
    assertThat(bytes(read.get(11)).stream().map(value -> text(value, 0)).toList())
        .as("todo and applying")
        .containsExactly("", "0");
  }

  private static List<byte[]> bytes(Object answer) {
    return ((List<?>) answer).stream().map(byte[].class::cast).toList();
  }

  private static Set<String> texts(Object answer) {
    Set<String> texts = new TreeSet<>();
    bytes(answer).forEach(member -> texts.add(text(member, 0)));
    return texts;
  }

  private static Map<String, String> pairs(Object answer) {
    Map<String, String> pairs = new TreeMap<>();
    List<byte[]> list = bytes(answer);
    for (int i = 0; i < list.size(); i += 2) {
      pairs.put(text(list.get(i), 0), text(list.get(i + 1), 0));
    }
    return pairs;
  }

  private static Map<String, List<Integer>> numbers(Object answer) {
    Map<String, List<Integer>> counters = new TreeMap<>();
    List<byte[]> list = bytes(answer);
    for (int i = 0; i < list.size(); i += 2) {
      ByteBuffer packed = ByteBuffer.wrap(list.get(i + 1));
      List<Integer> numbers = new ArrayList<>();
      for (int n = 0; n < NUMBERS; n++) {
        numbers.add(packed.getInt());
      }
      counters.put(text(list.get(i), 0), numbers);
    }
    return counters;
  }

  private static String text(byte[] bytes, int from) {
    return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
  }
}
