package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.load.RandomCommands;
import io.lockarbiter.trial.bench.stage.LoopingThread;
import io.lockarbiter.trial.bench.stage.PartitionAccounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Commands of all kinds in every partition, at an even rate, from a thread of its own. */
final class ChaosTraffic implements AutoCloseable {
  private static final String COMMANDS = "lock.commands";
  private static final int ACCOUNTS = 2;
  private static final int REMEMBERED = 500;

  private final KafkaProducer<byte[], byte[]> producer;
  private final List<RandomCommands> accounts;
  private final List<ProducerRecord<byte[], byte[]>> sent = new ArrayList<>();
  private final Random random;
  private final long intervalNanos;
  private final long began = System.nanoTime();
  private final LoopingThread thread;
  private long step;

  /**
   * Begins to send at once.
   *
   * @param perSecond commands of all accounts
   */
  ChaosTraffic(String bootstrapServers, long seed, int perSecond) {
    random = new Random(seed);
    accounts =
        PartitionAccounts.of(ChaosStage.PARTITIONS, ACCOUNTS).stream()
            .map(account -> new RandomCommands(account, random::nextInt))
            .toList();
    intervalNanos = 1_000_000_000L / perSecond;
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrapServers, "linger.ms", "1"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    thread = new LoopingThread("traffic", this::sendNext);
    thread.start();
  }

  private void sendNext() {
    long wait = began + step * intervalNanos - System.nanoTime();
    if (wait > 0) {
      LockSupport.parkNanos(wait);
    }
    int account = (int) (step % accounts.size());
    RandomCommands.Bytes command = accounts.get(account).next(step / accounts.size());
    send(new ProducerRecord<>(COMMANDS, command.key(), command.value()));
    step++;
  }

  private synchronized void send(ProducerRecord<byte[], byte[]> record) {
    if (sent.size() == REMEMBERED) {
      sent.remove(0);
    }
    sent.add(record);
    var unused = producer.send(record);
  }

  /** Sends some earlier commands again; returns their number. */
  synchronized int sendAgain(Random chosen) {
    int number = Math.min(sent.size(), 1 + chosen.nextInt(50));
    for (int i = 0; i < number; i++) {
      var unused = producer.send(sent.get(chosen.nextInt(sent.size())));
    }
    return number;
  }

  /** Sends records that are no commands, to any partition, without a key; returns their number. */
  int sendMalformed(Random chosen) {
    int number = 1 + chosen.nextInt(50);
    for (int i = 0; i < number; i++) {
      byte[] value = new byte[chosen.nextInt(2_000)];
      chosen.nextBytes(value);
      var unused =
          producer.send(
              new ProducerRecord<>(COMMANDS, chosen.nextInt(ChaosStage.PARTITIONS), null, value));
    }
    return number;
  }

  /** Stops sending; returns when everything is in the log. */
  @Override
  public void close() {
    thread.close();
    producer.close();
  }
}
