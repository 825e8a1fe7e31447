package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueriesTest {
  private static final String EXPORTED =
      """
      # HELP lockarbiter_stalled 1 for each cause
      lockarbiter_stalled{cause="clock",partition="0"} 0.0
      lockarbiter_stalled{cause="broker",partition="0"} 1.0
      lockarbiter_partitions 3.0
      """;

  @Test
  void queryOfWhatIsExported_hasNothingUnknown() {
    assertThat(
            Queries.unknown(
                "max by (job, cause) (lockarbiter_stalled{cause=~\"clock|broker\",job=\"a\"}) > lockarbiter_partitions",
                EXPORTED))
        .isEmpty();
  }

  @Test
  void misspelledNamesLabelsAndValues_areFound() {
    assertThat(
            Queries.unknown(
                "max by (couse) (lockarbiter_stalled{cause=~\"clock|brocker\",state=\"on\"}) > lockarbiter_partition",
                EXPORTED))
        .containsExactly(
            "lockarbiter_stalled{cause=~\"clock|brocker\",state=\"on\"}: cause=brocker",
            "lockarbiter_stalled{cause=~\"clock|brocker\",state=\"on\"}: state=on",
            "lockarbiter_partition",
            "by couse");
  }
}
