package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.testing.Patience;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.embedded.judge.GroupLag;
import io.lockarbiter.embedded.load.RandomCommands;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/**
 * A client that reads an account over HTTP and is cut off again and again has the state that {@code
 * audit state} reports at the same {@code seq}, and gets the tree and the waits that follow from
 * it. A build cuts a hundred times; {@code -Ddisconnects=1000} cuts more often, and {@code -Dseed}
 * repeats the random choices of this test.
 */
class ConsoleDisconnectsIT {
  private static final int DISCONNECTS = Integer.getInteger("disconnects", 100);
  private static final int READERS = 4;
  private static final int PARTITIONS = 2;
  private static final int COMPARED_AT_LEAST = 20;
  private static final int LOOKS_AT_LEAST = 2;
  private static final int LOOK_EVERY = 200;
  private static final int MOST_UNDECIDED = 1_000;
  private static final int BOUND_ONE_IN = 12;
  private static final String ACCOUNT = "acme";
  private static final String SENTINEL = "sentinel-";
  private static final List<String> ACCOUNTS = List.of(ACCOUNT, ACCOUNT, "beta", "gamma");
  private static final Map<String, String> SMALL = Map.of("lockarbiter.console.ring-events", "600");

  private final long seed = Seeds.fresh();
  private final AtomicInteger cut = new AtomicInteger();
  private final ToldStates states =
      new ToldStates(
          ACCOUNT,
          Map.of(
              "locks",
              ConsoleViews::locks,
              "end",
              ConsoleViews::locks,
              "tree",
              state -> ConsoleViews.tree(state, CutReader.LEVELS),
              "waits",
              ConsoleWaits::expected));
  private volatile boolean isOver;

