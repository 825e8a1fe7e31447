package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.kafka.KafkaLiveTokens;
import io.lockarbiter.client.kafka.KafkaLockClient;
import io.lockarbiter.contracts.testing.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The traces of a client in its process: lines in the log, and threads. */
@Cluster
class ClientEdgesIT {
  /** A fetch at the end of a partition waits so long for events; closing does not wait for it. */
  private static final Duration FETCH = Duration.ofSeconds(25);

  /** The warnings of Kafka's clients, of which the arbiter's log leaves some out. */
  private static final class Warnings extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Map<Logger, Level> levels = new HashMap<>();
    private final Logger kafka;

    Warnings() {
      LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
      kafka = loggers.getLogger("org.apache.kafka");
      for (Logger each : loggers.getLoggerList()) {
        if (each.getName().startsWith(kafka.getName()) && each.getLevel() != null) {
          levels.put(each, each.getLevel());
          each.setLevel(Level.WARN);
        }
      }
      start();
      kafka.addAppender(this);
    }

    @Override
    public void close() {
      kafka.detachAppender(this);
      levels.forEach(Logger::setLevel);
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
        lines.add(event.getFormattedMessage());
      }
    }
  }

  private static void acquire(LockClient client, String account) {
    assertThat(client.acquireAsync(LockRequest.upload(account, "u1", "/a")))
        .succeedsWithin(Patience.LIMIT);
  }

  private static List<String> threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(thread -> thread.contains(name))
        .toList();
  }

  @Test
  void startAndWork_warnOfNothing(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    LockClientOptions options = deployment.clientOptions().withName("quiet");
    List<String> lines;
    try (Warnings warnings = new Warnings();
        LockClient client = KafkaLockClient.open(options)) {
      lines = warnings.lines;
      await().until(() -> client.health().sinceBrokers() != null);
      for (int account = 0; account < 6; account++) {
        acquire(client, "quiet-" + account);
      }
    }

    assertThat(lines).filteredOn(line -> line.contains("clientId=quiet-")).isEmpty();
  }

  @Test
  void closedClients_leaveNoThread(Deployment deployment) {
    deployment.arbiter().awaitHealthy();
    LockClientOptions options =
        deployment
            .clientOptions()
            .withName("leaving")
            .withKafkaSetting("fetch.max.wait.ms", Long.toString(FETCH.toMillis()));
    List<LockClient> clients = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      LockClient client = KafkaLockClient.open(options);
      acquire(client, "leaving-" + n);
      clients.add(client);
    }
    KafkaLiveTokens tokens = KafkaLiveTokens.open(options);
    await().until(() -> tokens.lowest("leaving-0").isPresent());
    assertThat(threads("leaving")).hasSizeGreaterThan(30);

    clients.forEach(LockClient::close);
    tokens.close();

    await().atMost(FETCH.minusSeconds(5)).until(() -> threads("leaving").isEmpty());
  }
}
