package io.lockarbiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.web.server.PortInUseException;

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
  void refusedValueOfASetting_saysItAll() {
    Throwable refused =
        new IllegalArgumentException("lockarbiter.concurrency=0, expected at least 1");
    Throwable wrapped = new IllegalStateException("Unable to start web server", refused);

    assertThat(FailureText.of(wrapped)).isEqualTo("lockarbiter.concurrency=0, expected at least 1");
  }

  @Test
  void limitThatIsNone_saysItAll() {
    Throwable refused =
        new IllegalArgumentException("lockarbiter.limits.waiters is no limit, expected one of …");
    Throwable wrapped = new IllegalStateException("Could not bind", refused);

    assertThat(FailureText.of(wrapped))
        .isEqualTo("lockarbiter.limits.waiters is no limit, expected one of …");
  }

  @Test
  void settingThatIsNone_isNamed() {
    ConfigurationPropertyName name =
        ConfigurationPropertyName.of("lockarbiter.concurency"); // misspelt
    Throwable unbound =
        new UnboundConfigurationPropertiesException(
            Set.of(new ConfigurationProperty(name, "8", null)));

    assertThat(FailureText.of(new IllegalStateException("Could not bind", unbound)))
        .isEqualTo(
            "lockarbiter.concurency: no such setting; it would change nothing. Fix: correct the name, as in arbiter/README.md, Settings");
  }

  @Test
  void takenPort_isToldWithTheSettingThatChoosesAnother() {
    assertThat(FailureText.of(new IllegalStateException("no start", new PortInUseException(8080))))
        .isEqualTo(
            "server.port=8080 is taken by another process; without its HTTP side an arbiter does not start. Fix: start with --server.port=PORT, 0 for any that is free");
  }

  @Test
  void interruption_isAStop() {
    assertThat(FailureText.of(new IllegalStateException(new InterruptedException())))
        .isEqualTo("stopped before it was done");
  }

  @Test
  void failureWithoutWords_isNamed() {
    assertThat(FailureText.of(new IllegalStateException())).isEqualTo("IllegalStateException");
  }
}