  @Test
  void readersThatAreCutOff_haveTheStateThatTheAuditTells() throws Exception {
    System.out.printf("disconnects=%d%n", DISCONNECTS);
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter =
            EmbeddedArbiter.start(
                infrastructure, 0, Map.of("lockarbiter.topics.partitions", "" + PARTITIONS))) {
      arbiter.awaitRunning(Patience.LIMIT);
      Map<String, Object> kafka = Map.of("bootstrap.servers", infrastructure.bootstrapServers());
      List<CutReader> readers = new ArrayList<>();
      EmbeddedConsole console = EmbeddedConsole.start(infrastructure, 0, SMALL);
      try (KafkaProducer<byte[], byte[]> commands =
          new KafkaProducer<>(kafka, new ByteArraySerializer(), new ByteArraySerializer())) {
        CompletableFuture<Void> history =
            CompletableFuture.runAsync(() -> happen(kafka, commands), ThreadPerTask.EXECUTOR);
        int port = URI.create(console.address()).getPort();
        List<CompletableFuture<Void>> reading = new ArrayList<>();
        for (int n = 0; n < READERS; n++) {
          CutReader reader = new CutReader(port, ACCOUNT, new Random(seed + n), states::see);
          readers.add(reader);
          reading.add(CompletableFuture.runAsync(() -> read(reader), ThreadPerTask.EXECUTOR));
        }
        CompletableFuture<Void> all =
            CompletableFuture.allOf(reading.toArray(CompletableFuture[]::new));
        for (int step = 1; step <= steps(); step++) {
          awaitCuts(step * DISCONNECTS / (steps() + 1), all);
          console = disturb(console, infrastructure, port, step);
        }
        awaitCuts(DISCONNECTS, all);
        history.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        endAll(commands, all);
      } finally {
        isOver = true;
        console.close();
      }
      Map<String, Integer> compared =
          states.compare(kafka, AccountHash.partition(ACCOUNT, PARTITIONS));
      int resets = readers.stream().mapToInt(CutReader::resets).sum();
      System.out.printf(
          "seed=%d: %d disconnects, %d resets, %d states told, compared with the audit %s%n",
          seed, cut.get(), resets, states.size(), compared);
      assertThat(states.contradictions()).as("seed=%d", seed).isEmpty();
      assertThat(compared.getOrDefault("locks", 0))
          .as("seed=%d", seed)
          .isGreaterThan(COMPARED_AT_LEAST);
      for (String view : List.of("tree", "waits")) {
        assertThat(compared.getOrDefault(view, 0))
            .as("%s, seed=%d", view, seed)
            .isGreaterThan(LOOKS_AT_LEAST);
      }
      assertThat(compared.getOrDefault("end", 0)).as("seed=%d", seed).isPositive();
      assertThat(resets).as("some had to read anew, seed=%d", seed).isPositive();
    }
  }

  /**
   * Sends the commands of several accounts, some hundreds a second, and not faster than they are
   * decided, so that the last of them does not wait behind a backlog.
   */
  private void happen(Map<String, Object> kafka, KafkaProducer<byte[], byte[]> commands) {
    Random random = new Random(seed);
    List<RandomCommands> accounts =
        ACCOUNTS.stream().map(account -> new RandomCommands(account, random::nextInt)).toList();
    try (Admin admin = Admin.create(kafka)) {
      for (long number = 0; !isOver; number++) {
        int account = random.nextInt(accounts.size());
        RandomCommands.Bytes command =
            random.nextInt(BOUND_ONE_IN) == 0
                ? ofSession(random, number)
                : accounts.get(account).next(number);
        commands.send(new ProducerRecord<>("lock.commands", command.key(), command.value()));
        if (number % 20 == 0) {
          LockSupport.parkNanos(random.nextInt(100) * 1_000_000L);
        }
        if (number % LOOK_EVERY == LOOK_EVERY - 1) {
          await().until(() -> isOver || undecided(admin) <= MOST_UNDECIDED);
        }
      }
    }
    commands.flush();
  }

  /**
   * A session is kept alive, binds locks to itself that nobody else wants, and is asked for them
   * now and then.
   */
  private static RandomCommands.Bytes ofSession(Random random, long number) {
    String more =
        switch (random.nextInt(3)) {
          case 0 ->
              "\"subAccount\":\"u9\",\"type\":\"keepAlive\",\"leaseMs\":%d"
                  .formatted(5_000 + random.nextInt(60_000));
          case 1 ->
              "\"subAccount\":\"u9\",\"type\":\"acquire\",\"operation\":\"UPLOAD\",\"bound\":true,\"path\":\"/bound/%d\""
                  .formatted(random.nextInt(6));
          default ->
              "\"subAccount\":\"u8\",\"type\":\"yield\",\"lockId\":\"bound-%d\",\"graceMs\":%d"
                  .formatted(Math.max(0, number - random.nextInt(200)), random.nextInt(10_000));
        };
    String command =
        "{\"commandId\":\"bound-%d\",\"account\":\"%s\",\"session\":\"web\",%s}"
            .formatted(number, ACCOUNT, more);
    return new RandomCommands.Bytes(ACCOUNT.getBytes(UTF_8), command.getBytes(UTF_8));
  }

  private static long undecided(Admin admin) throws InterruptedException {
    GroupLag lag = GroupLag.of(admin, "lockarbiter", "lock.commands");
    return lag == null ? Long.MAX_VALUE : lag.records();
  }

  private void read(CutReader reader) {
    while (cut.get() < DISCONNECTS) {
      try {
        reader.beCutOff();
        cut.incrementAndGet();
      } catch (IOException e) {
        LockSupport.parkNanos(50_000_000); // the console restarts
      }
    }
    isOver = true;
    while (!reader.lastCommand().startsWith(SENTINEL)) {
      try {
        reader.followTo(SENTINEL);
      } catch (IOException e) {
        LockSupport.parkNanos(50_000_000);
      }
    }
  }

  /**
   * Ends the readers. A reader whose state already contains a sentinel does not get it by the
   * stream; a later sentinel ends it.
   */
  private static void endAll(KafkaProducer<byte[], byte[]> commands, CompletableFuture<Void> all)
      throws Exception {
    for (int n = 1; !all.isDone(); n++) {
      String command =
          "{\"type\":\"renew\",\"commandId\":\"%s%d\",\"account\":\"%s\",\"subAccount\":\"u\",\"lockId\":\"none\"}"
              .formatted(SENTINEL, n, ACCOUNT);
      commands
          .send(
              new ProducerRecord<>(
                  "lock.commands", ACCOUNT.getBytes(UTF_8), command.getBytes(UTF_8)))
          .get();
      try {
        all.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        assertThat(n)
            .as("seconds that readers had to end")
            .isLessThan((int) Patience.LIMIT.toSeconds());
      }
    }
    all.get();
  }

  /** Waits for so many more cuts, with a time limit for each; gives up if a reader fails. */
  private void awaitCuts(int number, CompletableFuture<Void> readers) {
    for (int before = cut.get(); before < number; before = cut.get()) {
      int known = before;
      await().until(() -> cut.get() > known || readers.isDone());
      if (readers.isDone()) {
        readers.join();
      }
    }
  }

  private static int steps() {
    return 10 * Math.max(1, DISCONNECTS / 100);
  }

  /** Makes the console forget accounts, or events, or everything. */
  private static EmbeddedConsole disturb(
      EmbeddedConsole console, EmbeddedInfrastructure infrastructure, int port, int step) {
    if (step % 10 == 5) {
      console.close();
      return EmbeddedConsole.start(infrastructure, port, SMALL);
    }
    if (step % 10 == 8) {
      console.forgetEvents();
    } else {
      console.forgetAccounts();
    }
    return console;
  }
}
