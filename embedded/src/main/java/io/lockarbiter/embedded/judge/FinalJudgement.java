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

/** Judges a run after all clients have ended. */
public final class FinalJudgement {
  private static final String GROUP = "lockarbiter";
  private static final String COMMANDS = "lock.commands";
  private static final long LOOK_MS = 100;

  private FinalJudgement() {}

  /**
   * Waits until every command is decided and Redis has applied the last one, then judges once.
   * Redis may have lost its data when nothing was left to decide, which the arbiter notices only
   * later.
   *
   * @return null if this did not happen in time
   */
  public static @Nullable Judgement await(
      String bootstrapServers, String redisAddress, Duration patience) throws InterruptedException {
    return await(bootstrapServers, redisAddress, List.of(), patience);
  }

  /** Does the same, and also judges earlier states of Redis. */
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

  /**
   * Returns the state of each partition in Redis, each at its last command; null if one is not
   * there yet.
   */
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
