package io.lockarbiter.embedded.judge;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.lua.store.PartitionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/** Judges a run when nobody asks any more. */
public final class FinalJudgement {
  private static final String GROUP = "lockarbiter";
  private static final String COMMANDS = "lock.commands";
  private static final long LOOK_MS = 100;

  private FinalJudgement() {}

  /**
   * Waits until every command is decided and Redis stands at the last one, then judges once. Redis
   * may have lost what it had when nothing was left to decide: the arbiter notices it later.
   *
   * @return null if that was not so in time
   */
  public static @Nullable Judgement await(
      String bootstrapServers, String redisAddress, Duration patience) throws InterruptedException {
    return await(bootstrapServers, redisAddress, List.of(), patience);
  }

  /** The same, which judges what Redis had at some moments before, too. */
  public static @Nullable Judgement await(
      String bootstrapServers,
      String redisAddress,
      List<List<PartitionState>> looks,
      Duration patience)
      throws InterruptedException {
    Map<String, Object> kafka = Map.of("bootstrap.servers", bootstrapServers);
    try (Admin admin = Admin.create(kafka);
        RedisStates redis = new RedisStates(redisAddress);
        HistorySource source = new KafkaHistorySource(kafka, "")) {
      long since = System.nanoTime();
      List<PartitionState> last = last(admin, redis);
      while (last == null) {
        if (System.nanoTime() - since > patience.toNanos()) {
          return null;
        }
        Thread.sleep(LOOK_MS);
        last = last(admin, redis);
      }
      List<List<PartitionState>> all = new ArrayList<>(looks);
      all.add(last);
      return Judgement.of(source, all);
    }
  }

  /** What Redis has of each partition, each at the last command; null if that is not so. */
  private static @Nullable List<PartitionState> last(Admin admin, RedisStates redis)
      throws InterruptedException {
    GroupLag lag = GroupLag.of(admin, GROUP, COMMANDS);
    if (lag == null || lag.records() > 0) {
      return null;
    }
    SortedMap<Integer, PartitionState> found = redis.find(lag.ends().keySet());
    boolean isLast =
        lag.ends().entrySet().stream()
            .allMatch(end -> standsAt(found.get(end.getKey()), end.getValue()));
    return isLast ? List.copyOf(found.values()) : null;
  }

  private static boolean standsAt(@Nullable PartitionState state, long end) {
    return state != null && state.header().appliedOffset() + 1 == end;
  }
}
