package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.PartitionState;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.lua.store.PartitionHeader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One course of events, from a seed: a time with faults, a time without, and the judgement. */
final class Schedule {
  private static final int STEPS = 150;
  private static final int LONGEST_PEACE = 3_000;
  private static final int PEACE_MS = 50;

  /** Longer than the interval at which an idle owner checks its state. */
  private static final int QUIET_MS = 6_000;

  /** Longer than a halt lasts that ends by itself. */
  private static final int HALTED_MS = 20_000;

  private final SimulatedWorld world;

  private Schedule(long seed, Defect defect) {
    world = new SimulatedWorld(seed, defect);
  }

  /**
   * The result of a schedule.
   *
   * @param violation the broken guarantee; null if there is none
   */
  record Result(
      @Nullable String violation,
      Map<Fault, Integer> faults,
      Map<Judge.Kind, Integer> decisions,
      Map<String, Integer> owners) {}

  /** Runs the schedule of a seed. */
  static Result run(long seed, Defect defect) {
    Schedule schedule = new Schedule(seed, defect);
    String violation = schedule.violation();
    SimulatedWorld world = schedule.world;
    return new Result(
        violation, world.chance().happened(), world.judge().kinds(), world.meters().counts());
  }

  private @Nullable String violation() {
    try {
      for (int i = 0; i < STEPS; i++) {
        world.step();
      }
      world.heal();
      if (comesToRest()) {
        var state = world.redis().state().state(world.partition());
        world
            .judge()
            .end(state, state != null && world.log().isRemoved(state.header().appliedOffset()));
      }
      return world.judge().violation();
    } catch (ViolationError e) {
      String first = world.judge().violation();
      return first == null ? String.valueOf(e.getMessage()) : first;
    }
  }

  /**
   * Lets time pass until everything is decided, with a repair if one may be needed.
   *
   * @return false if the partition stands still for good, as it must behind a stranger's event and
   *     before a gap
   */
  private boolean comesToRest() {
    int quiet = 0;
    int halted = 0;
    for (int i = 0; i < LONGEST_PEACE; i++) {
      PartitionStatus status = world.assigned().status();
      quiet = isAtRest(status) ? quiet + PEACE_MS : 0;
      if (quiet > QUIET_MS) {
        return true;
      }
      String haltId = status == null ? null : status.haltId();
      halted = haltId == null ? 0 : halted + PEACE_MS;
      if (status != null && haltId != null && halted > HALTED_MS) {
        if (world.mayStandForGood(status.halt(), world.assigned())) {
          return false;
        }
        if (!world.mayStandFor(status.halt(), world.assigned())) {
          throw new ViolationError("stands still though nothing is to be repaired: " + status);
        }
        halted = 0;
        SimulatedRepair.of(world, haltId);
      }
      world.letTimePass(PEACE_MS);
      world.rest();
    }
    throw new ViolationError("does not come to rest: " + world.assigned().status());
  }

  private boolean isAtRest(@Nullable PartitionStatus status) {
    return status != null
        && status.state() == PartitionState.RUNNING
        && world.judge().isComplete()
        && !world.hasGap()
        && (isCommitted() || world.wasReset() && isApplied());
  }

  /**
   * Says whether the position is behind the last command and the last event; a position that was
   * reset is not committed again.
   */
  private boolean isCommitted() {
    return world.log().commit() instanceof Commit.Known known
        && known.offset() >= world.log().lastRead()
        && (world.hasStranger() || world.log().later().events().isEmpty());
  }

  /** Says whether the last command is applied; one that ends a session alone causes no event. */
  private boolean isApplied() {
    PartitionHeader header = world.redis().state().header(world.partition());
    return world.log().lastRead() == (header == null ? 0 : header.appliedOffset() + 1);
  }
}
