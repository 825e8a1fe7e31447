package io.lockarbiter.arbiter.decide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionBoardTest {
  private final PartitionBoard board = new PartitionBoard();

  @Test
  void openedPartitions_areListedInOrder() {
    board.open(5);
    board.open(2);

    assertThat(board.all()).extracting(PartitionStatus::partition).containsExactly(2, 5);
    assertThat(board.get(2)).isEqualTo(PartitionStatus.starting(2));
    assertThat(board.get(3)).isNull();
  }

  @Test
  void writerThatLostItsPartition_cannotSpoilTheNextOnesEntry() {
    PartitionBoard.Entry late = board.open(2);
    PartitionBoard.Entry next = board.open(2);
    next.post(next.status().withLag(7));

    late.post(late.status().retrying("late"));
    late.close();

    assertThat(board.get(2)).isEqualTo(PartitionStatus.starting(2).withLag(7));
  }

  @Test
  void closedPartition_isGone() {
    board.open(2).close();

    assertThat(board.all()).isEmpty();
  }
}
