package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.service.StartupRefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A console that would admit users whom it must not admit does not start, and says why in a
 * sentence.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefusedStartTest {
  @TempDir private static Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.7", ""})
  void addressThatOthersReach_takesALogin(String address, CapturedOutput output) {
    assertThatThrownBy(() -> start("--server.address=" + address))
        .hasRootCauseInstanceOf(StartupRefusedException.class);
    assertThat(output.getOut())
        .contains(
            "server.address=%s is no loopback address, and no login is configured: anybody there could read every account. Fix: set lockarbiter.console.users-file, or spring.security.oauth2.client.*, or server.address=127.0.0.1"
                .formatted(address))
        .doesNotContain("\tat ");
  }

  @Test
  void loopback_startsAndSaysThatNobodyLogsIn(CapturedOutput output) {
    start("--server.address=127.0.0.1").close();
    assertThat(output.getOut()).contains("nobody needs to log in: whoever reaches this machine's");
  }

  @Test
  void usersFileThatIsNotUnderstood_isNamedWithoutWhatItSays(CapturedOutput output)
      throws IOException {
    Path file = Files.writeString(directory.resolve("bad"), "olga:secret in clear:operator\n");
    assertThatThrownBy(() -> start("--lockarbiter.console.users-file=" + file))
        .hasRootCauseInstanceOf(StartupRefusedException.class);
    assertThat(output.getAll())
        .contains("line 1 is not of the form")
        .doesNotContain("secret in clear", "\tat ");
  }

  @Test
  void providerThatDoesNotAnswer_isNamed(CapturedOutput output) {
    String client = "--spring.security.oauth2.client.";
    assertThatThrownBy(
            () ->
                start(
                    client + "registration.staff.client-id=console",
                    client + "provider.staff.issuer-uri=http://127.0.0.1:1/nobody"))
        .hasRootCauseMessage("Connection refused");
    assertThat(output.getOut())
        .contains(
            "issuer-uri=http://127.0.0.1:1/nobody does not answer as a provider of OpenID Connect")
        .doesNotContain("\tat ");
  }

  @Test
  void kafkaThatDoesNotAnswer_isWaitedForAndNamed(CapturedOutput output) {
    assertThatThrownBy(
            () ->
                ConsoleApplication.run(
                    "--server.port=0",
                    "--spring.kafka.bootstrap-servers=127.0.0.1:1",
                    "--lockarbiter.kafka.start-timeout=5s",
                    "--lockarbiter.console.timeout=1s"))
        .hasRootCauseInstanceOf(KafkaException.class);
    assertThat(output.getOut())
        .contains("Kafka at 127.0.0.1:1 does not answer yet")
        .contains(
            "Kafka at 127.0.0.1:1 did not answer when asked for topic lock.events, within lockarbiter.console.timeout=1000 ms")
        .contains("the console cannot start without. Fix: see that the brokers run")
        .doesNotContain("\tat ");
  }

  private static ConfigurableApplicationContext start(String... arguments) {
    return new SpringApplicationBuilder(ConsoleApplication.class, ModelServices.class)
        .web(WebApplicationType.SERVLET)
        .profiles("without-services")
        .properties("spring.config.name=console")
        .run(
            Stream.concat(Stream.of("--server.port=0"), List.of(arguments).stream())
                .toArray(String[]::new));
  }
}
