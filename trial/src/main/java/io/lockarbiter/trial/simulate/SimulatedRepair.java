package io.lockarbiter.trial.simulate;

import io.lockarbiter.arbiter.partition.Commit;
import io.lockarbiter.arbiter.partition.CommitMetadata;
import io.lockarbiter.arbiter.partition.StartFacts;
import io.lockarbiter.arbiter.repair.Remedy;
import io.lockarbiter.arbiter.repair.Repair;
import io.lockarbiter.arbiter.repair.RepairLog;
import io.lockarbiter.arbiter.repair.RepairRefusedException;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Tick;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An operator with {@code lockarbiter repair}, who agrees to everything. */
final class SimulatedRepair implements RepairLog {
  static final String DEPLOYMENT = "simulated";

  private final SimulatedWorld world;
  private final OwnerLog log;

  private SimulatedRepair(SimulatedWorld world, OwnerLog log) {
    this.world = world;
    this.log = log;
  }

  /** Applies the remedy of a halt. Schedules have no fault for which the tool has none. */
  static void of(SimulatedWorld world, String haltId) {
    Owner tool = new Owner(world, Defect.NOTHING);
    Repair repair =
        new Repair(
            DEPLOYMENT,
            world.partition(),
            world.redis().state(),
            new SimulatedRepair(world, new OwnerLog(tool, world, Defect.NOTHING)),
            () -> Instant.ofEpochMilli(world.hostMs()));
    try {
      Remedy remedy = repair.diagnose(haltId).remedy();
      world.meters().repaired(remedy.getClass().getSimpleName());
      if (remedy instanceof Remedy.ByHand) {
        throw new ViolationError("a repair has no remedy: " + remedy.plan());
      }
      repair.carryOut(haltId, remedy);
    } catch (RepairRefusedException e) {
      throw new ViolationError("a repair was refused: " + e.getMessage());
    }
  }

  @Override
  public StartFacts facts() {
    return log.facts();
  }

  @Override
  public StartFacts factsWithoutState() {
    return log.factsWithoutState();
  }

  @Override
  public Instant appendTick() {
    long offset = world.append(null, CommandCodec.encode(new Tick()));
    return Instant.ofEpochMilli(world.log().appendedAt(offset));
  }

  @Override
  public Instant firstAppend(long after, Instant latest) {
    return Instant.ofEpochMilli(world.log().firstAppend(after, latest.toEpochMilli()));
  }

  @Override
  public boolean hasLastCause() {
    return world.log().hasLastCause();
  }

  @Override
  public Fence fence() {
    int epoch = world.log().fence();
    return new Fence() {
      @Override
      public boolean commit(long offset, @Nullable CommitMetadata metadata) {
        world.log().requireNotFenced(epoch);
        world
            .log()
            .commit(
                List.of(),
                List.of(),
                metadata == null ? new Commit.Missing() : new Commit.Known(offset, metadata));
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
