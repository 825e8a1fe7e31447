package io.lockarbiter.sandbox.demo;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.sandbox.embedded.Directories;
import io.lockarbiter.sandbox.embedded.EmbeddedArbiter;
import io.lockarbiter.sandbox.embedded.EmbeddedInfrastructure;
import io.lockarbiter.sandbox.measure.LatencyHistogram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Puts up what a run needs, says at the end what was seen, and clears everything away. */
final class DemoStage {
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

  /** Runs with everybody asking the arbiter; returns whether that showed what it should. */
  boolean runWithLocks() throws InterruptedException, IOException {
    LogFile log = screen.isLive() ? LogFile.open() : null;
    Path directory = Files.createTempDirectory("lockarbiter-demo-");
    boolean good = false;
    try {
      screen.line("starting Kafka and Redis …");
      try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start()) {
        good = runWithLocks(infrastructure, directory);
      }
      return good;
    } finally {
      Directories.delete(directory);
      if (log != null && good) {
        log.delete();
      } else if (log != null) {
        screen.line("Log of the run: " + log.path());
      }
    }
  }

  private boolean runWithLocks(EmbeddedInfrastructure infrastructure, Path directory)
      throws InterruptedException, IOException {
    screen.line("starting the arbiter …");
    try (EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(PATIENCE);
      String addresses =
          "Kafka %s  Redis %s  HTTP %s"
              .formatted(
                  infrastructure.bootstrapServers(),
                  infrastructure.redisAddress().substring("redis://".length()),
                  arbiter.httpAddress());
      DemoTable table =
          new DemoTable(
              "Lock Arbiter demo: " + Demo.cast(), List.of(addresses, "Files " + directory));
      try (Permission permission =
          new ArbiterPermission(infrastructure.bootstrapServers(), tally, latency)) {
        return run(permission, directory, table);
      }
    }
  }

  /** Runs with nobody asking; returns true, whatever that did to the files. */
  boolean runWithoutLocks() throws InterruptedException, IOException {
    Path directory = Files.createTempDirectory("lockarbiter-demo-");
    try (Permission permission = new NoPermission()) {
      return run(
          permission,
          directory,
          new DemoTable("WITHOUT the arbiter: " + Demo.cast(), List.of("Files " + directory)));
    } finally {
      Directories.delete(directory);
    }
  }

  private boolean run(Permission permission, Path directory, DemoTable table)
      throws InterruptedException, IOException {
    Demo demo = new Demo(screen, signal, latency, tally);
    DemoState end = demo.run(directory, permission, length, table);
    DemoSummary summary = new DemoSummary(end, latency.snapshot());
    summary.lines().forEach(screen::line);
    return summary.isGood();
  }
}
