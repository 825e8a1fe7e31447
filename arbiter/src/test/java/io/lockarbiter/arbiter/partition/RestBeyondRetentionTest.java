package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.HeldLock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Owners that come when retention has removed what stood behind the position, and repairs. */
class RestBeyondRetentionTest {
  private final OwnersWorld world = new OwnersWorld();

  /**
   * All of a deployment rested for longer than both topics are retained, and Redis came back
   * without data. RUNBOOK, EMPTY: "Tokens continue to rise."
   */
  @Test
  void emptyStateAfterRetention_givesNoTokenTwice() {
    world.killedWithAnEventBehindThePosition();
    world.store.drop(PARTITION);
    world.cutCommands();
    world.cutEvents(0);

    assertRepairLetsItGoOn(HaltReason.EMPTY);
  }

  /** The same, but Redis came back as it was a second before. */
  @Test
  void stateOfASecondAgoAfterRetention_givesNoTokenTwice() {
    ReferenceLockStore before = world.killedWithAnEventBehindThePosition();
    world.store.restore(PARTITION, before);
    world.cutCommands();
    world.cutEvents(0);

    assertRepairLetsItGoOn(HaltReason.RETENTION);
  }

  /**
   * An orderly stop; then all of a deployment rested for longer than both topics are retained, with
   * commands undecided. Redis has everything, and nothing was published behind the position.
   */
  @Test
  void restAfterAnOrderlyStop_repairKeepsTheStateAndItsLeasesEnd() {
    List<HeldLock> held = restAfterAnOrderlyStop();

    WorldOwner next = world.owner();
    next.turns(3);
    assertThat(next.status().halt()).isEqualTo(HaltReason.RETENTION);
    new WorldTool(world).repairUntilItRuns(next);

    assertThat(world.held()).isEqualTo(held).hasSize(3);
    world.appendTick(Duration.ofDays(1).toMillis());
    next.turns(3);
    assertThat(world.held()).isEmpty();
    assertThat(world.seqs()).containsExactly(1L, 2L, 3L, 7L, 8L, 9L);
    assertThat(world.events.get(3).value()).asString(UTF_8).contains("\"reason\":\"EXPIRED\"");
    assertThat(world.violations).isEmpty();
  }

  /** The position says then what the state in Redis does not know. */
  @Test
  void repairCutOffBetweenPositionAndState_isMadeUpFor() {
    List<HeldLock> held = restAfterAnOrderlyStop();
    ReferenceLockStore before = world.store.copy();
    WorldOwner next = world.owner();
    next.turns(3);
    new WorldTool(world).repairUntilItRuns(next);
    world.store.restore(PARTITION, before);

    WorldOwner last = world.owner();
    last.turns(3);
    assertThat(last.status().halt()).isEqualTo(HaltReason.MISMATCH);
    new WorldTool(world).repairUntilItRuns(last);
    world.append(1);
    last.turns(3);

    assertThat(world.held()).containsAll(held).hasSize(4);
    assertThat(world.seqs()).containsExactly(1L, 2L, 3L, 7L);
    assertThat(world.violations).isEmpty();
  }

  /** RUNBOOK, EMPTY and BEHIND: repair begins with an empty state once all leases have ended. */
  @Test
  void stateLostAndCommandsAndEarlierEventsCutAfterAKill_canBeRepaired() {
    world.killedWithAnEventBehindThePosition();
    world.store.drop(PARTITION);
    world.cutCommands();
    world.cutEvents(1);

    assertRepairLetsItGoOn(HaltReason.EMPTY);
  }

  /** The position was committed before the first event; a part of its second is gone. */
  @Test
  void stateLostAndFirstEventsCutBehindAPositionBeforeAll_isNotBuiltFromTheRest() {
    world.appendTick(500);
    WorldOwner owner = world.owner();
    owner.turns(3);
    world.append(3);
    owner.turns(2);
    assertThat(world.committed().metadata().state().seq()).isZero();
    world.store.drop(PARTITION);
    world.cutCommands();
    world.cutEvents(1);

    assertRepairLetsItGoOn(HaltReason.EMPTY);
  }

  /** Redis was told of the event; retention has removed it, and its command. */
  @Test
  void positionBehindWhatRetentionHasRemoved_followsThoughNothingComes() {
    world.killedWithAnEventBehindThePosition();
    world.store.decide(PARTITION, new FeedPosition(2, 3), List.of());
    world.cutCommands();
    world.cutEvents(0);

    WorldOwner next = world.owner();
    for (int i = 0; i < 10; i++) {
      next.look();
    }

    assertThat(next.status().state()).isEqualTo(PartitionState.RUNNING);
    assertThat(world.committed().metadata().publishedSeq()).isEqualTo(3);
    assertThat(world.committed().offset()).isEqualTo(3);
  }

  /** The arbiter is alive all the time; Redis is away for longer than commands are retained. */
  @Test
  void redisReplacedByAnEmptyOneAfterLong_haltsOnlyForTheUndecidedCommands() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    world.store.drop(PARTITION);
    world.append(1);
    owner.turns(1);
    world.cutCommands();
    for (int i = 0; i < 30; i++) {
      owner.look();
    }

    // Undecided commands are lost; RETENTION says so, and repair accepts it.
    assertThat(owner.status().halt()).isEqualTo(HaltReason.RETENTION);
  }

  /** A start halts; after the repair the next event gets the next number. */
  private void assertRepairLetsItGoOn(HaltReason reason) {
    WorldOwner next = world.owner();
    next.turns(3);
    assertThat(next.status().halt()).isEqualTo(reason);
    new WorldTool(world).repairUntilItRuns(next);
    world.append(1);
    next.turns(3);

    assertThat(world.seqs()).containsExactly(1L, 2L, 3L, 4L);
    assertThat(world.violations).isEmpty();
  }

  /** Lets an owner stop, and retention remove all; returns what is held meanwhile. */
  private List<HeldLock> restAfterAnOrderlyStop() {
    WorldOwner owner = world.owner();
    world.publishAnEventBehindThePosition(owner);
    owner.close();
    List<HeldLock> held = world.held();
    world.append(1);
    world.cutCommands();
    world.cutEvents(0);
    world.markers = 3;
    return held;
  }
}
