package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.DeskOptions;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.testing.SimulatedTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.http.HttpStatus;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerRequest;
import tools.jackson.databind.json.JsonMapper;

class SessionHandlerTest {
  @TempDir private Path folder;

  @Test
  void sessionIsKeptAlive_onlyByWhoMayAskForLocksToo() throws Exception {
    Gate gate = Gates.of(folder, "hold");
    MockServerWebExchange exchange =
        MockServerWebExchange.from(
            MockServerHttpRequest.post("/").header("Authorization", "Bearer secret"));
    exchange
        .getAttributes()
        .put(
            RouterFunctions.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
            Map.of("account", "acme", "session", "tab-1"));
    ServerRequest request =
        ServerRequest.create(exchange, HandlerStrategies.withDefaults().messageReaders());
    gate.identify(request).block();
    Arrival.note(request, 0);
    SessionHandler sessions =
        new SessionHandler(
            gate,
            new PolicyGate(null, () -> 0),
            new Bodies(Duration.ofSeconds(1)),
            desk(),
            new LockBook(1 << 20),
            account -> true,
            JsonMapper.shared());

    Refused refused =
        catchThrowableOfType(Refused.class, () -> sessions.keepAlive(request).block());

    assertThat(refused.status()).isEqualTo(HttpStatus.FORBIDDEN);
  }

  private static CommandDesk desk() {
    return new CommandDesk(
        new DeskOptions(Duration.ZERO, Duration.ofSeconds(1), 1),
        ClientAddress.of("gateway", new Random(1)),
        new SimulatedTime(),
        new CommandSender() {
          @Override
          public void send(AccountCommand command, Consumer<SendFailure> failed) {
            throw new AssertionError("this was sent: " + command);
          }

          @Override
          public void close() {
            // Nothing is kept back.
          }
        },
        new Random(2));
  }
}
