package io.lockarbiter.trial.bench.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.embedded.server.RedisOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Redis memory of a held lock, a waiting request, an ending that is remembered and an event not yet
 * published, by depth, targets and attributes. It prints each row as docs/CAPACITY.md has it. The
 * ending is not compared: it is the difference of two large figures.
 */
@Tag("nightly")
class MemoryBenchIT {
  private static final Path PAGE = Path.of("../docs/CAPACITY.md");
  private static final String HEADER = "| depth | targets | attributes |";
  private static final int TARGETS = 10_000;
  private static final int BATCH = 200;
  private static final long WAIT_MS = 60_000;
  private static final Percentage TOLERANCE = withinPercentage(10);

  /** Bytes of each. */
  private record Bytes(long held, long waiting, long ended, long event) {}

  private record Row(LockShape shape, Bytes bytes) {
    static Row of(String line) {
      long[] cells =
          Arrays.stream(line.split("\\|"))
              .skip(1)
              .mapToLong(cell -> Long.parseLong(cell.strip().replace(",", "")))
              .toArray();
      return new Row(
          new LockShape((int) cells[0], (int) cells[1], (int) cells[2]),
          new Bytes(cells[3], cells[4], cells[5], cells[6]));
    }

    @Override
    public String toString() {
      return "| %d | %d | %,d | %,d | %,d | %,d | %,d |"
          .formatted(
              shape.depth(),
              shape.targets(),
              shape.attributeBytes(),
              bytes.held(),
              bytes.waiting(),
              bytes.ended(),
              bytes.event());
    }
  }

  static List<Row> rows() throws IOException {
    return Files.readAllLines(PAGE).stream()
        .dropWhile(line -> !line.startsWith(HEADER))
        .skip(2)
        .takeWhile(line -> line.startsWith("|"))
        .map(Row::of)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void lock_takesTheMemoryThatThePageSays(Row told) {
    LockShape shape = told.shape();
    int locks = TARGETS / shape.targets();
    Bytes held = heldAndEnded(shape, locks);
    Bytes measured = new Bytes(held.held(), waiting(shape, locks), held.ended(), held.event());
    System.out.println(new Row(shape, measured));

    assertThat(measured.held()).isCloseTo(told.bytes().held(), TOLERANCE);
    assertThat(measured.waiting()).isCloseTo(told.bytes().waiting(), TOLERANCE);
    assertThat(measured.event()).isCloseTo(told.bytes().event(), TOLERANCE);
    assertThat(measured.ended()).isBetween(1L, measured.held());
  }

  /** All but a waiting request. */
  private static Bytes heldAndEnded(LockShape shape, int locks) {
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      RedisFigures figures = redis.figures();
      PartitionFeed feed = new PartitionFeed(redis.store(), locks);
      feed.publishAll();
      feed.run(locks, BATCH, LockShape::release); // loads the script, makes connections
      feed.publishAll();
      long empty = figures.usedMemory();
      feed.feed(commands(locks, n -> shape.acquire(n, 0)));
      long unpublished = figures.usedMemory();
      feed.publishAll();
      long held = figures.usedMemory();
      feed.run(0, locks, LockShape::release);
      feed.publishAll();
      long ended = figures.usedMemory();
      return new Bytes(
          each(held - empty, locks),
          0,
          each(ended - empty, locks),
          each(unpublished - held, locks));
    }
  }

  private static long waiting(LockShape shape, int requests) {
    try (BenchRedis redis = BenchRedis.start(RedisOptions.DEFAULT)) {
      RedisFigures figures = redis.figures();
      PartitionFeed feed = new PartitionFeed(redis.store(), BATCH);
      feed.feed(LockShape.blockers());
      feed.publishAll();
      long before = figures.usedMemory();
      long waiting = 0;
      for (int first = 0; first < requests; first += BATCH) {
        int count = Math.min(BATCH, requests - first);
        int start = first;
        waiting = feed.feed(commands(count, n -> shape.acquire(start + n, WAIT_MS))).waiting();
      }
      feed.publishAll();
      assertThat(waiting).isEqualTo(requests);
      return each(figures.usedMemory() - before, requests);
    }
  }

  private static long each(long bytes, int number) {
    return Math.round((double) bytes / number);
  }

  private static List<Command> commands(int count, LongFunction<Command> command) {
    return LongStream.range(0, count).mapToObj(command).toList();
  }
}
