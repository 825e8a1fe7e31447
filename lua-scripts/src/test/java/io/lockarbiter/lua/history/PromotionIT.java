package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.PartitionState;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks which requests an end lets be granted, in one call and in the smallest calls, on both
 * stores side by side.
 */
class PromotionIT {
  private static final long WAIT_MS = 20_000;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private SmallHistory history;

  @BeforeEach
  void open() {
    history = new SmallHistory(redis);
  }

  static Stream<CallBounds> bounds() {
    return Stream.of(CallBounds.DEFAULT, CallBounds.LEAST);
  }

  /**
   * A request for a path that its owner also holds is granted as soon as no other owner holds the
   * path.
   */
  @ParameterizedTest
  @MethodSource("bounds")
  void lastOtherHolder_letsTheRemainingHolderPass(CallBounds bounds) {
    history.add(0, request("first", "u1", Operation.DOWNLOAD, "/d", 0));
    history.add(1, request("second", "u2", Operation.DOWNLOAD, "/d", 0));
    history.add(2, request("third", "u1", Operation.UPLOAD_FOLDER, "/d", 0));
    history.add(3, request("stranger", "u3", Operation.DELETE, "/d", WAIT_MS));
    history.add(4, request("cancelled", "u2", Operation.DELETE, "/d", WAIT_MS));
    history.add(5, request("upgrade", "u1", Operation.DELETE, "/d", WAIT_MS));
    history.add(6, release("cancelled", "u2"));
    history.add(7, release("second", "u2"));

    PartitionState state = history.feed(bounds);

    assertThat(held(state)).containsExactly("first", "third", "upgrade");
    assertThat(waiting(state)).containsExactly("stranger");
  }

  /** Two owners hold locks below a folder; one ends, then the other. */
  @ParameterizedTest
  @MethodSource("bounds")
  void lastLockBelow_letsAllWhoWaitAbovePass(CallBounds bounds) {
    history.add(0, request("a", "u1", Operation.UPLOAD, "/d/1", 0));
    history.add(1, request("b", "u2", Operation.UPLOAD, "/d/2/x", 0));
    history.add(2, request("c", "u3", Operation.UPLOAD, "/d/3", 0));
    history.add(3, request("delete 1", "u4", Operation.DELETE, "/d", WAIT_MS));
    history.add(4, request("delete 2", "u5", Operation.DELETE, "/d/2", WAIT_MS));
    history.add(5, request("behind", "u6", Operation.UPLOAD, "/d/3", WAIT_MS));
    history.add(6, release("c", "u3"));
    history.add(7, release("a", "u1"));
    history.add(8, release("b", "u2"));

    PartitionState state = history.feed(bounds);

    assertThat(held(state)).containsExactly("delete 1", "delete 2");
    assertThat(waiting(state)).containsExactly("behind");
  }

  /** The request that only waited had blocked those behind it. */
  @ParameterizedTest
  @MethodSource("bounds")
  void waitThatEnds_letsThoseBehindPass(CallBounds bounds) {
    history.add(0, request("held", "u1", Operation.UPLOAD, "/d/1", 0));
    history.add(1, request("delete", "u2", Operation.DELETE, "/d", WAIT_MS));
    history.add(2, request("same file", "u3", Operation.UPLOAD, "/d/1", WAIT_MS));
    history.add(3, request("other file", "u4", Operation.UPLOAD, "/d/2", WAIT_MS));
    history.add(4, release("delete", "u2"));

    PartitionState state = history.feed(bounds);

    assertThat(held(state)).containsExactly("held", "other file");
    assertThat(waiting(state)).containsExactly("same file");
  }

  /** There are more places than are looked at one by one. */
  @ParameterizedTest
  @MethodSource("bounds")
  void manyLocksThatEndTogether_letAllPassInTheOrderOfTheQueue(CallBounds bounds) {
    int locks = 60;
    for (int n = 0; n < locks; n++) {
      history.add(n, request("held " + n, "u" + n, Operation.UPLOAD, "/d" + n + "/f", 0));
    }
    for (int n = locks - 1; n >= 0; n--) {
      history.add(100, request("waits " + n, "w" + n, Operation.DELETE, "/d" + n, 60_000));
    }
    history.add(101, request("behind", "b", Operation.UPLOAD, "/d7/g", 60_000));
    history.add(
        locks + Settings.DEFAULT_LEASE_MS, request("another", "u1", Operation.DOWNLOAD, "/q", 0));

    PartitionState state = history.feed(bounds);

    assertThat(held(state))
        .hasSize(locks + 1)
        .startsWith("waits 59", "waits 58")
        .contains("waits 0");
    assertThat(waiting(state)).containsExactly("behind");
  }

  private static List<String> held(PartitionState state) {
    return state.held().stream().map(lock -> lock.fields().lockId()).toList();
  }

  private static List<String> waiting(PartitionState state) {
    return state.waiting().stream().map(request -> request.fields().lockId()).toList();
  }
}
