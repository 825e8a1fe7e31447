package io.lockarbiter.spring.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pauses of a lock that a freeze keeps from being locked. */
class KeyLockTest {
  /** A freeze that ends within a time leaves some of it for another attempt. */
  @ParameterizedTest
  @CsvSource({
    "60000, 1000",
    "4000, 1000",
    "900, 225",
    "200, 50",
    "100, 50",
    "50, 50",
    "10, 10",
    "0, 0"
  })
  void pause_isAQuarterOfTheTimeThatIsLeft(long leftMs, long pauseMs) {
    assertThat(KeyLock.pauseWithin(Duration.ofMillis(leftMs))).hasMillis(pauseMs);
  }
}
