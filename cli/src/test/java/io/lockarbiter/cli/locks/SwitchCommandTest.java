package io.lockarbiter.cli.locks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The command that switches senders. */
class SwitchCommandTest {
  @Test
  void exitCode_says() {
    assertThat(new SwitchCommand("test \"$ACCOUNT\" = acme").to("acme")).isEmpty();
    assertThat(new SwitchCommand("exit 3").to("acme")).contains("exit code 3");
  }

  /** A terminal sends its signals to all that runs in it. */
  @Test
  void ctrlCAndTheEndOfTheTerminal_doNotInterrupt() {
    assertThat(new SwitchCommand("kill -INT $$; kill -HUP $$").to("acme")).isEmpty();
  }

  /** Without UTF-8 a command would be told to switch another account. */
  @Test
  void localeThatHasNotAllLetters_isSeen() {
    assertThat(SwitchCommand.isCarried("Straße", true, UTF_8)).isTrue();
    assertThat(SwitchCommand.isCarried("a?b", true, UTF_8)).isTrue();
    assertThat(SwitchCommand.isCarried("Straße", false, US_ASCII)).isFalse();
    assertThat(SwitchCommand.isCarried("Stra\uFFFD\uFFFDe", true, US_ASCII)).isFalse();
    assertThat(SwitchCommand.isCarried("Stra??e", true, US_ASCII)).isFalse();
    assertThat(SwitchCommand.isCarried("a?b", false, US_ASCII)).isTrue();
    assertThat(SwitchCommand.isCarried("acme", true, US_ASCII)).isTrue();
  }
}
