package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.acquire;
import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.tick;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The keys of the paths that were moved or removed. */
class MovedKeysIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static final int PATHS = 100;
  private static final int OVER = 601_000;

  /** Some of an account in each call. */
  @Test
  void pathsOfMoreThanTenMinutesAgo_takeNoRoom() {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    records.add(record(1, 0, SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 1)));
    for (int n = 0; n < PATHS; n++) {
      records.add(record(records.size(), 1, acquire("d" + n, "u", Operation.DELETE, "/d" + n)));
      Release gone = new Release("r" + n, "acme", new Owner("u", null), null, "d" + n, true);
      records.add(record(records.size(), 1, gone));
    }
    decide(records);
    assertThat(keys()).isEqualTo(3);

    for (int n = 0; n < PATHS; n++) {
      decide(List.of(tick(records.size() + n, OVER)));
    }
    assertThat(keys()).isZero();
  }

  private static void decide(List<LogRecord> records) {
    RedisLockStore store = redis.store();
    PartitionHeader header = store.header(0);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    store.decide(0, position, records).applied();
  }

  private static long keys() {
    return List.of(PartitionKey.MOVED, PartitionKey.MOVED_ORDER, PartitionKey.MOVED_TIMES).stream()
        .map(key -> Objects.toString(PartitionKey.of("test", 0).get(key.ordinal())))
        .filter(name -> redis.redisson().getKeys().countExists(name) == 1)
        .count();
  }
}
