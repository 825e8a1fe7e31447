package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.lua.store.FeedPosition;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners that another one overtakes while they start. */
class OvertakenOwnerTest {
  private final OwnersWorld world = new OwnersWorld();

  /** An instance that was overtaken behind its facts must not fence the owner at once. */
  @Test
  void overtakenWhileItStarted_startsAgainOnlyAfterTheGroupConfirmed() {
    world.append(2);
    WorldOwner first = world.owner();
    first.turns(3);
    WorldOwner late = world.owner();
    WorldOwner rightful = world.owner();
    world.atFence =
        () -> {
          world.atFence = () -> {};
          rightful.turns(1);
          world.append(1);
          rightful.turns(1);
          letPublishBehindTheFacts(rightful);
        };
    late.turns(1);
    assertThat(rightful.status().state()).isEqualTo(PartitionState.RUNNING);
    assertThat(late.status().why())
        .contains("Redis was told that events up to seq=4 are published");
    int fences = world.epoch;
    world.nanos += Duration.ofSeconds(10).toNanos();
    late.turns(1);

    assertThat(world.epoch).as("fences").isEqualTo(fences);
  }

  /** A halt without a fault is shown then; no tool may act on it. */
  @Test
  void overtakenTwice_showsAHaltThatNoToolTakesUpAndThatTheNextLookLifts() {
    world.append(2);
    world.owner().turns(3);
    WorldOwner late = world.owner();
    WorldOwner rightful = world.owner();
    letOvertake(rightful);
    late.turns(1);
    assertThat(late.status().state()).isEqualTo(PartitionState.RETRYING);
    letOvertake(rightful);
    late.look();
    assertThat(late.status().halt()).isEqualTo(HaltReason.STALE);
    String id = requireNonNull(late.status().haltId());

    assertThatThrownBy(() -> new WorldTool(world).repair().diagnose(id))
        .hasMessageContaining("does not stand still for halt");
    late.look();
    assertThat(late.status().state()).isEqualTo(PartitionState.RUNNING);
    assertThat(world.violations).isEmpty();
  }

  /**
   * The calls of a killed owner say what is true, whenever they reach Redis: nothing contradicts.
   */
  @Test
  void lateCopiesOfCallsBehindTheFacts_areNoHalt() {
    world.append(2);
    WorldOwner killed = world.owner();
    killed.turns(3);
    world.append(2);
    killed.turns(1);
    assertThat(world.committed().metadata().publishedSeq()).isEqualTo(2);
    WorldOwner next = world.owner();
    for (int told = 3; told <= 4; told++) {
      FeedPosition position = new FeedPosition(told - 1, told);
      world.afterFacts =
          () -> {
            world.afterFacts = () -> {};
            world.store.decide(PARTITION, position, List.of(), events -> {});
          };
      next.look();
      assertThat(next.status().state()).isEqualTo(PartitionState.RETRYING);
      assertThat(next.status().why())
          .isEqualTo("Redis was told meanwhile that events up to seq=%d are published", told);
    }
    next.look();

    assertThat(next.status().state()).isEqualTo(PartitionState.RUNNING);
    assertThat(world.seqs()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(world.violations).isEmpty();
  }

  /** Lets an owner publish twice after the next fence of another one, and behind its facts. */
  private void letOvertake(WorldOwner rightful) {
    world.atFence =
        () -> {
          world.atFence = () -> {};
          world.append(1);
          for (int i = 0; i < 3; i++) {
            rightful.look();
          }
          world.append(1);
          rightful.turns(1);
          letPublishBehindTheFacts(rightful);
        };
  }

  /** Lets an owner publish twice, once the other one has read its facts. */
  private void letPublishBehindTheFacts(WorldOwner rightful) {
    world.afterFacts =
        () -> {
          world.afterFacts = () -> {};
          world.append(1);
          rightful.turns(1);
          world.append(1);
          rightful.turns(1);
        };
  }
}
