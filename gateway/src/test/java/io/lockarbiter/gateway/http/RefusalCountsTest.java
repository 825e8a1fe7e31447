package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.gateway.ask.BusyException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;

class RefusalCountsTest {
  private final RefusalCounts counts = new RefusalCounts();

  @Test
  void everyReason_isThereBeforeTheFirst() {
    assertThat(counts.reasons()).contains("BUSY", "CONFLICT", "TOO_MANY_BYTES", "WRONG_PARTITION");
    assertThat(counts.reasons()).allSatisfy(reason -> assertThat(counts.of(reason)).isZero());
  }

  @Test
  void refusals_areCountedByReason() {
    Refused full = counts.counted(new CompletionException(new BusyException("full")));
    counts.counted(Refused.of(HttpStatus.CONFLICT, "A_NEWER_WORD", "of a newer arbiter"));

    assertThat(full.reason()).isEqualTo("BUSY");
    assertThat(counts.of("BUSY")).isOne();
    assertThat(counts.of(RefusalCounts.OTHER)).isOne();
    assertThat(counts.of("CONFLICT")).isZero();
  }
}
