package io.lockarbiter.trial.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.trial.bench.stage.BenchStage;
import io.lockarbiter.trial.bench.stage.ChildJvm;
import io.lockarbiter.trial.bench.stage.ConsoleMain;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A console whose latest events fill what they may, and five hundred records of strangers on both
 * topics, of 1 MB each: empty headers, which take 80 MB when they are decoded, or a key. Some wait
 * when the console starts.
 */
@Tag("nightly")
class ConsoleOfMegabytesIT {
  private static final int PARTITIONS = 12;
  private static final int RECORDS = 250;
  private static final int BEFORE = 100;
  private static final int AHEAD = 20;
  private static final int MEGABYTE = 1_000_000;
  private static final Duration START = Duration.ofMinutes(5);
  private static final Pattern STARTED = Pattern.compile(ConsoleMain.STARTED + "(\\d+)");

  /** 70 % of the container's 1 GB, without the 256 MB that accounts in memory may take. */
  private static final String HEAP = "-Xmx461m";

  private static final String EVENT =
      "{\"v\":1,\"type\":\"granted\",\"seq\":%d,\"at\":%d,\"account\":\"%s\",\"commandId\":\"%s\"}";

  private final List<Header> headers = LargeCommands.headers(510_000, new byte[0]);
  private final List<String> accounts = PartitionAccounts.of(PARTITIONS, 1);
  private final long[] seq = new long[PARTITIONS];

  /** The last partition has no such records, but a reader who waits for its events. */
  @Test
  void recordsOfAMegabyte_neitherEndTheConsoleNorHoldUpWhatOthersSee() throws Exception {
    try (BenchStage stage = BenchStage.startQuick(null, StopSignal.never());
        Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()));
        KafkaProducer<byte[], byte[]> producer = producer(stage)) {
      LargeCommands.allow(admin, PARTITIONS);
      admin.createTopics(List.of(new NewTopic("lock.events", PARTITIONS, (short) 1))).all().get();
      fillTheLatestEvents(producer);
      for (int n = 0; n < BEFORE; n++) {
        send(producer, n);
      }
      producer.flush();
      ChildJvm console = console(stage);
      String address = "http://127.0.0.1:" + console.await(STARTED, START);
      long longestMs = 0;
      for (int n = BEFORE; n < RECORDS; n++) {
        send(producer, n);
        if (n % AHEAD == AHEAD - 1) {
          longestMs = Math.max(longestMs, awaitShown(producer, console, address, "m" + n));
        }
      }
      System.out.printf(
          "%d records of 1 MB on each topic; an event was shown after at most %d ms; %d MB"
              + " resident%n",
          RECORDS, longestMs, console.residentMb());
      assertThat(get(address, "/api/partitions")).contains("\"partition\":11");
      assertThat(get(address, "/api/accounts")).contains(accounts.get(0)).doesNotContain("kkk");
      assertThat(console.isAlive()).isTrue();
    }
  }

  private static ChildJvm console(BenchStage stage) {
    return stage.jvm(
        ConsoleMain.class,
        List.of(HEAP, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"),
        List.of(
            "--spring.kafka.bootstrap-servers=" + stage.bootstrapServers(),
            "--lockarbiter.redis.addresses=" + stage.redisAddress(),
            "--server.port=0"));
  }

  /** Events as long as events can be, so that there are 128 MB of them soon. */
  private void fillTheLatestEvents(KafkaProducer<byte[], byte[]> producer) {
    String padding = "x".repeat(64_000);
    for (int n = 0; n < 2_200; n++) {
      var unused = event(producer, n % PARTITIONS, padding);
    }
  }

  /** One on each topic: a round over the partitions has headers, the next one keys. */
  private void send(KafkaProducer<byte[], byte[]> producer, int number) throws Exception {
    int partition = number % (PARTITIONS - 1);
    for (String topic : List.of("lock.events", "lock.commands")) {
      String text = "{\"seq\":%d,\"at\":1,\"type\":\"granted\"}".formatted(seq[partition] + 1);
      ProducerRecord<byte[], byte[]> record =
          number / (PARTITIONS - 1) % 2 == 0
              ? new ProducerRecord<>(topic, partition, new byte[0], new byte[0], headers)
              : new ProducerRecord<>(topic, partition, longKey(number), text.getBytes(UTF_8));
      producer.send(record).get();
    }
  }

  /** Takes two bytes a character on the heap. */
  private static byte[] longKey(int number) {
    byte[] key = new byte[MEGABYTE];
    Arrays.fill(key, (byte) 'k');
    byte[] name = ("€" + number).getBytes(UTF_8);
    System.arraycopy(name, 0, key, 0, name.length);
    return key;
  }

  /** Returns after how many milliseconds an event of the last partition was shown. */
  private long awaitShown(
      KafkaProducer<byte[], byte[]> producer, ChildJvm console, String address, String commandId)
      throws ExecutionException, InterruptedException {
    int last = PARTITIONS - 1;
    event(producer, last, commandId).get();
    long began = System.nanoTime();
    await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(console.isAlive()).as("the console runs").isTrue();
              return get(address, "/api/recent?limit=1&account=" + accounts.get(last))
                  .contains("\"" + commandId + "\"");
            });
    return (System.nanoTime() - began) / 1_000_000;
  }

  private Future<RecordMetadata> event(
      KafkaProducer<byte[], byte[]> producer, int partition, String commandId) {
    String account = accounts.get(partition);
    String text = EVENT.formatted(++seq[partition], System.currentTimeMillis(), account, commandId);
    return producer.send(
        new ProducerRecord<>(
            "lock.events",
            partition,
            account.getBytes(UTF_8),
            text.getBytes(UTF_8),
            List.of(new RecordHeader("type", "granted".getBytes(UTF_8)))));
  }

  private static String get(String address, String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address + path)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static KafkaProducer<byte[], byte[]> producer(BenchStage stage) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", stage.bootstrapServers(), "max.request.size", "1048588"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }
}
