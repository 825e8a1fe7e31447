package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Owners that build a state from the events behind the position, because retention has removed
 * their commands.
 */
class CutCommandsTest {
  private final OwnersWorld world = new OwnersWorld();

  @Test
  void stateLostAndCommandsCutAfterAKill_isBuiltFromTheEvents() {
    world.killedWithAnEventBehindThePosition();
    List<HeldLock> held = world.held();
    world.store.drop(PARTITION);

    assertBuiltFromTheEvents(held);
  }

  @Test
  void lastSecondOfTheStateLostAndCommandsCutAfterAKill_isBuiltFromTheEvents() {
    ReferenceLockStore before = world.killedWithAnEventBehindThePosition();
    List<HeldLock> held = world.held();
    world.store.restore(PARTITION, before);

    assertBuiltFromTheEvents(held);
  }

  /** The last event does not name the tick, which was decided behind its command. */
  @Test
  void stateLostAndTickCutBehindTheLastEvent_comesBack() {
    WorldOwner owner = world.owner();
    world.append(2);
    owner.turns(3);
    world.append(1);
    world.appendTick(1_000);
    owner.turns(1);
    assertThat(world.events).hasSize(3);
    List<HeldLock> held = world.held();
    world.store.drop(PARTITION);

    assertBuiltFromTheEvents(held);
  }

  private void assertBuiltFromTheEvents(List<HeldLock> held) {
    world.cutCommands();
    WorldOwner next = world.owner();
    for (int i = 0; i < 30; i++) {
      next.look();
    }

    assertThat(next.status().why()).isNull();
    assertThat(next.status().state()).isEqualTo(PartitionState.RUNNING);
    assertThat(world.held()).isEqualTo(held).hasSize(3);
    world.append(1);
    next.turns(3);
    assertThat(world.seqs()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(world.violations).isEmpty();
  }
}
