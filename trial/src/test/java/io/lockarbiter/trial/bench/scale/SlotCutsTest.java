package io.lockarbiter.trial.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotCutsTest {
  @Test
  void equalRanges_holdTwelvePartitionsUnevenly() {
    SlotCuts cuts = SlotCuts.equal(12, 3);

    assertThat(cuts.firstSlots()).containsExactly(0, 5_461, 10_922);
    assertThat(partitionsOf(cuts, 12, 3)).containsExactly(5, 3, 4);
  }

  @ParameterizedTest
  @CsvSource({"12, 1", "12, 3", "120, 30", "12, 5"})
  void evenCuts_differByOnePartitionAtMost(int partitions, int masters) {
    int[] each = partitionsOf(SlotCuts.even(partitions, masters), partitions, masters);

    assertThat(IntStream.of(each).min().getAsInt()).isEqualTo(partitions / masters);
    assertThat(IntStream.of(each).max().getAsInt()).isEqualTo((partitions + masters - 1) / masters);
  }

  private static int[] partitionsOf(SlotCuts cuts, int partitions, int masters) {
    int[] counts = new int[masters];
    IntStream.range(0, partitions).forEach(partition -> counts[cuts.master(partition)]++);
    return counts;
  }
}
