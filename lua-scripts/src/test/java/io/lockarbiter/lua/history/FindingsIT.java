package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.rules.ReferenceLockStore;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.RedisFixture;
import io.lockarbiter.lua.store.RedisLockStore;
import io.lockarbiter.lua.store.RedisRecount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What random histories found, told as short as can be, on both stores side by side. */
class FindingsIT {
  private static final String ACCOUNT = "acme";
  private static final int PARTITION =
      AccountHash.partition(ACCOUNT, Settings.DEFAULT.partitions());

  private static RedisFixture redis;

  private final List<LogRecord> records = new ArrayList<>();

  @BeforeAll
  static void start() {
    redis = RedisFixture.start();
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @BeforeEach
  void flush() {
    redis.flush();
  }

  /** Seed 1: a memory of no length took what came after it with it. */
  @Test
  void memoryThatBegins_remembersWhatEndsAtTheSameTime() {
    LockStore stores = new SideBySideStore(new ReferenceLockStore(), redis.store());
    add(500, repeatMs(0));
    add(500, request("before", "u1", Operation.UPLOAD, "/", 0));
    add(500, release("before", "u1"));
    add(500, repeatMs(1_000));
    add(500, request("after", "u1", Operation.UPLOAD, "/", 0));
    add(500, release("after", "u1"));

    stores.decide(PARTITION, -1, 0, records);

    assertThat(Objects.requireNonNull(stores.state(PARTITION)).ended())
        .extracting(EndedRequest::lockId)
        .containsExactly("after");
  }

  /**
   * Seed -832051865911680731: a walk over the queue that took several calls forgot those passed in
   * an earlier call when a later one passed somebody whom a held lock blocks.
   */
  @Test
  void promotionInSeveralCalls_letsNobodyOvertakeThoseOfAnEarlierCall() {
    add(0, request("held 1", "u1", Operation.UPLOAD, "/d/1", 0));
    add(0, request("held 2", "u2", Operation.UPLOAD, "/d/2", 0));
    add(0, request("held 3", "u3", Operation.UPLOAD, "/d/3", 0));
    add(1, request("delete", "u4", Operation.DELETE, "/d", 9_000));
    add(2, request("blocked by a lock", "u5", Operation.UPLOAD, "/d/2", 9_000));
    add(3, request("blocked by delete", "u6", Operation.UPLOAD, "/d/x", 9_000));
    add(4, release("held 3", "u3"));

    feed(1);

    assertThat(waiting()).containsExactly("delete", "blocked by a lock", "blocked by delete");
  }

  /** Found by reading: a lock that got its id again lifted those over the queue who named it. */
  @Test
  void idUsedAgain_isNotTheLockThatWasNamed() {
    add(0, repeatMs(0));
    add(0, request("key", "u1", Operation.UPLOAD_FOLDER, "/d", 0));
    add(0, request("named", "u1", Operation.UPLOAD_FOLDER, "/n", 0));
    add(1, request("delete", "u2", Operation.DELETE, "/d", 60_000));
    add(2, request("waiter", "u1", Operation.UPLOAD, "/d/w", 60_000, "named"));
    add(3, release("named", "u1"));
    add(4, request("named", "u1", Operation.UPLOAD, "/d/x", 0, "key"));
    add(5, request("apart", "u3", Operation.UPLOAD, "/q", 0));
    add(6, request("behind", "u4", Operation.UPLOAD, "/q", 60_000));
    add(7, release("apart", "u3"));

    feed(RedisLockStore.DEFAULT_BUDGET);

    assertThat(waiting()).containsExactly("delete", "waiter");
  }

  /** The same for deadlocks: nobody waits for a lock that has the id only by now. */
  @Test
  void idUsedAgain_closesNoCircle() {
    add(0, repeatMs(0));
    add(0, request("named", "u1", Operation.UPLOAD, "/n", 0));
    add(0, request("far", "u2", Operation.UPLOAD, "/far", 0));
    add(1, request("waiter", "u1", Operation.UPLOAD, "/far", 60_000, "named"));
    add(2, release("named", "u1"));
    add(3, request("named", "u3", Operation.UPLOAD, "/m", 0));
    add(4, request("no circle", "u2", Operation.UPLOAD, "/m", 60_000, "far"));

    feed(RedisLockStore.DEFAULT_BUDGET);

    assertThat(waiting()).containsExactly("waiter", "no circle");
  }

  private List<String> waiting() {
    return Objects.requireNonNull(redis.store().state(PARTITION)).waiting().stream()
        .map(request -> request.fields().lockId())
        .toList();
  }

  /** Feeds the records one by one to both stores, which must agree after each. */
  private void feed(int budget) {
    LockStore stores = new SideBySideStore(new ReferenceLockStore(), redis.store(budget));
    long offset = -1;
    for (LogRecord record : records) {
      assertThat(stores.decide(PARTITION, offset, 0, List.of(record)))
          .isInstanceOf(Outcome.Applied.class);
      offset = record.offset();
      RedisRecount.check(redis, PARTITION, Objects.requireNonNull(stores.state(PARTITION)));
    }
  }

  private void add(long appendedAt, Command command) {
    records.add(new LogRecord(records.size() + 1L, appendedAt, 0, new Valid(command)));
  }

  private static SettingsChange repeatMs(int repeatMs) {
    return new SettingsChange(null, null, null, null, null, null, null, repeatMs, null);
  }

  private static Acquire request(
      String id, String subAccount, Operation operation, String path, long waitMs, String... held) {
    LockPath at = LockPath.of(path);
    LockPath destination = operation.hasDestination() ? LockPath.of("/to/" + id) : null;
    return new Acquire(
        id,
        ACCOUNT,
        new Owner(subAccount, null),
        null,
        operation,
        at,
        destination,
        operation.targets(at, destination),
        Settings.DEFAULT_LEASE_MS,
        waitMs,
        List.of(held),
        new TreeMap<>());
  }

  private static Release release(String id, String subAccount) {
    return new Release("r " + id, ACCOUNT, new Owner(subAccount, null), null, id, false);
  }
}
