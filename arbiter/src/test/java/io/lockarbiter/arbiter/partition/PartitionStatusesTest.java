package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionStatusesTest {
  private final PartitionStatuses statuses = new PartitionStatuses();

  @Test
  void openedPartitions_areListedInOrder() {
    statuses.open(5);
    statuses.open(2);

    assertThat(statuses.all()).extracting(PartitionStatus::partition).containsExactly(2, 5);
    assertThat(statuses.get(2)).isEqualTo(PartitionStatus.starting(2));
    assertThat(statuses.get(3)).isNull();
  }

  @Test
  void writerThatLostItsPartition_cannotSpoilTheNextOnesEntry() {
    PartitionStatuses.Entry late = statuses.open(2);
    PartitionStatuses.Entry next = statuses.open(2);
    next.post(next.status().withLag(7));

    late.post(late.status().retrying("late"));
    late.close();

    assertThat(statuses.get(2)).isEqualTo(PartitionStatus.starting(2).withLag(7));
  }

  @Test
  void closedPartition_isGone() {
    statuses.open(2).close();

    assertThat(statuses.all()).isEmpty();
  }
}
