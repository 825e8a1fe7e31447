package io.lockarbiter.arbiter.watch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class GroupWatchTest {
  private static final GroupMember ARBITER =
      new GroupMember(true, "locks-0", "/10.0.0.1", Set.of(0, 2));
  private static final GroupMember STRANGER =
      new GroupMember(false, "consumer-locks-1", "/10.0.0.9", Set.of(1));

  private @Nullable List<GroupMember> members;
  private List<GroupMember> unsettled = List.of();
  private boolean silent;
  private boolean hasNone = true;
  private final GroupWatch watch =
      new GroupWatch(
          () -> {
            if (silent) {
              throw new IllegalStateException("no broker");
            }
            return members == null
                ? new GroupView(false, "PREPARING_REBALANCE", unsettled)
                : new GroupView(true, "STABLE", members);
          },
          () -> hasNone,
          "locks",
          3);

  @Test
  void partitionOfNobody_isAStallAtTheSecondLook(CapturedOutput output) {
    members = List.of(ARBITER);
    watch.look();
    assertThat(watch.stalls()).isEmpty();
    assertThat(output).isEmpty();

    watch.look();
    watch.look();

    assertThat(watch.stalls()).containsOnlyKeys(1);
    assertThat(requireNonNull(watch.stalls().get(1)).cause()).isEqualTo(StallCause.NO_OWNER);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains("WARN", "partitions=[1]: no member of the group locks has it", "Fix: start an");
  }

  @Test
  void partitionOfAStranger_isSaidOnceWithItsName(CapturedOutput output) {
    members = List.of(ARBITER, STRANGER);
    watch.look();
    watch.look();

    assertThat(requireNonNull(watch.stalls().get(1)).cause()).isEqualTo(StallCause.STRANGER);
    assertThat(output)
        .contains("partitions=[1]: a stranger in the group locks, client.id=consumer-locks-1 at")
        .contains("/10.0.0.9, has it; its commands wait undecided. Fix: stop that consumer");
  }

  @Test
  void strangerThatKeepsArbitersOut_stallsWhatNobodyHas(CapturedOutput output) {
    members = List.of(new GroupMember(false, "tool", "/10.0.0.9", Set.of()));
    watch.look();
    watch.look();

    assertThat(watch.stalls().values())
        .hasSize(3)
        .allMatch(stall -> stall.cause() == StallCause.STRANGER);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains("partitions=[0, 1, 2]", "keeps the arbiters out, and nobody has it");
  }

  @Test
  void partitionThatAnArbiterGetsAgain_isCalledOff(CapturedOutput output) {
    members = List.of(STRANGER);
    watch.look();
    watch.look();
    members = List.of(new GroupMember(true, "locks-0", "/10.0.0.1", Set.of(0, 1, 2)));
    watch.look();

    assertThat(watch.stalls()).isEmpty();
    assertThat(output).contains("partitions=[0, 1, 2]: an arbiter has them again");
  }

  /** Partitions on their way from one member to another have no owner for a moment. */
  @Test
  void partitionThatChangesHands_isNoStall(CapturedOutput output) {
    for (int i = 0; i < 3; i++) {
      members = List.of(ARBITER);
      watch.look();
      members = List.of(new GroupMember(true, "locks-1", "/10.0.0.2", Set.of(0, 1, 2)));
      watch.look();
    }

    assertThat(output).isEmpty();
  }

  @Test
  void groupThatCannotBeSeen_leavesWhatWasSeen() {
    members = List.of(ARBITER);
    watch.look();
    members = null;
    watch.look();
    silent = true;
    watch.look();
    assertThat(watch.stalls()).isEmpty();
    silent = false;
    members = List.of(ARBITER);
    watch.look();

    assertThat(watch.stalls()).containsOnlyKeys(1);
    silent = true;
    watch.look();
    assertThat(watch.stalls()).containsOnlyKeys(1);
  }

  /**
   * A stranger that was first, and whose group never comes to rest: one of its members does not
   * poll while another joins (5 min by default). The arbiters are refused all the while.
   */
  @Test
  void groupThatHandsOutForEver_isAStall() {
    members = null;
    for (int looks = 0; looks < 10; looks++) {
      watch.look();
    }

    assertThat(watch.stalls()).containsOnlyKeys(0, 1, 2);
  }

  /** Such as one that this arbiter has no right to see; silent brokers are the BrokerWatch's. */
  @Test
  void groupThatCannotBeDescribed_isAStall(CapturedOutput output) {
    silent = true;
    for (int looks = 0; looks < 10; looks++) {
      watch.look();
    }

    assertThat(watch.stalls()).containsOnlyKeys(0, 1, 2);
    assertThat(output.getOut().lines())
        .singleElement()
        .asString()
        .contains("does not come to rest, or cannot be seen (no broker)", "Fix: see which member");
  }

  /** A hand-over, or the end of a silent member's session. */
  @Test
  void groupThatHandsOutForTwoLooks_isNoStall(CapturedOutput output) {
    for (int i = 0; i < 3; i++) {
      members = null;
      watch.look();
      watch.look();
      members = List.of(new GroupMember(true, "locks-1", "/10.0.0.2", Set.of(0, 1, 2)));
      watch.look();
    }

    assertThat(output).isEmpty();
  }

  /** It decides its partitions meanwhile, and others may decide theirs. */
  @Test
  void groupThatHandsOutWhileThisInstanceHasSome_isNoStall(CapturedOutput output) {
    hasNone = false;
    members = null;
    for (int looks = 0; looks < 10; looks++) {
      watch.look();
    }

    assertThat(output).isEmpty();
  }

  @Test
  void strangerInAGroupThatHandsOut_isNamed(CapturedOutput output) {
    members = null;
    unsettled = List.of(new GroupMember(false, "tool", "/10.0.0.9", Set.of()));
    watch.look();
    assertThat(watch.stalls()).isEmpty();
    watch.look();

    assertThat(watch.stalls().values())
        .hasSize(3)
        .allMatch(stall -> stall.cause() == StallCause.STRANGER);
    assertThat(output).contains("client.id=tool at /10.0.0.9, keeps the arbiters out");
  }
}
