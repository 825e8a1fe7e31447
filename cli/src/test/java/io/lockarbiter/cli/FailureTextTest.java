package io.lockarbiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTextTest {
  @Test
  void innermostMessageWithAFix_saysItAll() {
    Throwable refused =
        new IllegalStateException("x=1, expected 2. Fix: set x", new Exception("y"));
    Throwable wrapped = new IllegalStateException("no bean: " + refused.getMessage(), refused);

    assertThat(FailureText.of(wrapped)).isEqualTo("x=1, expected 2. Fix: set x");
  }

  @Test
  void otherFailures_areToldWithWhatTheirCausesAdd() {
    Throwable root = new IllegalStateException("disk full");
    Throwable silent = new IllegalStateException(null, root);
    Throwable same = new IllegalStateException("port taken", silent);
    Throwable outer = new IllegalStateException("no start: port taken", same);

    assertThat(FailureText.of(outer))
        .isEqualTo("no start: port taken%n  cause: disk full".formatted());
  }

  @Test
  void failureWithoutWords_isNamed() {
    assertThat(FailureText.of(new IllegalStateException())).isEqualTo("IllegalStateException");
  }
}
