package io.lockarbiter.trial.fuzz;

import io.lockarbiter.embedded.load.RandomCommands;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Records of which about half are wrong: in their bytes, key, partition or headers. */
final class FuzzedRecords {
  private static final String COMMANDS = "lock.commands";
  private static final int ACCOUNTS = 40;
  private static final int MOST_HEADERS = 60_000;
  private static final Mutation[] MUTATIONS = Mutation.values();

  private final Random random;
  private final int partitions;
  private final List<RandomCommands> accounts;
  private long number;

  FuzzedRecords(long seed, int partitions) {
    this.random = new Random(seed);
    this.partitions = partitions;
    this.accounts =
        IntStream.range(0, ACCOUNTS)
            .mapToObj(each -> new RandomCommands("fuzz-" + each, random::nextInt))
            .toList();
  }

  ProducerRecord<byte[], byte[]> next() {
    RandomCommands.Bytes command = accounts.get(random.nextInt(ACCOUNTS)).next(number++ / ACCOUNTS);
    byte[] value = command.value();
    if (value != null && value.length > 0 && random.nextBoolean()) {
      value = MUTATIONS[random.nextInt(MUTATIONS.length)].of(value, random);
    }
    if (random.nextInt(500) == 0) {
      value = null;
    }
    Integer partition = random.nextInt(50) == 0 ? random.nextInt(partitions) : null;
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(COMMANDS, partition, key(command.key()), value);
    for (int headers = random.nextInt(20) == 0 ? random.nextInt(50) : 0; headers > 0; headers--) {
      byte[] content = new byte[random.nextInt(100)];
      random.nextBytes(content);
      record.headers().add(headers % 2 == 0 ? "replyTo" : "h" + headers, content);
    }
    if (random.nextInt(2_000) == 0) {
      byte[] content = random.nextBoolean() ? new byte[0] : null;
      LargeCommands.headers(random.nextInt(MOST_HEADERS), content)
          .forEach(header -> record.headers().add(header));
    }
    return record;
  }

  private byte @Nullable [] key(byte @Nullable [] right) {
    return switch (random.nextInt(100)) {
      case 0 -> null;
      case 1 -> new byte[0];
      case 2, 3 -> {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        yield bytes;
      }
      default -> right;
    };
  }
}
