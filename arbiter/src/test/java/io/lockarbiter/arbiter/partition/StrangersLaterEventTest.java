package io.lockarbiter.arbiter.partition;

import static io.lockarbiter.arbiter.partition.PipelineFixture.PARTITION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Events of strangers behind the position. */
class StrangersLaterEventTest {
  private final OwnersWorld world = new OwnersWorld();

  /** A halt is told once, and no look hides it: as AssignedPartitionTest has it for a gap. */
  @Test
  void strangersEventWithTheNextNumber_isAHaltThatNoLookHides() {
    world.append(2);
    WorldOwner owner = world.owner();
    owner.turns(3);
    owner.close();
    world.events.add(strangersEvent(3, 1));
    WorldOwner next = world.owner();
    for (int i = 0; i < 5; i++) {
      next.look();
    }
    for (int i = 0; i < 200 && next.status().state() != PartitionState.HALTED; i++) {
      next.look();
    }
    assertThat(next.status().halt()).isEqualTo(HaltReason.MISMATCH);
    List<PartitionState> seen = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      next.look();
      seen.add(next.status().state());
    }

    assertThat(seen).containsOnly(PartitionState.HALTED);
  }

  /** The state is decided again then, and its events are compared. */
  @Test
  void strangersEventInThePlaceOfALaterDecision_isNotBelievedThoughRedisLostTheState() {
    world.append(2);
    WorldOwner owner = world.owner();
    owner.turns(3);
    owner.close();
    ReferenceLockStore before = world.store.copy();
    world.events.add(strangersEvent(3, 2));
    world.append(1);
    for (boolean isAllLost : List.of(true, false)) {
      if (isAllLost) {
        world.store.drop(PARTITION);
      } else {
        world.store.restore(PARTITION, before);
      }
      WorldOwner next = world.owner();
      for (int i = 0; i < 200 && next.status().state() != PartitionState.HALTED; i++) {
        next.look();
      }
      assertThat(next.status().halt()).isEqualTo(HaltReason.MISMATCH);
      assertThat(next.status().why()).contains("is not the one that Redis has decided");
      next.close();
    }
  }

  /** Commands that come lead to nothing, so each look must find the same halt. */
  @Test
  void strangersEventOfACommandBeyondTheLog_isAHaltThatNoLookHides() {
    world.append(2);
    WorldOwner owner = world.owner();
    owner.turns(3);
    owner.close();
    world.events.add(strangersEvent(3, 1_000));
    WorldOwner next = world.owner();
    next.turns(1);
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      world.appendTick(1_000);
      next.look();
      seen.add(next.status().state() + " " + next.status().halt() + " " + next.status().haltId());
    }

    assertThat(Set.copyOf(seen)).hasSize(1);
    assertThat(seen.get(0)).startsWith("HALTED MISMATCH ");
  }

  /** It stands behind an event that the position does not name. */
  @Test
  void strangersEventWithAnOldNumberBehindThePosition_isAHalt() {
    world.killedWithAnEventBehindThePosition();
    world.events.add(strangersEvent(1, 1));

    WorldOwner next = world.owner();
    for (int i = 0; i < 5; i++) {
      next.look();
    }

    assertThat(next.status().halt()).isEqualTo(HaltReason.MISMATCH);
  }

  /** A copy of the last event with another number, which claims to answer another command. */
  private LaterEvents.Stored strangersEvent(long seq, long cause) {
    LaterEvents.Stored last = world.events.get(world.events.size() - 1);
    String value =
        new String(last.value(), UTF_8)
            .replaceFirst("\"seq\":\\d+", "\"seq\":" + seq)
            .replaceFirst("\"offset\":\\d+", "\"offset\":" + cause);
    return new LaterEvents.Stored(seq, value.getBytes(UTF_8), null, null);
  }
}
