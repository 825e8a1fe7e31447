package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.embedded.server.RedisOptions;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.api.RType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Grants and releases leave nothing behind in Redis once the repeat window has passed. Used memory
 * on the way is printed. {@code -Dlockarbiter.decisions=10000000} is a long run.
 */
@Tag("nightly")
class FootprintIT {
  private static final int BATCH = 200;
  private static final int TICKS = 40_000;
  private static final long HELD = 1_000;
  private static final long DECISIONS = Long.getLong("lockarbiter.decisions", 400_000);

  @Test
  void manyGrantsAndReleases_leaveNothingBehind() {
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      RedisFigures figures = redis.figures();
      PartitionFeed feed = new PartitionFeed(redis.store(), BATCH);
      DecideLoad uploads = new Uploads();
      feed.publishAll();
      Map<String, Integer> start = footprint(redis.client());
      feed.run(0, HELD, n -> uploads.command(n, HELD));
      long step = DECISIONS / 4;
      for (long done = 0; done < DECISIONS; done += step) {
        feed.run(HELD + done, step, n -> uploads.command(n, HELD));
        feed.publishAll();
        System.out.printf("%,d decisions: %,d bytes%n", done + step, figures.usedMemory());
      }
      feed.run(DECISIONS / 2, HELD, Uploads::releaseOf);
      feed.pass(PartitionFeed.ALL_FORGOTTEN_MS);
      feed.run(0, TICKS, n -> new Tick());
      feed.publishAll();

      assertThat(footprint(redis.client())).isEqualTo(start);
    }
  }

  /** All keys, each with its number of fields, members or elements. */
  private static Map<String, Integer> footprint(RedissonClient redisson) {
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
}
