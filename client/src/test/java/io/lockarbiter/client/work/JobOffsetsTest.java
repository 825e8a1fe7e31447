package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobOffsetsTest {
  private final JobOffsets jobs = new JobOffsets();

  @Test
  void nothingRead_hasNothingToCommit() {
    assertThat(jobs.toCommit()).isEmpty();
  }

  @Test
  void jobsThatEndOutOfOrder_commitWhatLiesBeforeTheFirstThatRuns() {
    jobs.begin(3);
    jobs.begin(5);
    jobs.begin(8);
    jobs.read(10);
    assertThat(jobs.toCommit()).hasValue(3);
    jobs.end(8);
    jobs.end(5);
    assertThat(jobs.toCommit()).hasValue(3);
    jobs.end(3);
    assertThat(jobs.toCommit()).hasValue(10);
  }

  @Test
  void committed_isNotCommittedAgain() {
    jobs.read(10);
    jobs.committed(10);
    assertThat(jobs.toCommit()).isEmpty();
    jobs.begin(10);
    jobs.read(11);
    assertThat(jobs.toCommit()).isEmpty();
    jobs.end(10);
    assertThat(jobs.toCommit()).hasValue(11);
  }
}
