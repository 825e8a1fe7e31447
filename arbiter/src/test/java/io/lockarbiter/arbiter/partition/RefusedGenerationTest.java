package io.lockarbiter.arbiter.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RefusedGenerationTest {
  private static final long NOW = 1_000;

  private final RefusedGeneration refused = new RefusedGeneration();

  @Test
  void nothingRefused_isOpen() {
    assertThat(refused.isClosed(3, NOW)).isFalse();
    assertThat(refused.isClosed(-1, NOW)).isFalse();
  }

  @Test
  void refusedGeneration_isClosedUntilAnotherComes() {
    refused.close(3, NOW);

    assertThat(refused.isClosed(3, NOW)).isTrue();
    assertThat(refused.isClosed(4, NOW)).isFalse();
  }

  @Test
  void refusedGenerationThatStays_isOpenAfterFiveSeconds() {
    refused.close(3, NOW);

    assertThat(refused.isClosed(3, NOW + Duration.ofSeconds(5).toNanos() - 1)).isTrue();
    assertThat(refused.isClosed(3, NOW + Duration.ofSeconds(5).toNanos())).isFalse();
  }
}
