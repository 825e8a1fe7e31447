package io.lockarbiter.trial.bench.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.trial.bench.gateway.GatewayReport.Level;
import io.lockarbiter.trial.bench.stage.Series;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text of made-up runs. */
class GatewayTextTest {
  @Test
  void text_tellsMedians_theirDifference_andTheBar() {
    Level kept =
        Level.of(20, series(5, 6, 7), series(20, 21, 22), series(8, 9, 11), series(20, 30, 40));
    Level missed =
        Level.of(100, series(5, 6, 7), series(20, 21, 22), series(8, 9.1, 11), series(9, 20, 40));

    assertThat(GatewayText.lines(new GatewayReport(2, 3, 15, 12, 240, List.of(kept, missed))))
        .containsExactly(
            "medians of 3 runs of 15 s on 2 cores, least and most in brackets; 240 accounts on 12 partitions, paths 5 deep",
            "",
            "ms of an acquire  at a rate of  Java client                 HTTP                 more  bar",
            "p50                       20/s          6.0  (5.0 … 7.0)     9.0  (8.0 … 11.0)    3.0  at most 3.0: kept",
            "p99                       20/s         21.0  (20.0 … 22.0)  30.0  (20.0 … 40.0)   9.0",
            "p50                      100/s          6.0  (5.0 … 7.0)     9.1  (8.0 … 11.0)    3.1  at most 3.0: MISSED",
            "p99                      100/s         21.0  (20.0 … 22.0)  20.0  (9.0 … 40.0)   -1.0");
  }

  private static Series series(double... values) {
    return Series.of(Arrays.stream(values).boxed().toList());
  }
}
