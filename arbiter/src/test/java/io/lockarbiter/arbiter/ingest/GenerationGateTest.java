package io.lockarbiter.arbiter.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GenerationGateTest {
  private static final long NOW = 1_000;

  private final GenerationGate gate = new GenerationGate();

  @Test
  void nothingRefused_isOpen() {
    assertThat(gate.isClosed(3, NOW)).isFalse();
    assertThat(gate.isClosed(-1, NOW)).isFalse();
  }

  @Test
  void refusedGeneration_isClosedUntilAnotherComes() {
    gate.close(3, NOW);

    assertThat(gate.isClosed(3, NOW)).isTrue();
    assertThat(gate.isClosed(4, NOW)).isFalse();
  }

  @Test
  void refusedGenerationThatStays_isOpenAfterFiveSeconds() {
    gate.close(3, NOW);

    assertThat(gate.isClosed(3, NOW + Duration.ofSeconds(5).toNanos() - 1)).isTrue();
    assertThat(gate.isClosed(3, NOW + Duration.ofSeconds(5).toNanos())).isFalse();
  }
}
