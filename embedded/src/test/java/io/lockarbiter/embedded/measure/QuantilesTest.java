package io.lockarbiter.embedded.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuantilesTest {
  @Test
  void quantile_isAFigureThatWasThere() {
    List<Integer> figures = List.of(40, 10, 30, 20);

    assertThat(Quantiles.of(figures, 0)).isEqualTo(10);
    assertThat(Quantiles.of(figures, 0.25)).isEqualTo(10);
    assertThat(Quantiles.of(figures, 0.5)).isEqualTo(20);
    assertThat(Quantiles.of(figures, 0.99)).isEqualTo(40);
    assertThat(Quantiles.of(figures, 1)).isEqualTo(40);
  }

  @Test
  void median_isTheMiddleOrTheMeanOfTheTwoThere() {
    assertThat(Quantiles.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Quantiles.median(List.of(4L, 1L, 3L, 2L))).isEqualTo(2.5);
  }

  @Test
  void nothing_isZero() {
    assertThat(Quantiles.of(List.<Long>of(), 0.5)).isZero();
    assertThat(Quantiles.median(List.<Long>of())).isZero();
  }
}
