package io.lockarbiter.arbiter.watch;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns when a Redis master comes near its {@code maxmemory}. Used by one thread, which runs {@link
 * #look} again and again; any thread may read {@link #masters}.
 */
public final class RedisMemoryWatch {
  private static final Logger LOG = LoggerFactory.getLogger(RedisMemoryWatch.class);
  private static final double NEAR = 0.8;

  private final Supplier<List<RedisMemory>> source;
  private final Alarm<String> near = new Alarm<>();
  private volatile List<RedisMemory> masters = List.of();

  /** A watch over the masters that answer. */
  public RedisMemoryWatch(Supplier<List<RedisMemory>> source) {
    this.source = source;
  }

  /** The memory of the masters at the last look. */
  public List<RedisMemory> masters() {
    return masters;
  }

  /** Asks the masters; warns once when something is wrong, and tells when it is over. */
  public void look() {
    masters = List.copyOf(source.get());
    masters.forEach(this::judge);
  }

  private void judge(RedisMemory master) {
    boolean wrong = master.share() > NEAR;
    if (near.begins(master.address(), wrong)) {
      LOG.warn(
          "Redis at {} uses {} of {} MB ({} %); a tenth above maxmemory its partitions stand still until there is room. Fix: CONFIG SET maxmemory to more, or another master for some of its slots; see docs/CAPACITY.md",
          master.address(),
          master.usedBytes() >> 20,
          master.maxBytes() >> 20,
          Math.round(100 * master.share()));
    } else if (near.ends(master.address(), wrong)) {
      LOG.info("Redis at {} has room again", master.address());
    }
  }
}
