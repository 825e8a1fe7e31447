package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class JobOffsetsTest {
  private static final int TEXT = OpenOffsets.MOST_TEXT;

  private final OffsetRanges unread = new OffsetRanges();

  private JobOffsets from(long next) {
    return new JobOffsets(next, unread, new OffsetAndMetadata(next));
  }

  @Test
  void nothingRead_hasNothingToCommit() {
    assertThat(from(3).toCommit(TEXT)).isNull();
  }

  @Test
  void jobsThatEndOutOfOrder_commitNamesThoseThatRun() {
    JobOffsets jobs = from(0);
    jobs.begin(3);
    jobs.begin(5);
    jobs.begin(8);
    jobs.read(100);
    assertThat(jobs.toCommit(TEXT)).isEqualTo(new OffsetAndMetadata(100, "open 3,1,2"));
    jobs.end(5);
    assertThat(jobs.toCommit(TEXT)).isEqualTo(new OffsetAndMetadata(100, "open 3,4"));
    jobs.end(8);
    jobs.end(3);
    assertThat(jobs.toCommit(TEXT)).isEqualTo(new OffsetAndMetadata(100));
  }

  @Test
  void committed_isNotCommittedAgain() {
    JobOffsets jobs = from(0);
    jobs.begin(10);
    jobs.read(11);
    OffsetAndMetadata commit = new OffsetAndMetadata(11, "open a");
    assertThat(jobs.toCommit(TEXT)).isEqualTo(commit);
    jobs.committed(commit);
    assertThat(jobs.toCommit(TEXT)).isNull();
    jobs.end(10);
    assertThat(jobs.toCommit(TEXT)).isEqualTo(new OffsetAndMetadata(11));
  }

  @Test
  void earlierEvents_areReadShortRangesFirstAndOfLongOnesTheLatest() {
    unread.add(100, 1_000_000);
    unread.add(1_500_000, 1_500_001);
    JobOffsets jobs = from(2_000_000);
    assertThat(jobs.nextUnread()).isEqualTo(1_500_000);
    jobs.readEarlier(1_500_000, 1_500_001);
    assertThat(jobs.nextUnread()).isEqualTo(980_000);
    jobs.readEarlier(980_000, 985_000);
    assertThat(jobs.nextUnread()).isEqualTo(985_000);
    jobs.readEarlier(985_000, 1_000_000);
    assertThat(jobs.nextUnread()).isEqualTo(960_000);
    assertThat(jobs.unread()).isEqualTo(980_000 - 100);
  }

  @Test
  void earlierEvents_areOpenUntilTheyWereRead() {
    unread.add(10, 20);
    JobOffsets jobs = from(30);
    jobs.begin(12);
    jobs.readEarlier(10, 15);
    assertThat(jobs.toCommit(TEXT)).isEqualTo(new OffsetAndMetadata(30, "open c,2+5"));
    assertThat(jobs.isUnread(14)).isFalse();
    assertThat(jobs.isUnread(15)).isTrue();
  }
}
