package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Checks the bounds of the search for deadlocks, on both stores side by side. */
class DeadlockIT {
  private static final int MOST_NODES = 64;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  @Test
  void wayThatEndsWithTheLastNode_isFound() {
    int locks = MOST_NODES - 2;
    assertThat(answerAfter(locks))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.DEADLOCK);
              assertThat(rejected.cycle()).containsExactly("lock 161", "waiter", "held");
            });
  }

  @Test
  void wayOfOneNodeMore_isLeftToTheWaitLimit() {
    assertThat(answerAfter(MOST_NODES - 1)).isInstanceOf(Queued.class);
  }

  /**
   * The answer to a request that is blocked by this many locks, of which the last waits for a lock
   * that the request holds.
   */
  private static Event answerAfter(int locks) {
    SmallHistory history = new SmallHistory(redis);
    history.add(0, request("held", "u1", Operation.UPLOAD, "/held", 0));
    for (int i = 100; i < 100 + locks; i++) {
      history.add(1, request("lock " + i, "u2", Operation.UPLOAD, "/d/" + i, 0));
    }
    history.add(
        2, request("waiter", "u2", Operation.UPLOAD, "/held", 60_000, "lock " + (99 + locks)));
    history.add(3, request("last", "u1", Operation.DELETE, "/d", 60_000, "held"));
    List<Event> events = history.lastEvents(CallBounds.DEFAULT);
    assertThat(events).hasSize(1);
    return events.get(0);
  }
}
