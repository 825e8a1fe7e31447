package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PartitionProgressTest {
  private final PartitionProgress progress = new PartitionProgress();

  @Test
  void nothingRead_hasNothingToCommit() {
    assertThat(progress.toCommit()).isEmpty();
  }

  @Test
  void jobsThatEndOutOfOrder_commitWhatLiesBeforeTheFirstThatRuns() {
    progress.begin(3);
    progress.begin(5);
    progress.begin(8);
    progress.read(10);
    assertThat(progress.toCommit()).hasValue(3);
    progress.end(8);
    progress.end(5);
    assertThat(progress.toCommit()).hasValue(3);
    progress.end(3);
    assertThat(progress.toCommit()).hasValue(10);
  }

  @Test
  void committed_isNotCommittedAgain() {
    progress.read(10);
    progress.committed(10);
    assertThat(progress.toCommit()).isEmpty();
    progress.begin(10);
    progress.read(11);
    assertThat(progress.toCommit()).isEmpty();
    progress.end(10);
    assertThat(progress.toCommit()).hasValue(11);
  }
}
