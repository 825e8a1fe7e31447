package io.lockarbiter.lua.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.redisson.api.RScript;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Counts the locks and waiting requests of a partition again, from its state alone, and compares
 * the result with Redis: indexes, orders, counters. Nothing may be missing or left over.
 */
public final class RedisRecount {
  private static final String READ =
      """
      local answer = {}
      for n = 2, #KEYS do
        local type = redis.call('TYPE', KEYS[n]).ok
        if type == 'hash' then
          answer[n] = redis.call('HGETALL', KEYS[n])
        elseif type == 'zset' then
          answer[n] = redis.call('ZRANGE', KEYS[n], 0, -1, 'WITHSCORES')
        elseif type == 'list' then
          answer[n] = redis.call('LRANGE', KEYS[n], 0, -1)
        else
          answer[n] = {}
        end
      end
      answer[1] = redis.call('HMGET', KEYS[1], 'todo', 'applying')
      return answer
      """;

  private static final int CHUNK_HEAD_BYTES = 16;
  private static final String NUL = "\0";
  private static final int CHARGED = 3;
  private static final int KEPT = 4;
  private static final int SESSIONS = 5;
  private static final int MODES = Mode.known().size();

  private final PartitionState state;
  private final Set<String> ids = new TreeSet<>();
  private final Map<String, String> index = new TreeMap<>();
  private final Map<String, String> own = new TreeMap<>();
  private final Map<String, String> leases = new TreeMap<>();
  private final Map<String, Map<Integer, Integer>> counters = new TreeMap<>();
  private final Map<String, Map<Integer, Integer>> usage = new TreeMap<>();
  private final Map<String, String> queue = new TreeMap<>();
  private final Map<String, String> waits = new TreeMap<>();
  private final Map<String, String> waitIndex = new TreeMap<>();
  private final Map<String, String> namers = new TreeMap<>();

  private RedisRecount(PartitionState state) {
    this.state = state;
  }

