package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeoutsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Second-600                              | 600",
        "second-600                              | 600",
        "Second-5                                | 60",
        "Infinite                                | 604800",
        "Infinite, Second-4100000000             | 604800",
        "Second-4100000000                       | 604800",
        "Extend, Second-120                      | 120",
        "Second--1, Second-99999999999999999999  | 3600",
        "soon                                    | 3600"
      })
  void header_isReadWithinBounds(String header, long seconds) {
    assertThat(Timeouts.of(header)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void noHeader_isAnHour() {
    assertThat(Timeouts.of(null)).isEqualTo(Duration.ofHours(1));
  }
}
