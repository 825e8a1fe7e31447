package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.repair.Remedy;
import io.lockarbiter.arbiter.repair.Repair;
import io.lockarbiter.arbiter.repair.RepairLog;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An operator with the tool, who comes an hour before the leases end and tries each hour. */
final class WorldTool implements RepairLog {
  private static final Instant FIRST_TICK = Instant.EPOCH.plus(Duration.ofDays(9));

  private final OwnersWorld world;
  private Instant now = FIRST_TICK.minus(Duration.ofHours(1));

  WorldTool(OwnersWorld world) {
    this.world = world;
  }

  Repair repair() {
    return new Repair("test", PARTITION, world.store, this, () -> Instant.EPOCH);
  }

  /** Repairs; tries again when the tool names a time. */
  void repairUntilItRuns(WorldOwner owner) {
    for (int i = 0; i < 5 && owner.status().state() != PartitionState.RUNNING; i++) {
      String id = requireNonNull(owner.status().haltId());
      Remedy remedy = repair().diagnose(id).remedy();
      if (!(remedy instanceof Remedy.ByHand)) {
        repair().carryOut(id, remedy);
      }
      owner.look();
    }
    assertThat(owner.status().state()).isEqualTo(PartitionState.RUNNING);
  }

  @Override
  public StartFacts facts() {
    world.requireSameTopics();
    return new StartFactsReader(world.store).read(world, PARTITION);
  }

  @Override
  public StartFacts factsWithoutState() {
    return new StartFactsReader(world.store).readWithoutState(world, PARTITION);
  }

  @Override
  public boolean hasLastCause() {
    return false;
  }

  @Override
  public Instant appendTick() {
    now = now.plus(Duration.ofHours(1));
    return now;
  }

  @Override
  public Instant firstAppend(long after, Instant latest) {
    return FIRST_TICK;
  }

  @Override
  public Fence fence() {
    world.epoch++;
    return new Fence() {
      @Override
      public boolean commit(long offset, @Nullable CommitMetadata metadata) {
        world.commit = metadata == null ? new Commit.Missing() : new Commit.Known(offset, metadata);
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
