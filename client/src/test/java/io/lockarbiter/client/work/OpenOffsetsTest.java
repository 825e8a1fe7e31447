package io.lockarbiter.client.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a commit, compared with a plain set of offsets. */
class OpenOffsetsTest {
  private static final int POSITION = 400;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final OffsetRanges ranges = new OffsetRanges();
  private final SortedSet<Long> plain = new TreeSet<>();

  private void change() {
    long from = random.nextLong(POSITION);
    long to = Math.min(POSITION, from + random.nextLong(random.nextBoolean() ? 2 : 60));
    boolean adds = random.nextInt(3) > 0;
    if (adds) {
      ranges.add(from, to);
    } else {
      ranges.remove(from, to);
    }
    for (long offset = from; offset < to; offset++) {
      if (adds) {
        plain.add(offset);
      } else {
        plain.remove(offset);
      }
    }
  }

  private static SortedSet<Long> offsets(OffsetRanges of) {
    SortedSet<Long> all = new TreeSet<>();
    for (OffsetRanges.Range range : of.ranges()) {
      for (long offset = range.from(); offset < range.to(); offset++) {
        all.add(offset);
      }
    }
    return all;
  }

  @Test
  void openOffsets_areReadAsTheyWereCommitted() {
    for (int round = 0; round < 2_000; round++) {
      change();
      assertThat(offsets(ranges)).as("seed=%d", seed).isEqualTo(plain);
      assertThat(ranges.size()).as("seed=%d", seed).isEqualTo(plain.size());
      OffsetAndMetadata commit = OpenOffsets.commit(POSITION, ranges, 4_000);
      assertThat(commit.offset()).as("seed=%d", seed).isEqualTo(POSITION);
      assertThat(offsets(OpenOffsets.open(commit))).as("seed=%d", seed).isEqualTo(plain);
    }
  }

  /** The example of WIRE.md, Reading the events. */
  @Test
  void text_isThatOfTheSpecification() {
    ranges.add(10, 11);
    ranges.add(13, 18);
    assertThat(OpenOffsets.commit(20, ranges, OpenOffsets.MOST_TEXT))
        .isEqualTo(new OffsetAndMetadata(20, "open a,2+5"));
  }

  @Test
  void textThatIsTooLong_isCommittedByAnEarlierPosition() {
    for (int round = 0; round < 2_000; round++) {
      change();
      int most = random.nextInt(40);
      OffsetAndMetadata commit = OpenOffsets.commit(POSITION, ranges, most);
      assertThat(commit.metadata().length()).as("seed=%d", seed).isLessThanOrEqualTo(most);
      assertThat(offsets(OpenOffsets.open(commit)))
          .as("seed=%d", seed)
          .isEqualTo(plain.headSet(commit.offset()));
      assertThat(commit.offset())
          .as("seed=%d", seed)
          .matches(offset -> offset == POSITION || plain.contains(offset));
    }
  }

  @Test
  void thousandJobsOfOnePartition_fitWhereTheyLieCloseTogether() {
    for (long n = 0; n < 1_000; n++) {
      ranges.add(1_000_000_000 + 20 * n, 1_000_000_001 + 20 * n);
    }
    assertThat(OpenOffsets.commit(2_000_000_000, ranges, OpenOffsets.MOST_TEXT).offset())
        .isEqualTo(2_000_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "of another program", "open"})
  void metadataOfOthers_tellNothing(String metadata) {
    assertThat(OpenOffsets.open(new OffsetAndMetadata(POSITION, metadata)).isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"open ", "open 1,", "open ?", "open 1+0", "open -3", "open b5", "open 1+b4"})
  void metadataThatCannotBeRead_areRefused(String metadata) {
    assertThatThrownBy(() -> OpenOffsets.open(new OffsetAndMetadata(POSITION, metadata)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
