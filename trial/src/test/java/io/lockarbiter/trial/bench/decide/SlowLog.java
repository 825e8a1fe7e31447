package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.embedded.measure.Quantiles;
import io.lockarbiter.embedded.server.RedisOptions;
import java.util.List;
import org.redisson.api.RScript;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;

/** The durations of script calls, from the slow log of a server that keeps every call in it. */
final class SlowLog {
  static final RedisOptions KEEPS_EVERY_CALL =
      RedisOptions.DEFAULT.withArguments(
          "--slowlog-log-slower-than", "0", "--slowlog-max-len", "100000");

  private final RedissonClient redisson;

  SlowLog(RedissonClient redisson) {
    this.redisson = redisson;
  }

  /** Starts a new log. */
  void reset() {
    eval("redis.call('SLOWLOG', 'RESET') return {}");
  }

  /** Number and durations of the script calls in the log. */
  String calls() {
    List<Object> log = eval("return redis.call('SLOWLOG', 'GET', '100000')");
    List<Long> micros =
        log.stream()
            .map(entry -> (List<?>) entry)
            .filter(entry -> ((List<?>) entry.get(3)).get(0).toString().startsWith("EVAL"))
            .filter(entry -> ((List<?>) entry.get(3)).size() > 4)
            .map(entry -> (Long) entry.get(2))
            .toList();
    return "%,d script calls, p50 %.1f ms, p99 %.1f ms, longest %.1f ms"
        .formatted(
            micros.size(),
            Quantiles.of(micros, 0.5) / 1e3,
            Quantiles.of(micros, 0.99) / 1e3,
            Quantiles.of(micros, 1) / 1e3);
  }

  private List<Object> eval(String script) {
    return redisson
        .getScript(StringCodec.INSTANCE)
        .eval(RScript.Mode.READ_WRITE, script, RScript.ReturnType.LIST);
  }
}