  /** Compares the keys in Redis between two records with the state read from them. */
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
    state.sessions().forEach(this::count);
  }

  private void count(LiveSession session) {
    for (byte[] name :
        List.of(
            new Names().account(session.account()),
            new Names().subAccount(session.account(), session.owner().subAccount()),
            new byte[Names.BYTES])) {
      add(usage, name, SESSIONS, 1);
      add(usage, name, CHARGED, LiveSession.charge(session.account(), session.owner()));
    }
  }

  private void count(HeldLock lock) {
    LockFields fields = lock.fields();
    String account = lock.account();
    String token = number(lock.token());
    String id = text(new Names().lock(account, fields.lockId()));
    ids.add(id);
    leases.put(token + id, Long.toString(lock.dueAt(state.header().at())));
    for (Target target : fields.targets()) {
      String path = key(target) + NUL + token;
      index.put(
          mode(target) + text(new Names().account(account)) + path + id + owner(account, fields),
          "0");
      own.put("H" + owner(account, fields) + mode(target) + path, "0");
      countTarget(account, target, 0);
    }
    countLock(account, fields, 1, LockCharge.of(account, fields, lock.replyTo()).held());
  }

  private void count(WaitingRequest request) {
    LockFields fields = request.fields();
    String account = request.account();
    String arrival = number(request.arrival());
    String id = text(new Names().lock(account, fields.lockId()));
    ids.add(id);
    queue.put(text(new Names().account(account)) + arrival + id, "0");
    waits.put(arrival + id, Long.toString(request.deadline()));
    for (String named : fields.holding()) {
      namers.put(text(new Names().lock(account, named)) + arrival + id, "0");
    }
    for (Target target : fields.targets()) {
      List<byte[]> levels = new Names().levels(account, target.path());
      for (int n = 0; n < levels.size(); n++) {
        String letter = n == levels.size() - 1 ? "a" : "b";
        String owner = owner(account, fields);
        waitIndex.put(text(levels.get(n)) + letter + mode(target) + arrival + id + owner, "0");
      }
      own.put("W" + owner(account, fields) + mode(target) + key(target) + NUL + arrival, "0");
      countTarget(account, target, 2 * MODES);
    }
    countLock(account, fields, 2, LockCharge.of(account, fields, request.replyTo()).waiting());
  }

  private void countTarget(String account, Target target, int place) {
    List<byte[]> levels = new Names().levels(account, target.path());
    for (int n = 0; n < levels.size(); n++) {
      int below = n == levels.size() - 1 ? 0 : MODES;
      add(counters, levels.get(n), place + below + mode(target), 1);
    }
  }

  private void countLock(String account, LockFields fields, int which, int bytes) {
    for (byte[] name :
        List.of(
            new Names().account(account),
            new Names().subAccount(account, fields.owner().subAccount()),
            new byte[Names.BYTES])) {
      add(usage, name, which, 1);
      if (fields.isKept()) {
        add(usage, name, KEPT, 1);
      }
      add(usage, name, CHARGED, bytes);
    }
  }

  private static void add(
      Map<String, Map<Integer, Integer>> numbers, byte[] name, int which, int by) {
    numbers.computeIfAbsent(text(name), absent -> new TreeMap<>()).merge(which, by, Integer::sum);
  }

  private static int mode(Target target) {
    return target.mode().ordinal() + 1;
  }

  private static String key(Target target) {
    return text(target.path().key().getBytes(StandardCharsets.UTF_8));
  }

  private static String number(long number) {
    return text(ByteBuffer.allocate(Long.BYTES).putLong(number).array());
  }

  private static String owner(String account, LockFields fields) {
    return text(new Names().owner(account, fields.owner()));
  }

  private void compare(List<Object> read) {
    for (byte[] chunk : bytes(read, PartitionKey.ENDED)) {
      for (int at = CHUNK_HEAD_BYTES; at < chunk.length; at += Names.BYTES) {
        ids.add(text(Arrays.copyOfRange(chunk, at, at + Names.BYTES)));
      }
    }
    assertThat(pairs(read, PartitionKey.IDS).keySet()).as("ids").isEqualTo(ids);
    assertThat(counted(read)).as("counters").isEqualTo(counters);
    assertThat(used(read)).as("usage").isEqualTo(usage);
    assertThat(lookedAt(read)).as("usageOrder").isEqualTo(names(read, PartitionKey.USAGE));
    assertThat(pairs(read, PartitionKey.INDEX)).as("index").isEqualTo(index);
    assertThat(pairs(read, PartitionKey.OWN)).as("own").isEqualTo(own);
    assertThat(pairs(read, PartitionKey.LEASES)).as("leases").isEqualTo(leases);
    assertThat(pairs(read, PartitionKey.QUEUE)).as("queue").isEqualTo(queue);
    assertThat(pairs(read, PartitionKey.WAITS)).as("waits").isEqualTo(waits);
    assertThat(pairs(read, PartitionKey.WAIT_INDEX)).as("waitIndex").isEqualTo(waitIndex);
    assertThat(pairs(read, PartitionKey.NAMERS)).as("namers").isEqualTo(namers);
    compareSessions(read);
    assertThat(bytes(read, PartitionKey.TOUCHED)).as("touched").isEmpty();
    assertThat(bytes(read, PartitionKey.META).stream().map(RedisRecount::text).toList())
        .as("todo and applying")
        .containsExactly("", "0");
  }

  /** Compares the sessions, each under the number that Redis gave it, and what is bound to them. */
  private void compareSessions(List<Object> read) {
    Map<String, String> numbers = new TreeMap<>();
    pairs(read, PartitionKey.SESSIONS)
        .forEach((key, field) -> numbers.put(key, field.substring(0, Long.BYTES)));
    assertThat(numbers.values()).as("numbers of sessions").doesNotHaveDuplicates();
    Map<String, String> times = new TreeMap<>();
    for (LiveSession session : state.sessions()) {
      String key = text(session.key());
      times.put(key + NUL + numbers.get(key), Long.toString(session.expiresAt()));
    }
    assertThat(numbers).as("sessions").hasSize(state.sessions().size());
    assertThat(pairs(read, PartitionKey.SESSION_TIMES)).as("sessionTimes").isEqualTo(times);
    Map<String, String> bound = new TreeMap<>();
    for (HeldLock lock : state.held()) {
      if (lock.fields().isBound()) {
        bound.put(bound(numbers, lock.account(), lock.fields(), "\2", lock.token()), "0");
      }
    }
    for (WaitingRequest request : state.waiting()) {
      if (request.fields().isBound()) {
        String account = request.account();
        bound.put(bound(numbers, account, request.fields(), "\1", request.arrival()), "0");
      }
    }
    assertThat(pairs(read, PartitionKey.BOUND)).as("bound").isEqualTo(bound);
  }

  private static String bound(
      Map<String, String> numbers, String account, LockFields fields, String which, long number) {
    String session = numbers.get(text(LiveSession.key(account, fields.owner())));
    String id = text(new Names().lock(account, fields.lockId()));
    return session + which + number(number) + id;
  }

  private static List<byte[]> bytes(List<Object> read, PartitionKey key) {
    return ((List<?>) read.get(key.ordinal())).stream().map(byte[].class::cast).toList();
  }

  private static Map<String, String> pairs(List<Object> read, PartitionKey key) {
    Map<String, String> pairs = new TreeMap<>();
    List<byte[]> list = bytes(read, key);
    for (int i = 0; i < list.size(); i += 2) {
      pairs.put(text(list.get(i)), text(list.get(i + 1)));
    }
    return pairs;
  }

  private static Map<String, Map<Integer, Integer>> counted(List<Object> read) {
    Map<String, Map<Integer, Integer>> counters = new TreeMap<>();
    List<byte[]> list = bytes(read, PartitionKey.COUNTERS);
    for (int i = 0; i < list.size(); i += 2) {
      Map<Integer, Integer> numbers = new TreeMap<>();
      ByteBuffer field = ByteBuffer.wrap(list.get(i + 1));
      while (field.hasRemaining()) {
        numbers.put((int) field.get(), field.getInt());
      }
      counters.put(text(list.get(i)), numbers);
    }
    return counters;
  }

  /**
   * Held locks (1), waiting requests (2), bytes charged (3), kept ones (4) and live sessions (5),
   * of each name that has some.
   */
  private static Map<String, Map<Integer, Integer>> used(List<Object> read) {
    Map<String, Map<Integer, Integer>> used = new TreeMap<>();
    List<byte[]> list = bytes(read, PartitionKey.USAGE);
    for (int i = 0; i < list.size(); i += 2) {
      UsageBytes usage = UsageBytes.read(Unpooled.wrappedBuffer(list.get(i + 1)));
      Map<Integer, Integer> numbers = new TreeMap<>();
      numbers.put(1, usage.held());
      numbers.put(2, usage.waiting());
      numbers.put(KEPT, usage.kept());
      numbers.put(CHARGED, (int) usage.charged());
      numbers.put(SESSIONS, usage.sessions());
      numbers.values().removeIf(number -> number == 0);
      if (!numbers.isEmpty()) {
        used.put(text(list.get(i)), numbers);
      }
    }
    return used;
  }

  private static List<String> names(List<Object> read, PartitionKey key) {
    return List.copyOf(pairs(read, key).keySet());
  }

  /** The entries of usageOrder; each usage must appear once. */
  private static List<String> lookedAt(List<Object> read) {
    return bytes(read, PartitionKey.USAGE_ORDER).stream()
        .map(entry -> text(Arrays.copyOfRange(entry, Long.BYTES, entry.length)))
        .sorted()
        .toList();
  }

  /** The bytes as text, one character per byte. */
  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
