package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.cli.text.TextTable;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.trial.bench.stage.BenchOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockarbiter bench memory}: what Redis needs for locks, by depth and targets. */
@CommandLine.Command(
    name = "memory",
    description =
        "Bytes of Redis memory for a held lock, a waiting request, an ending that is remembered and"
            + " an event not yet published, by depth of the paths, targets and attributes.",
    mixinStandardHelpOptions = true)
public final class MemoryBenchCommand implements Callable<Integer> {
  private static final int BATCH = 200;
  private static final int LEAST_LOCKS = 100;
  private static final long WAIT_MS = 60_000;
  private static final List<LockShape> SHAPES =
      List.of(
          new LockShape(1, 1, 0),
          new LockShape(5, 1, 0),
          new LockShape(10, 1, 0),
          new LockShape(30, 1, 0),
          new LockShape(5, 4, 0),
          new LockShape(5, 16, 0),
          new LockShape(10, 4, 0),
          new LockShape(10, 16, 0),
          new LockShape(16, 16, 0),
          new LockShape(5, 1, 1_000));

  @Option(
      names = "--targets",
      description = "Of all locks together. Default: ${DEFAULT-VALUE}",
      defaultValue = "10000")
  private int targets;

  @Mixin private BenchOptions bench = new BenchOptions();

  MemoryBenchCommand() {}

  /** Bytes of each. */
  private record Bytes(long held, long waiting, long ended, long event) {}

  private record Line(int depth, int targets, int attributes, Bytes bytes) {}

  private record Report(int targets, List<Line> shapes) {}

  @Override
  public Integer call() throws IOException {
    bench.requireAtLeastOne("--targets", targets);
    TextTable table =
        new TextTable(
            "depth", "targets", "attributes", "held", "waiting", "ending", "event in the outbox");
    List<Line> lines = new ArrayList<>();
    for (LockShape shape : SHAPES) {
      Bytes bytes = measure(shape, Math.max(LEAST_LOCKS, targets / shape.targets()));
      lines.add(new Line(shape.depth(), shape.targets(), shape.attributeBytes(), bytes));
      table.add(
          (long) shape.depth(),
          (long) shape.targets(),
          (long) shape.attributeBytes(),
          bytes.held(),
          bytes.waiting(),
          bytes.ended(),
          bytes.event());
    }
    table.lines().forEach(bench::print);
    bench.write(new Report(targets, lines));
    return 0;
  }

  private static Bytes measure(LockShape shape, int locks) {
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
          waiting(shape, locks),
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
      if (waiting != requests) {
        throw new IllegalStateException("%d of %d requests wait".formatted(waiting, requests));
      }
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
