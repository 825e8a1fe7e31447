package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.repeatMs;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.EndedRequest;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Faults that random histories found, each as the shortest history that shows it, on both stores
 * side by side.
 */
class FindingsIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  /** Seed 1: with a repeat window of 0, the endings that followed it were forgotten too. */
  @Test
  void memoryThatBegins_remembersWhatEndsAtTheSameTime() {
    history.add(499, repeatMs(0));
    history.add(499, request("before", "u1", Operation.UPLOAD, "/", 0));
    history.add(499, release("before", "u1"));
    history.add(500, request("same time", "u1", Operation.UPLOAD, "/", 0));
    history.add(500, release("same time", "u1"));
    history.add(500, repeatMs(1_000));
    history.add(500, request("after", "u1", Operation.UPLOAD, "/", 0));
    history.add(500, release("after", "u1"));

    PartitionState state = history.feed(CallBounds.DEFAULT);

    assertThat(state.ended())
        .extracting(EndedRequest::lockId)
        .containsExactly("same time", "after");
  }

  /**
   * Seed -832051865911680731: a walk over the queue took several calls. It forgot the requests that
   * an earlier call had passed when a later call passed one that a held lock blocks.
   */
  @Test
  void promotionInSeveralCalls_letsNobodyOvertakeThoseOfAnEarlierCall() {
    history.add(0, request("held 1", "u1", Operation.UPLOAD, "/d/1", 0));
    history.add(0, request("held 2", "u2", Operation.UPLOAD, "/d/2", 0));
    history.add(0, request("held 3", "u3", Operation.UPLOAD, "/d/3", 0));
    history.add(1, request("delete", "u4", Operation.DELETE, "/d", 9_000));
    history.add(2, request("blocked by a lock", "u5", Operation.UPLOAD, "/d/2", 9_000));
    history.add(3, request("blocked by delete", "u6", Operation.UPLOAD, "/d/x", 9_000));
    history.add(4, release("held 3", "u3"));

    PartitionState state = history.feed(CallBounds.LEAST);

    assertThat(waiting(state)).containsExactly("delete", "blocked by a lock", "blocked by delete");
  }

  /**
   * Found by reading: a lock that reused an id let requests that named the id overtake others in
   * the queue.
   */
  @Test
  void idUsedAgain_isNotTheLockThatWasNamed() {
    history.add(0, repeatMs(0));
    history.add(0, request("key", "u1", Operation.UPLOAD_FOLDER, "/d", 0));
    history.add(0, request("named", "u1", Operation.UPLOAD_FOLDER, "/n", 0));
    history.add(1, request("delete", "u2", Operation.DELETE, "/d", 60_000));
    history.add(2, request("waiter", "u1", Operation.UPLOAD, "/d/w", 60_000, "named"));
    history.add(3, release("named", "u1"));
    history.add(4, request("named", "u1", Operation.UPLOAD, "/d/x", 0, "key"));
    history.add(5, request("apart", "u3", Operation.UPLOAD, "/q", 0));
    history.add(6, request("behind", "u4", Operation.UPLOAD, "/q", 60_000));
    history.add(7, release("apart", "u3"));

    PartitionState state = history.feed(CallBounds.DEFAULT);

    assertThat(waiting(state)).containsExactly("delete", "waiter");
  }

  /** Also found by reading: nobody waits for a lock that has only reused the id. */
  @Test
  void idUsedAgain_closesNoCircle() {
    history.add(0, repeatMs(0));
    history.add(0, request("named", "u1", Operation.UPLOAD, "/n", 0));
    history.add(0, request("far", "u2", Operation.UPLOAD, "/far", 0));
    history.add(1, request("waiter", "u1", Operation.UPLOAD, "/far", 60_000, "named"));
    history.add(2, release("named", "u1"));
    history.add(3, request("named", "u3", Operation.UPLOAD, "/m", 0));
    history.add(4, request("no circle", "u2", Operation.UPLOAD, "/m", 60_000, "far"));

    PartitionState state = history.feed(CallBounds.DEFAULT);

    assertThat(waiting(state)).containsExactly("waiter", "no circle");
  }

  private static List<String> waiting(PartitionState state) {
    return state.waiting().stream().map(request -> request.fields().lockId()).toList();
  }
}
