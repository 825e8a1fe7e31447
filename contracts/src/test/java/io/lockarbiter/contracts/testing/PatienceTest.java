package io.lockarbiter.contracts.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class PatienceTest {
  @Test
  void awaitWithoutALimit_hasTheGenerousOne() {
    assertThat(Awaitility.await())
        .extracting("timeoutConstraint.maxWaitTime")
        .isEqualTo(Patience.LIMIT);
  }
}
