package io.lockarbiter.trial.bench.decide;

import java.util.Map;
import java.util.Objects;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNode;
import org.redisson.api.redisnode.RedisNodes;

/** Figures that a Redis server tells about itself. */
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

  private Map<String, String> info(RedisNode.InfoSection section) {
    return redisson.getRedisNodes(RedisNodes.SINGLE).getInstance().info(section);
  }
}
