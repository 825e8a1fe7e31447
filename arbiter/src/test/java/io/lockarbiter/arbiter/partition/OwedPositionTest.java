package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Owners that owe the position when they leave, halt or rest. */
class OwedPositionTest {
  private final OwnersWorld world = new OwnersWorld();

  /**
   * Kafka deletes the position with the topic. The old one would name commands of the new topic
   * that nobody has decided, and repair would skip them.
   */
  @Test
  void topicMadeAnewWhileThePositionIsOwed_getsNoPositionOfTheOldOne() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    world.makeATopicAnew();
    world.atTake = world::requireSameTopics;
    for (int i = 0; i < 5; i++) {
      owner.look();
    }

    assertThat(owner.status().why()).contains("made anew");
    assertThat(world.commit).isEqualTo(new Commit.Missing());
  }

  /** The topic was made anew, and nobody has noticed yet. */
  @Test
  void topicMadeAnewBeforeTheInstanceLeaves_getsNoPositionOfTheOldOne() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    world.makeATopicAnew();
    owner.close();

    assertThat(world.commit).isEqualTo(new Commit.Missing());
  }

  /** Nor in a silent partition, whose position would follow, or be committed again. */
  @Test
  void topicMadeAnewWhileNothingComes_getsNoPositionOfTheOldOne() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    world.makeATopicAnew();
    for (int i = 0; i < 5; i++) {
      owner.look();
    }

    assertThat(world.commit).isEqualTo(new Commit.Missing());
  }

  /** A halt for a cause outside of events and state is one that leaves, too. */
  @Test
  void haltWhileThePositionIsOwed_commitsIt() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    world.atTake =
        () -> {
          throw new HaltedException(
              HaltText.timestamp(PARTITION, 3, "CreateTime", "lock.commands"));
        };
    owner.turns(1);

    assertThat(owner.status().halt()).isEqualTo(HaltReason.TIMESTAMP);
    assertThat(world.committed().metadata().publishedSeq()).isEqualTo(3);
    assertThat(world.committed().offset()).isEqualTo(3);
  }
}
