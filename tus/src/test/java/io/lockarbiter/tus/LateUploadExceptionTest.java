package io.lockarbiter.tus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LateUploadExceptionTest {
  @Test
  void commentOfWhoAsked_addsNoLine() {
    assertThat(new LateUploadException("asked by bob: now\nINFO all is well"))
        .hasMessage("asked by bob: now<U+000A>INFO all is well");
  }
}
