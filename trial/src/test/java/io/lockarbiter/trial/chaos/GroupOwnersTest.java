package io.lockarbiter.trial.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.chaos.GroupOwners.Seen;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Partition 0 moves from a to b at 20 and back at 40; partition 1 stays; partition 2 gets its owner
 * late.
 */
class GroupOwnersTest {
  private static final List<Seen> SEEN =
      List.of(
          new Seen(10, Map.of(0, "a", 1, "a")),
          new Seen(20, Map.of(0, "b", 1, "a", 2, "c")),
          new Seen(40, Map.of(0, "a", 1, "a", 2, "c")));

  @Test
  void partitionWithAnotherOwnerThanBefore_hasMoved() {
    assertThat(GroupOwners.moved(SEEN, 15, 30)).containsExactly(0);
    assertThat(GroupOwners.moved(SEEN, 30, 50)).containsExactly(0);
  }

  @Test
  void changesBeforeAndAfter_doNotCount() {
    assertThat(GroupOwners.moved(SEEN, 21, 39)).isEmpty();
    assertThat(GroupOwners.moved(SEEN, 41, 50)).isEmpty();
    assertThat(GroupOwners.moved(SEEN, 0, 19)).isEmpty();
  }
}
