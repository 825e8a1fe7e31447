package io.lockarbiter.lua.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Moves, deletes and makes folders at random, and looks whether each told place is right. */
class PlacesToldTest {
  /** More by {@code -Dlockarbiter.seeds=2000}. */
  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("lockarbiter.seeds", 30));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void toldPlace_isWhereTheFolderIs(long seed) {
    MovedTree tree = new MovedTree(seed);
    for (int step = 0; step < 600; step++) {
      tree.step();
    }
    assertThat(tree.wrong()).as("seed=%d", seed).isEmpty();
    assertThat(tree.told()).as("seed=%d", seed).isPositive();
  }
}
