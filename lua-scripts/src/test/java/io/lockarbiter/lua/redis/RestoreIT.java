package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogIdentity;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import io.lockarbiter.lua.store.StateRestore.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.redisson.api.RScript;
import org.redisson.client.codec.ByteArrayCodec;

/**
 * Restores a state piece by piece: interrupted, twice, by two at once, and with late copies of
 * calls.
 */
class RestoreIT {
  private static final int LOCKS = 400;
  private static final int PIECES = 5;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final PartitionState state = stateAfter(LOCKS);

  @Test
  void cutOffAfterAnyPiece_isHalfAStateAndBegunAnew() {
    int pieces = 1;
    for (StateRestore whole = redis.store().restore(0, state); next(whole); ) {
      pieces++;
    }
    assertThat(pieces).isEqualTo(PIECES);
    for (int cut = 1; cut < pieces; cut++) {
      redis.flush();
      StateRestore broken = redis.store().restore(0, state);
      for (int n = 0; n < cut; n++) {
        broken.next();
      }
      assertThat(redis.store().header(0)).as("after %d of %d", cut, pieces).isNull();
      assertThat(redis.store().decide(0, new FeedPosition(LOCKS, 0), List.of()).outcome())
          .isInstanceOf(Outcome.Empty.class);

      finish(redis.store().restore(0, state));
      assertThat(redis.store().state(0)).isEqualTo(state);
    }
  }

  /**
   * Copies of calls of a restore that died, and of this one, arrive before any piece and after the
   * last.
   */
  @Test
  void lateCopies_doNoHarm() {
    Copies copies = new Copies();
    StateRestore broken =
        redis.store(copies.around(redis.redisson()), CallBounds.DEFAULT).restore(0, state);
    for (int n = 0; n < 4; n++) {
      broken.next();
    }
    Random random = new Random(1);
    for (int time = 0; time < 20; time++) {
      for (StateRestore late =
              redis.store(copies.around(redis.redisson()), CallBounds.DEFAULT).restore(0, state);
          redis.store().header(0) == null; ) {
        copies.play(random.nextInt(copies.calls.size()));
        if (late.next() == Progress.OVERTAKEN) {
          late = redis.store(copies.around(redis.redisson()), CallBounds.DEFAULT).restore(0, state);
        }
      }
      assertThat(redis.store().state(0)).isEqualTo(state);
      copies.playAll();
      assertThat(redis.store().state(0)).isEqualTo(state);
      LogRecord next = acquire(LOCKS + 1);
      redis.store().decide(0, new FeedPosition(LOCKS, state.header().seq()), List.of(next));
      PartitionState further = redis.store().state(0);
      copies.playAll();
      assertThat(redis.store().state(0)).isNotEqualTo(state).isEqualTo(further);
      redis.flush();
    }
  }

  @Test
  void twoAtOnce_bringTheSameState() {
    for (int seed = 1; seed <= 20; seed++) {
      redis.flush();
      Random random = new Random(seed);
      List<StateRestore> both =
          new ArrayList<>(
              List.of(redis.store().restore(0, state), redis.store().restore(0, state)));
      Progress progress = Progress.MORE;
      while (progress != Progress.DONE) {
        int one = random.nextInt(2);
        progress = both.get(one).next();
        if (progress == Progress.OVERTAKEN) {
          both.set(one, redis.store().restore(0, state));
        }
      }
      assertThat(redis.store().state(0)).as("seed %d", seed).isEqualTo(state);
      assertThat(both.get(0).next()).isEqualTo(Progress.OVERTAKEN);
    }
  }

  /**
   * Without the check the state would be sealed as whole, and a lock that blocks many requests
   * would block none.
   */
  @ParameterizedTest
  @EnumSource(
      value = PartitionKey.class,
      names = {"IDS", "COUNTERS", "INDEX", "LEASES", "OWN", "USAGE", "ENDED"})
  void keyLostBetweenPieces_isNoticed(PartitionKey lost) {
    StateRestore restore = redis.store().restore(0, state);
    while (redis.sizes(0).getOrDefault(lost.suffix(), 0) == 0) {
      restore.next();
    }
    redis.delete(0, lost);

    assertThat(restore.next()).isEqualTo(Progress.OVERTAKEN);
    assertThat(redis.store().header(0)).isNull();
    finish(redis.store().restore(0, state));
    assertThat(redis.store().state(0)).isEqualTo(state);
  }

  @Test
  void stateThatKnowsAsMuch_stays() {
    PartitionState further = stateAfter(LOCKS + 1);
    finish(redis.store().restore(0, further));

    assertThat(redis.store().restore(0, further).next()).isEqualTo(Progress.OVERTAKEN);
    assertThat(redis.store().restore(0, state).next()).isEqualTo(Progress.OVERTAKEN);
    assertThat(redis.store().state(0)).isEqualTo(further);
  }

  @Test
  void stateThatKnowsLess_isReplaced() {
    finish(redis.store().restore(0, state));
    PartitionState further = stateAfter(LOCKS + 1);
    finish(redis.store().restore(0, further));

    assertThat(redis.store().state(0)).isEqualTo(further);
  }

  /** A half state of another log stays too, because nobody could tell what it was. */
  @Test
  void stateOfAnotherLog_stays() {
    redis.store(new LogIdentity("other", "topic", "arbiter")).restore(0, state).next();
    assertThat(redis.store().restore(0, state).next()).isEqualTo(Progress.OVERTAKEN);
    finish(redis.store(new LogIdentity("other", "topic", "arbiter")).restore(0, state));
    assertThat(redis.store().restore(0, stateAfter(LOCKS + 1)).next())
        .isEqualTo(Progress.OVERTAKEN);

    assertThat(redis.store().foreignIdentity(0))
        .isEqualTo("belongs to cluster=other topic=topic group=arbiter");
    assertThat(redis.store().state(0)).isEqualTo(state);
  }

  private static boolean next(StateRestore restore) {
    return restore.next() == Progress.MORE;
  }

  private static void finish(StateRestore restore) {
    Progress progress = restore.next();
    while (progress == Progress.MORE) {
      progress = restore.next();
    }
    assertThat(progress).isEqualTo(Progress.DONE);
  }

  /** The state after this many acquires, of which every tenth is released. */
  private PartitionState stateAfter(int records) {
    ReferenceLockStore store = new ReferenceLockStore();
    List<LogRecord> all = new ArrayList<>(List.of(onePartition(0)));
    for (int offset = 1; offset <= records; offset++) {
      all.add(acquire(offset));
    }
    store.decide(0, FeedPosition.START, all);
    return Objects.requireNonNull(store.state(0));
  }

  private static LogRecord acquire(int offset) {
    return offset % 10 == 0
        ? record(offset, 100, Commands.release("r" + offset, "u", "c" + (offset - 1)))
        : record(offset, 100, Commands.acquire("c" + offset, "u", Operation.UPLOAD, "/p" + offset));
  }

  /** Records every call, to repeat it later. */
  private static final class Copies implements ScriptSeam {
    private final LuaScript script = LuaScript.load("restore");
    private final List<Object[]> calls = new ArrayList<>();

    @Override
    public void after(Object[] arguments, List<Object> reply) {
      calls.add(arguments);
    }

    void play(int call) {
      redis
          .redisson()
          .getScript(ByteArrayCodec.INSTANCE)
          .eval(
              RScript.Mode.READ_WRITE,
              script.source(),
              RScript.ReturnType.LIST,
              PartitionKey.of("test", 0),
              calls.get(call));
    }

    void playAll() {
      for (int call = 0; call < calls.size(); call++) {
        play(call);
      }
    }
  }
}
