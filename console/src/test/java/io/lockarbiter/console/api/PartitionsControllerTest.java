package io.lockarbiter.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.kafka.LogPositions;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LockViews;
import io.lockarbiter.lua.store.OwnedLocks;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.lua.store.StoreUnavailableException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The questions to Redis and Kafka for the page of partitions, and their order. */
class PartitionsControllerTest {
  private static final int PARTITIONS = 3;

  /**
   * Number of commands so far, in each partition: each question adds some, which are decided at
   * once.
   */
  private long commands = 10;

  /** Views that answer nothing but states. */
  private record States(IntFunction<@Nullable PartitionHeader> states) implements LockViews {
    @Override
    public @Nullable PartitionHeader header(int partition) {
      return states.apply(partition);
    }

    @Override
    public @Nullable Long nextDeadline(int partition) {
      return null;
    }

    @Override
    public List<HeldLock> locks(
        int partition, String account, LockPath under, @Nullable Mode mode, int limit) {
      throw new AssertionError("locks");
    }

    @Override
    public OwnedLocks owned(
        int partition,
        String account,
        String subAccount,
        @Nullable String session,
        byte[] after,
        int limit) {
      throw new AssertionError("owned");
    }

    @Override
    public List<QueuedRequest> queue(int partition, String account, int limit) {
      throw new AssertionError("queue");
    }

    @Override
    public Explanation explain(
        int partition, String account, @Nullable Owner owner, List<Target> targets) {
      throw new AssertionError("explain");
    }
  }

  private PartitionHeader decided() {
    commands++;
    return new PartitionHeader(commands - 1, 1_000, 1, 1_000, commands, Settings.DEFAULT);
  }

  private LogPositions.Positions sent() {
    commands++;
    Map<Integer, LogPositions.Position> each = new HashMap<>();
    for (int n = 0; n < PARTITIONS; n++) {
      each.put(n, new LogPositions.Position(0L, commands, commands, 1_000L, true));
    }
    return new LogPositions.Positions(each, null);
  }

  private static List<String> states(
      IntFunction<@Nullable PartitionHeader> states, Supplier<LogPositions.Positions> positions) {
    EventHub hub = new EventHub(PARTITIONS, 10, 1 << 20, System::nanoTime);
    return new PartitionsController(
            new States(states), positions, hub, () -> Instant.ofEpochMilli(1_000))
        .partitions().partitions().stream().map(PartitionsController.PartitionView::state).toList();
  }

  /** A log end that was read before the state lies before the commands decided by then. */
  @Test
  void partitionsAtWork_areWell() {
    assertThat(states(n -> decided(), this::sent)).containsExactly("OK", "OK", "OK");
  }

  /** As at every rebalance: the partition is nobody's for a moment. */
  @Test
  void partitionThatIsNobodysForAMoment_isNoStall() {
    assertThat(
            states(
                n -> decided(),
                () -> {
                  commands++;
                  return new LogPositions.Positions(
                      Map.of(0, new LogPositions.Position(0L, commands, commands, 1_000L, false)),
                      null);
                }))
        .containsExactly("OK", "OK", "OK");
  }

  @Test
  void partitionWithoutAState_isToldSo_thoughRedisFallsSilentAfterwards() {
    assertThat(
            states(
                n -> {
                  if (n == 0) {
                    return null;
                  }
                  throw new StoreUnavailableException("it is gone", new IllegalStateException());
                },
                this::sent))
        .containsExactly("NO_STATE", "UNKNOWN", "UNKNOWN");
  }

  /** The partitions may be well while the console shows the state of an hour ago. */
  @Test
  void eventsThatCannotBeRead_areToldWithTheRest() {
    EventHub hub = new EventHub(PARTITIONS, 10, 1 << 20, System::nanoTime);
    hub.tellProblem("lock.events cannot be read: no broker");
    PartitionsController controller =
        new PartitionsController(
            new States(n -> decided()),
            () -> new LogPositions.Positions(Map.of(), "no lag is known"),
            hub,
            () -> Instant.ofEpochMilli(1_000));
    assertThat(controller.partitions().problem())
        .isEqualTo("lock.events cannot be read: no broker; no lag is known");
  }
}
