package io.lockarbiter.trial.bench.decide;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.redisson.api.RScript;
import org.redisson.api.RType;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.codec.StringCodec;

/** What a Redis server says of itself. */
public final class RedisFigures implements Cost {
  private final RedissonClient redisson;

  /** Asks through a client, which stays its owner's. */
  public RedisFigures(RedissonClient redisson) {
    this.redisson = redisson;
  }

  /**
   * Processor time that the server has used since it started, in all that it does; microseconds.
   */
  public long processorMicroseconds() {
    Map<String, String> cpu = info(RedisNode.InfoSection.CPU);
    return Math.round(
        1e6
            * (Double.parseDouble(cpu.get("used_cpu_user"))
                + Double.parseDouble(cpu.get("used_cpu_sys"))));
  }

  @Override
  public String unit() {
    return "us";
  }

  /** Processor time that the server uses for something, microseconds. */
  @Override
  public double of(Runnable work) {
    long before = processorMicroseconds();
    work.run();
    return processorMicroseconds() - before;
  }

  /** Starts a new list of calls. */
  void forgetCalls() {
    eval("redis.call('SLOWLOG', 'RESET') return {}");
  }

  /**
   * Number and durations of the script calls since the list was started, as the server's slow log
   * has them.
   */
  String calls() {
    List<Object> log = eval("return redis.call('SLOWLOG', 'GET', '100000')");
    long[] micros =
        log.stream()
            .map(entry -> (List<?>) entry)
            .filter(entry -> ((List<?>) entry.get(3)).get(0).toString().startsWith("EVAL"))
            .filter(entry -> ((List<?>) entry.get(3)).size() > 4)
            .mapToLong(entry -> (Long) entry.get(2))
            .sorted()
            .toArray();
    return "%,d script calls, p50 %.1f ms, p99 %.1f ms, longest %.1f ms"
        .formatted(
            micros.length, quantile(micros, 0.5), quantile(micros, 0.99), quantile(micros, 1));
  }

  private static double quantile(long[] sorted, double q) {
    return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(q * sorted.length) - 1] / 1000.0;
  }

  private List<Object> eval(String script) {
    return redisson
        .getScript(StringCodec.INSTANCE)
        .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.LIST);
  }

  /** Id of the server's process. */
  public String processId() {
    return Objects.requireNonNull(info(RedisNode.InfoSection.SERVER).get("process_id"));
  }

  /** Time that script calls by digest have taken on the server, microseconds. */
  public long scriptMicroseconds() {
    String calls = info(RedisNode.InfoSection.COMMANDSTATS).get("cmdstat_evalsha");
    return calls == null ? 0 : Long.parseLong(calls.replaceAll(".*usec=(\\d+),.*", "$1"));
  }

  /** Bytes. */
  long usedMemory() {
    return Long.parseLong(info(RedisNode.InfoSection.MEMORY).get("used_memory"));
  }

  /** All keys, each with its number of fields, members or elements. */
  Map<String, Integer> footprint() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (String key : redisson.getKeys().getKeys()) {
      RType type = redisson.getKeys().getType(key);
      int size =
          switch (type) {
            case MAP -> redisson.getMap(key, ByteArrayCodec.INSTANCE).size();
            case ZSET -> redisson.getScoredSortedSet(key, ByteArrayCodec.INSTANCE).size();
            case LIST -> redisson.getList(key, ByteArrayCodec.INSTANCE).size();
            default -> throw new IllegalStateException(key + " is a " + type);
          };
      sizes.put(key, size);
    }
    return sizes;
  }

  private Map<String, String> info(RedisNode.InfoSection section) {
    return redisson.getRedisNodes(RedisNodes.SINGLE).getInstance().info(section);
  }
}
