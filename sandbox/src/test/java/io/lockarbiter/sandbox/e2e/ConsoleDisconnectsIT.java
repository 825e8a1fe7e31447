package io.lockarbiter.sandbox.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.audit.kafka.KafkaHistorySource;
import io.lockarbiter.audit.model.HistoryState;
import io.lockarbiter.audit.model.ModelReplay;
import io.lockarbiter.audit.model.StateJson;
import io.lockarbiter.audit.replay.AuditReplay;
import io.lockarbiter.audit.replay.HistoryStart;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.ReplayStep;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.sandbox.embedded.EmbeddedArbiter;
import io.lockarbiter.sandbox.embedded.EmbeddedConsole;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import io.lockarbiter.sandbox.load.RandomCommands;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Whoever reads an account over HTTP and is cut off again and again has the state that {@code audit
 * state} tells of the same {@code seq}. The build cuts a hundred times; {@code -Ddisconnects=1000}
 * does it more often, {@code -Dhistory.seed} repeats what was random here.
 */
class ConsoleDisconnectsIT {
  private static final int DISCONNECTS = Integer.getInteger("disconnects", 100);
  private static final int READERS = 4;
  private static final int PARTITIONS = 2;
  private static final int COMPARED_AT_LEAST = 20;
  private static final String ACCOUNT = "acme";
  private static final String SENTINEL = "sentinel";
  private static final List<String> ACCOUNTS = List.of(ACCOUNT, ACCOUNT, "beta", "gamma");
  private static final Map<String, String> SMALL = Map.of("lockarbiter.console.ring-events", "600");

  private final long seed = Long.getLong("history.seed", System.nanoTime());
  private final AtomicInteger cut = new AtomicInteger();
  private final Map<Long, String> states = new ConcurrentHashMap<>();
  private final List<String> contradictions = new ArrayList<>();
  private volatile boolean isOver;

  @Test
  void readersThatAreCutOff_haveTheStateThatTheAuditTells() throws Exception {
    System.out.printf("seed=%d disconnects=%d%n", seed, DISCONNECTS);
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(
                infrastructure, 0, Map.of("lockarbiter.topics.partitions", "" + PARTITIONS));
        KafkaProducer<byte[], byte[]> commands = producer(infrastructure)) {
      arbiter.awaitRunning(Patience.LIMIT);
      CompletableFuture<Void> history = CompletableFuture.runAsync(() -> happen(commands));
      List<CutReader> readers = new ArrayList<>();
      EmbeddedConsole console = EmbeddedConsole.start(infrastructure, 0, SMALL);
      try {
        int port = URI.create(console.address()).getPort();
        List<CompletableFuture<Void>> reading = new ArrayList<>();
        for (int n = 0; n < READERS; n++) {
          CutReader reader = new CutReader(port, ACCOUNT, new Random(seed + n), this::see);
          readers.add(reader);
          reading.add(CompletableFuture.runAsync(() -> read(reader)));
        }
        console = disturb(console, infrastructure, port);
        history.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        send(
            commands,
            "{\"type\":\"renew\",\"commandId\":\"%s\",\"account\":\"%s\",\"subAccount\":\"u\",\"lockId\":\"none\"}"
                .formatted(SENTINEL, ACCOUNT));
        for (CompletableFuture<Void> one : reading) {
          one.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
      } finally {
        console.close();
      }
      Comparison comparison = compare(infrastructure);
      int resets = readers.stream().mapToInt(CutReader::resets).sum();
      System.out.printf(
          "seed=%d: %d disconnects, %d resets, %d states told, %d compared, the last at seq=%d%n",
          seed, DISCONNECTS, resets, states.size(), comparison.compared, comparison.last);
      assertThat(contradictions).as("seed=%d", seed).isEmpty();
      assertThat(comparison.compared).as("seed=%d", seed).isGreaterThan(COMPARED_AT_LEAST);
      assertThat(comparison.sentinel).as("the end was compared too, seed=%d", seed).isTrue();
      assertThat(resets).as("some had to read anew, seed=%d", seed).isPositive();
    }
  }

