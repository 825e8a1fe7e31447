package io.lockarbiter.trial.bench.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.trial.bench.stage.BenchStage;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends hostile commands to a deployment, and loses the state of partition 0. For one thread. */
final class HostileSender implements AutoCloseable {
  private static final String GROUP = "lockarbiter";
  private static final TopicPartition COMMANDS = new TopicPartition("lock.commands", 0);
  private static final String UNLINK =
      "return redis.call('UNLINK', unpack(redis.call('KEYS', ARGV[1])))";
  private static final String ACQUIRE =
      "{\"type\":\"acquire\",\"commandId\":\"%s\",\"account\":\"%s\",\"subAccount\":\"%s\",\"operation\":\"%s\",%s,\"leaseMs\":%d,\"waitMs\":%d}";

  /** Ends its lock; the last field may be {@code ,"gone":true}. */
  private static final String RELEASE =
      "{\"type\":\"release\",\"commandId\":\"end-%1$s\",\"account\":\"%2$s\",\"subAccount\":\"%3$s\",\"lockId\":\"%1$s\"%4$s}";

  private static final long LEAST_LEASE_MS = 5_000;
  private static final long MORE_LEASE_MS = 115_000;
  private static final long SHORTEST_LEASE_MS = 1_000;
  private static final long LONGEST_WAIT_MS = 600_000;

  /** So few on their way are appended within some milliseconds. */
  private static final int ON_THEIR_WAY = 32;

  private final Semaphore places = new Semaphore(ON_THEIR_WAY);
  private final AtomicReference<Exception> failure = new AtomicReference<>();
  private final BenchStage stage;
  private final int share;
  private final KafkaProducer<byte[], byte[]> producer;
  private List<String> accounts = List.of();
  private long beganMs;

  /** A sender of one in {@code share} of all commands. */
  HostileSender(BenchStage stage, int share) {
    this.stage = stage;
    this.share = share;
    producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                stage.bootstrapServers(),
                "linger.ms",
                "1",
                "batch.size",
                "65536"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  /** An input begins that has these accounts of partition 0 for itself. */
  void begin(List<String> own) {
    accounts = own;
    beganMs = System.currentTimeMillis();
  }

  /** The account of a number; they take turns. */
  String account(int n) {
    return accounts.get(n % accounts.size());
  }

  /** So many of what there is at most, at least 10. */
  int of(int most) {
    return Math.max(10, most / share);
  }

  /** How long leases are: long enough to ask for all there is. */
  private long leaseMs() {
    return LEAST_LEASE_MS + MORE_LEASE_MS / share;
  }

  /** Acquires as fast as it goes. */
  void acquire(String id, String account, String owner, String what) {
    send(account, ACQUIRE.formatted(id, account, owner, "UPLOAD", what, leaseMs(), 0), () -> {});
  }

  /** Acquires, or waits for as long as may be. */
  void await(String id, String account, String owner, String operation, String what) {
    send(
        account,
        ACQUIRE.formatted(id, account, owner, operation, what, leaseMs(), LONGEST_WAIT_MS),
        () -> {});
  }

  /** Releases; {@code gone} says that its path is gone. */
  void release(String id, String account, String owner, boolean gone) {
    String command = RELEASE.formatted(id, account, owner, gone ? ",\"gone\":true" : "");
    send(account, command, () -> {});
  }

  /**
   * Acquires with a lease that ends when those of all others do. Its length is known only when the
   * command is appended, so few are on their way.
   */
  void acquireUntilMoment(String id, String account, String owner, String operation, String what)
      throws InterruptedException {
    places.acquire();
    long lease = beganMs + leaseMs() - System.currentTimeMillis();
    if (lease < SHORTEST_LEASE_MS) {
      throw new IllegalStateException(
          "%s cannot be asked for: after %d ms the moment at which all leases shall end is near. The machine is too slow or busy. Fix: ask for fewer with --share"
              .formatted(id, leaseMs() - lease));
    }
    String command = ACQUIRE.formatted(id, account, owner, operation, what, lease, 0);
    send(account, command, places::release);
  }

  private void send(String account, String command, Runnable afterwards) {
    var unused =
        producer.send(
            new ProducerRecord<>(
                COMMANDS.topic(), account.getBytes(UTF_8), command.getBytes(UTF_8)),
            (appended, e) -> {
              if (e != null) {
                failure.compareAndSet(null, e);
              }
              afterwards.run();
            });
  }

  /** Waits until all is in the log. */
  void awaitSent() {
    producer.flush();
    Exception e = failure.get();
    if (e != null) {
      throw new IllegalStateException(
          "the broker did not take a command of a hostile account: " + e.getMessage(), e);
    }
  }

  /** Removes what Redis has of partition 0. */
  void loseState() {
    List<String> words = List.of("EVAL", UNLINK, "0", "{%s:0}:*".formatted(GROUP));
    RedisWords.answer(stage.redis().port(), words);
  }

  /** Removes the commands that are decided and published, as retention does some day. */
  void cutCommands() throws InterruptedException {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", stage.bootstrapServers()))) {
      long decided =
          Objects.requireNonNull(
                  admin
                      .listConsumerGroupOffsets(GROUP)
                      .partitionsToOffsetAndMetadata()
                      .get()
                      .get(COMMANDS))
              .offset();
      admin.deleteRecords(Map.of(COMMANDS, RecordsToDelete.beforeOffset(decided))).all().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the broker does not remove commands", e);
    }
  }

  @Override
  public void close() {
    producer.close();
  }
}
