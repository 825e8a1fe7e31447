package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.askToYield;
import static io.lockarbiter.lua.history.SmallHistory.declined;
import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.FailOver;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.Outcome.Applied;
import io.lockarbiter.lua.store.Outcome.Behind;
import io.lockarbiter.lua.store.Outcome.Empty;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A fail-over between any two calls of one batch loses the writes of any number of the earlier
 * calls. The batch is then answered in full and rightly, or not at all; never with a hole.
 */
class LostSuffixIT {
  private static final int PARTITION = SmallHistory.PARTITION;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final List<LogRecord> batch = batch();
  private final Decision expected =
      new ReferenceLockStore().decide(PARTITION, FeedPosition.START, batch);

  @Test
  void failOverThatLosesTheFirstRecord_grantsNobodyElse() {
    LockStore store = new FailOver(redis, PARTITION, 1, 2).store(CallBounds.LEAST);

    Outcome outcome = store.decide(PARTITION, FeedPosition.START, batch).outcome();

    assertThat(outcome).isInstanceOf(Empty.class);
    assertThat(store.header(PARTITION)).isNull();
  }

  @Test
  void failOverThatLosesTheSecondRecord_isBehindIt() {
    LockStore store = new FailOver(redis, PARTITION, 2, 3).store(CallBounds.LEAST);

    assertThat(store.decide(PARTITION, FeedPosition.START, batch).outcome())
        .isEqualTo(new Behind(1, 2));
  }

  @Test
  void batch_endsWithAHolderThatSaysNoAndLosesItsLock() {
    assertThat(expected.events())
        .extracting(EncodedEvent::type)
        .endsWith(
            EventType.QUEUED,
            EventType.YIELD_REQUESTED,
            EventType.YIELD_REQUESTED,
            EventType.RENEWED,
            EventType.RELEASED,
            EventType.GRANTED);
  }

  @Test
  void failOverAtAThirdOfTheCalls_neverLeavesAHole() {
    failOvers(3);
  }

  @Test
  @Tag("nightly")
  void failOverAtAnyCall_neverLeavesAHole() {
    failOvers(1);
  }

  /** Tries one in so many of the places of a fail-over, other ones each time. */
  private void failOvers(int oneIn) {
    int calls = calls();
    assertThat(calls).isGreaterThan(batch.size());
    Random random = new Random(Seeds.fresh());
    for (int lost = 2; lost <= calls; lost++) {
      for (int kept = 1; kept < lost; kept++) {
        if (random.nextInt(oneIn) == 0) {
          redis.flush();
          check(kept, lost);
        }
      }
    }
  }

  /**
   * Feeds the lost records again from the position of the state: the events and the state are the
   * same.
   */
  private void check(int kept, int lost) {
    String fault = "fail-over before call %d that loses calls %d and later".formatted(lost, kept);
    Decision decision =
        new FailOver(redis, PARTITION, kept, lost)
            .store(CallBounds.LEAST)
            .decide(PARTITION, FeedPosition.START, batch);
    LockStore store = redis.store();
    if (decision.outcome() instanceof Applied) {
      same(fault, decision);
    } else {
      assertThat(decision.outcome()).as(fault).isInstanceOfAny(Behind.class, Empty.class);
      PartitionHeader header = store.header(PARTITION);
      long from = header == null ? -1 : header.appliedOffset();
      List<LogRecord> rest = batch.stream().filter(record -> record.offset() > from).toList();
      same(fault, store.decide(PARTITION, new FeedPosition(from, 0), rest));
    }
  }

  private void same(String fault, Decision decision) {
    SameLists.check(fault, EventText.of(expected.events()), EventText.of(decision.events()));
    assertThat(decision.outcome()).as(fault).isEqualTo(expected.outcome());
  }

  /** Number of calls that the batch takes without failures. */
  private int calls() {
    FailOver none = new FailOver(redis, PARTITION, -1, -1);
    same("no fail-over", none.store(CallBounds.LEAST).decide(PARTITION, FeedPosition.START, batch));
    return none.calls();
  }

  /**
   * Grants, refusals, a queue, a promotion of several, leases that end together, and a holder that
   * is asked to let go, says no, and loses its lock at the end that was attached.
   */
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
    history.add(90_000, SettingsChange.NOTHING.with(Setting.RULES, Settings.NEWEST_RULES));
    history.add(90_000, request("G", "u6", Operation.DELETE, "/d", 60_000));
    history.add(90_001, askToYield("F", "u6", null));
    history.add(90_002, askToYield("F", "ops", 4_000L));
    history.add(90_003, declined("F", "u5"));
    history.add(94_002, new Tick());
    return history.records();
  }
}
