package io.lockarbiter.embedded.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.embedded.measure.LatencyHistogram;
import io.lockarbiter.embedded.server.BrokersLog;
import io.lockarbiter.embedded.server.Directories;
import io.lockarbiter.embedded.server.EmbeddedArbiter;
import io.lockarbiter.embedded.server.EmbeddedConsole;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.Infrastructure;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Starts what a run needs, reports its result at the end, and removes everything. */
final class DemoStage {
  private static final int CONSOLE_PORT = 8090;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Screen screen;
  private final StopSignal signal;
  private final Duration length;
  private final LatencyHistogram latency = new LatencyHistogram();
  private final EventTally tally = new EventTally();

  DemoStage(Screen screen, StopSignal signal, Duration length) {
    this.screen = screen;
    this.signal = signal;
    this.length = length;
  }

  /** Runs once; returns whether the result was as expected. */
  boolean run(Locking locking) throws InterruptedException, IOException {
    return inDirectory(
        directory ->
            locking == Locking.NONE
                ? runWithoutArbiter(directory)
                : runWithArbiter(locking, directory));
  }

  /** A run on existing files. */
  @FunctionalInterface
  private interface Run {
    boolean in(Path directory) throws InterruptedException, IOException;
  }

  private boolean inDirectory(Run run) throws InterruptedException, IOException {
    LogFile log = screen.isLive() ? LogFile.open() : null;
    if (log == null) {
      BrokersLog.setUp(null);
    }
    Path directory = Files.createTempDirectory("lockarbiter-demo-");
    boolean good = false;
    try {
      good = run.in(directory);
      return good;
    } finally {
      Directories.delete(directory);
      if (log != null) {
        log.end(good, screen);
      }
    }
  }

  private boolean runWithArbiter(Locking locking, Path directory)
      throws InterruptedException, IOException {
    screen.line("starting Kafka, Redis and the arbiter …");
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(PATIENCE);
      try (EmbeddedConsole console =
          EmbeddedConsole.start(infrastructure, Ports.freeFrom(CONSOLE_PORT), Map.of())) {
        String where = addresses(infrastructure, arbiter) + "  Console " + console.address();
        return run(locking, directory, infrastructure, where, tally::count, () -> null);
      }
    }
  }

  /**
   * Runs once while Redis loses everything and its last writes in turn; returns whether files,
   * topics and Redis show that no damage was done.
   */
  boolean runLosing() throws InterruptedException, IOException {
    return inDirectory(this::runLosing);
  }

  private boolean runLosing(Path directory) throws InterruptedException, IOException {
    screen.line("starting Kafka, Redis with a replica and the arbiter …");
    try (ReplicatedInfrastructure infrastructure = ReplicatedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(PATIENCE);
      boolean good;
      try (RedisLosses losses = new RedisLosses(infrastructure.redis())) {
        Consumer<Event> listener =
            event -> {
              tally.count(event);
              losses.read(event);
            };
        losses.start();
        String where = addresses(infrastructure, arbiter);
        good = run(Locking.PATHS, directory, infrastructure, where, listener, losses::state);
      }
      LossesVerdict verdict = LossesVerdict.of(infrastructure);
      screen.line(verdict.text());
      return good && verdict.isClean();
    }
  }

  private boolean run(
      Locking locking,
      Path directory,
      Infrastructure infrastructure,
      String where,
      Consumer<Event> listener,
      Supplier<@Nullable LossState> losses)
      throws InterruptedException, IOException {
    try (Permission permission =
        new ArbiterPermission(infrastructure.bootstrapServers(), locking, listener, latency)) {
      List<String> header = List.of(where, files(directory));
      return run(locking, permission, directory, header, losses);
    }
  }

  private boolean runWithoutArbiter(Path directory) throws InterruptedException, IOException {
    try (Permission permission = new NoPermission()) {
      return run(Locking.NONE, permission, directory, List.of(files(directory)), () -> null);
    }
  }

  /** Returns the addresses to look at during the run. */
  static String addresses(Infrastructure infrastructure, EmbeddedArbiter arbiter) {
    return "Kafka %s  Redis %s  HTTP %s"
        .formatted(
            infrastructure.bootstrapServers(),
            infrastructure.redisAddress().substring("redis://".length()),
            arbiter.httpAddress());
  }

  private static String files(Path directory) {
    return "Files " + directory;
  }

  private boolean run(
      Locking locking,
      Permission permission,
      Path directory,
      List<String> header,
      Supplier<@Nullable LossState> losses)
      throws InterruptedException, IOException {
    DemoOutput output = DemoOutput.open(screen, locking, header);
    DemoState end =
        new Demo(locking, output, signal, latency, tally, losses)
            .run(directory, permission, length);
    DemoSummary summary = new DemoSummary(end);
    summary.lines().forEach(screen::line);
    return summary.isGood();
  }
}