  /** The commands of several accounts, some hundreds a second. */
  private void happen(KafkaProducer<byte[], byte[]> commands) {
    Random random = new Random(seed);
    List<RandomCommands> accounts =
        ACCOUNTS.stream().map(account -> new RandomCommands(account, random::nextInt)).toList();
    for (long number = 0; !isOver; number++) {
      int account = random.nextInt(accounts.size());
      RandomCommands.Bytes command = accounts.get(account).next(number);
      commands.send(new ProducerRecord<>("lock.commands", command.key(), command.value()));
      if (number % 20 == 0) {
        LockSupport.parkNanos(random.nextInt(100) * 1_000_000L);
      }
    }
    commands.flush();
  }

  private void read(CutReader reader) {
    while (cut.get() < DISCONNECTS) {
      try {
        reader.beCutOff();
        cut.incrementAndGet();
      } catch (IOException e) {
        LockSupport.parkNanos(50_000_000); // the console starts anew
      }
    }
    isOver = true;
    while (!reader.lastCommand().equals(SENTINEL)) {
      try {
        reader.followTo(SENTINEL);
      } catch (IOException e) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  /** The console forgets accounts, or events, or everything. */
  private EmbeddedConsole disturb(
      EmbeddedConsole console, EmbeddedInfrastructure infrastructure, int port) {
    EmbeddedConsole now = console;
    int restarts = Math.max(1, DISCONNECTS / 100);
    for (int step = 1; step <= 10 * restarts; step++) {
      int at = step * DISCONNECTS / (10 * restarts + 1);
      await().until(() -> cut.get() >= at);
      if (step % 10 == 5) {
        now.close();
        Map<String, String> settings = new TreeMap<>(SMALL);
        now = EmbeddedConsole.start(infrastructure, port, settings);
      } else if (step % 10 == 8) {
        now.forgetEvents();
      } else {
        now.forgetAccounts();
      }
    }
    return now;
  }

  /** Two who come to the same event have the same state. */
  private void see(long seq, String state) {
    String before = states.putIfAbsent(seq, state);
    if (before != null && !before.equals(state)) {
      contradictions.add("two readers differ at seq=" + seq + "\n" + before + "\n---\n" + state);
    }
  }

  private static final class Comparison {
    private int compared;
    private long last;
    private boolean sentinel;
  }

  private Comparison compare(EmbeddedInfrastructure infrastructure) {
    Comparison comparison = new Comparison();
    int partition = AccountHash.partition(ACCOUNT, PARTITIONS);
    ModelReplay model = new ModelReplay();
    ReplayListener listener =
        new ReplayListener() {
          @Override
          public void begin(HistoryStart start) {
            model.begin(start);
          }

          @Override
          public void step(ReplayStep step) {
            model.decide(step);
            PartitionState state = Objects.requireNonNull(model.store().state(partition));
            long seq = state.header().seq();
            String told = step.events().isEmpty() ? null : states.get(seq);
            if (told == null) {
              return;
            }
            String expected = expected(new HistoryState(partition, model.store(), state, null));
            if (!told.equals(expected)) {
              contradictions.add("seq=%d\n%s\n--- audit:\n%s".formatted(seq, told, expected));
            }
            comparison.compared++;
            comparison.last = seq;
            comparison.sentinel |=
                step.events().stream()
                    .anyMatch(event -> event.event().head().commandId().equals(SENTINEL));
          }
        };
    Map<String, Object> settings = Map.of("bootstrap.servers", infrastructure.bootstrapServers());
    KafkaHistorySource source = new KafkaHistorySource(settings, "");
    try (PartitionHistory history = source.open(partition)) {
      new AuditReplay(history, violation -> contradictions.add(violation.toString()))
          .run(List.of(listener));
    }
    return comparison;
  }

  private static String expected(HistoryState state) {
    JsonNode of = StateJson.of(state, ACCOUNT);
    Map<String, String> held = new TreeMap<>();
    of.path("locks")
        .forEach(lock -> held.put(lock.path("lockId").asString(), CutReader.line(lock)));
    List<String> waiting = new ArrayList<>();
    of.path("waiting").forEach(request -> waiting.add(CutReader.line(request)));
    return CutReader.text(held, waiting);
  }

  private static KafkaProducer<byte[], byte[]> producer(EmbeddedInfrastructure infrastructure) {
    return new KafkaProducer<>(
        Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, infrastructure.bootstrapServers()),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static void send(KafkaProducer<byte[], byte[]> commands, String command)
      throws Exception {
    commands
        .send(
            new ProducerRecord<>("lock.commands", ACCOUNT.getBytes(UTF_8), command.getBytes(UTF_8)))
        .get();
  }
}
