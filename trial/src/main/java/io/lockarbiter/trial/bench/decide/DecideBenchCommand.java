package io.lockarbiter.trial.bench.decide;

import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.embedded.server.RedisBinary;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.trial.bench.stage.BenchTerminal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code lockarbiter bench decide}: the cost of a decision, and the memory of a lock. */
@CommandLine.Command(
    name = "decide",
    description =
        "What Redis spends on a decision at depth 5, with few and with many locks held, and how"
            + " many bytes a lock takes.",
    mixinStandardHelpOptions = true)
public final class DecideBenchCommand implements Callable<Integer> {
  private static final long FEW = 1_000;
  private static final Owner OFTEN = new Owner("asks-often", null);

  private enum Load {
    /** Grants and releases. */
    UPLOADS,
    /** All commands, some wait. */
    MIXED,
    /** Commands of the demo's members. */
    DEMO,
    /** Grants alone. */
    GRANTS,
    /** Acquires of one who asks too often, all refused. */
    REFUSALS,
    /** Time passes: the cost of a call by itself. */
    TICKS
  }

  @Mixin private BenchTerminal terminal = new BenchTerminal();

  @Option(
      names = "--held",
      description = "Locks held in the end. Default: ${DEFAULT-VALUE}",
      defaultValue = "1000000")
  private long held;

  @Option(
      names = "--batch",
      description = "Commands of a call. Default: ${DEFAULT-VALUE}",
      defaultValue = "200")
  private int batch;

  @Option(
      names = "--samples",
      description = "Commands measured, after as many to warm up. Default: ${DEFAULT-VALUE}",
      defaultValue = "40000")
  private long samples;

  @Option(
      names = "--load",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}",
      defaultValue = "UPLOADS")
  private Load load;

  @Option(
      names = "--instructions",
      paramLabel = "FILE",
      description =
          "Count instructions instead of processor time, by Valgrind, which must be installed; FILE"
              + " gets the profile, for callgrind_annotate.")
  private @Nullable Path profile;

  @Option(
      names = "--system-redis",
      description =
          "On the redis-server of the PATH, or the one that the system property"
              + " lockarbiter.redis-server names, instead of the bundled one.")
  private boolean isSystemRedis;

  @Override
  public Integer call() {
    terminal.requireAtLeastOne("--held", held);
    terminal.requireAtLeastOne("--batch", batch);
    terminal.requireAtLeastOne("--samples", samples);
    double few = measure(Math.min(FEW, held));
    if (held > FEW) {
      terminal.print("%.2f times".formatted(measure(held) / few));
    }
    return 0;
  }

  /** Cost of a command while so many locks are held. */
  private double measure(long locks) {
    RedisOptions options = RedisOptions.DEFAULT;
    if (isSystemRedis) {
      options = options.withBinary(RedisBinary.PATH);
    }
    if (profile != null) {
      options = options.withPrefix(Callgrind.prefix(profile.toAbsolutePath()));
    }
    try (BenchRedis redis = BenchRedis.start(options)) {
      RedisFigures figures = redis.figures();
      Cost cost = profile == null ? figures : new Callgrind(figures.processId());
      PartitionFeed feed = new PartitionFeed(redis.store(), batch);
      DecideLoad commands = commands();
      feed.publishAll();
      long empty = figures.usedMemory();
      fill(feed, commands, locks);
      if (load == Load.REFUSALS) {
        feed.feed(List.of(SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 1)));
      }
      double bytes = (figures.usedMemory() - empty) / (double) locks;
      LongFunction<Command> next = n -> commands.command(n, locks);
      feed.run(locks, samples, next);
      double each = cost.of(() -> feed.run(locks + samples, samples, next)) / samples;
      terminal.print(
          "%s, batches of %d, held=%,d: %,.1f %s a command, %,.0f bytes a lock"
              .formatted(load, batch, locks, each, cost.unit(), bytes));
      return each;
    }
  }

  private DecideLoad commands() {
    Uploads uploads = new Uploads();
    return switch (load) {
      case UPLOADS -> uploads;
      case GRANTS -> (n, locks) -> Uploads.upload(n);
      case REFUSALS -> (n, locks) -> n < locks ? Uploads.upload(n) : Uploads.upload(n, OFTEN);
      case MIXED -> new MixedWork();
      case DEMO -> new DemoWork();
      case TICKS -> (n, locks) -> n < locks ? uploads.command(n, locks) : new Tick();
    };
  }

  private void fill(PartitionFeed feed, DecideLoad commands, long locks) {
    long step = Math.max(FEW, locks / 10);
    for (long n = 0; n < locks; n += step) {
      feed.run(n, Math.min(step, locks - n), m -> commands.command(m, locks));
      if (step > FEW) {
        terminal.print("  filling: %,d of %,d held".formatted(Math.min(n + step, locks), locks));
      }
    }
    feed.publishAll();
  }
}
