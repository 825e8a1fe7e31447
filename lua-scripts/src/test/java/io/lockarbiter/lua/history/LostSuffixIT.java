package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.FailOver;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import io.lockarbiter.lua.store.Outcome.Behind;
import io.lockarbiter.lua.store.Outcome.Empty;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A fail-over between any two calls of one batch, which loses what any number of the calls before
 * wrote: the batch is answered in full and rightly, or not at all; never with a hole.
 */
class LostSuffixIT {
  private static final int PARTITION = SmallHistory.PARTITION;

  /** So little that every record, and every part of a large one, takes a call of its own. */
  private static final int LEAST_BUDGET = 1;

  private static RedisFixture redis;

  private final List<LogRecord> batch = batch();
  private final Applied expected =
      (Applied) new ReferenceLockStore().decide(PARTITION, -1, 0, batch);

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

  @Test
  void failOverThatLosesTheFirstRecord_grantsNobodyElse() {
    LockStore store = new FailOver(redis, PARTITION, 1, 2).store(LEAST_BUDGET);

    Outcome outcome = store.decide(PARTITION, -1, 0, batch);

    assertThat(outcome).isInstanceOf(Empty.class);
    assertThat(store.header(PARTITION)).isNull();
  }

  @Test
  void failOverThatLosesTheSecondRecord_isBehindIt() {
    LockStore store = new FailOver(redis, PARTITION, 2, 3).store(LEAST_BUDGET);

    assertThat(store.decide(PARTITION, -1, 0, batch)).isEqualTo(new Behind(1, 2));
  }

  @Test
  void failOverAtAnyCall_neverLeavesAHole() {
    int calls = calls();
    assertThat(calls).isGreaterThan(batch.size());
    for (int lost = 2; lost <= calls; lost++) {
      for (int kept = 1; kept < lost; kept++) {
        redis.flush();
        check(kept, lost);
      }
    }
  }

  /** What was lost is fed again from where the state stands: the same events, the same state. */
  private void check(int kept, int lost) {
    String fault = "fail-over before call %d that loses calls %d and later".formatted(lost, kept);
    Outcome outcome =
        new FailOver(redis, PARTITION, kept, lost)
            .store(LEAST_BUDGET)
            .decide(PARTITION, -1, 0, batch);
    LockStore store = redis.store();
    if (outcome instanceof Applied applied) {
      same(fault, applied);
    } else {
      assertThat(outcome).as(fault).isInstanceOfAny(Behind.class, Empty.class);
      PartitionHeader header = store.header(PARTITION);
      long from = header == null ? -1 : header.appliedOffset();
      List<LogRecord> rest = batch.stream().filter(record -> record.offset() > from).toList();
      same(fault, (Applied) store.decide(PARTITION, from, 0, rest));
    }
  }

  private void same(String fault, Applied applied) {
    SameLists.check(fault, EventText.of(expected.events()), EventText.of(applied.events()));
    assertThat(applied.header()).as(fault).isEqualTo(expected.header());
  }

  /** How many calls the batch takes if nothing fails. */
  private int calls() {
    FailOver none = new FailOver(redis, PARTITION, -1, -1);
    same("no fail-over", (Applied) none.store(LEAST_BUDGET).decide(PARTITION, -1, 0, batch));
    return none.calls();
  }

  /** Grants, refusals, a queue, a promotion of several and leases that end together. */
  private static List<LogRecord> batch() {
    SmallHistory history = new SmallHistory(redis);
    history.add(1_000, request("A", "u1", Operation.UPLOAD, "/d/1", 0));
    history.add(1_000, request("B", "u2", Operation.DELETE, "/d", 0));
    history.add(1_000, request("C", "u2", Operation.DELETE, "/d", 60_000));
    history.add(1_001, request("D", "u3", Operation.UPLOAD, "/d/2", 60_000));
    history.add(1_001, request("E", "u4", Operation.UPLOAD, "/d/3", 60_000));
    history.add(1_002, release("A", "u1"));
    history.add(1_003, release("C", "u2"));
    history.add(90_000, request("F", "u5", Operation.UPLOAD, "/d/2", 0));
    return history.records();
  }
}
