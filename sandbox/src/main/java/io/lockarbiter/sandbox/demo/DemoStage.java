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

  /** Runs once; returns whether the run showed what it should. */
  boolean run(Locking locking) throws InterruptedException, IOException {
    LogFile log = screen.isLive() ? LogFile.open() : null;
    Path directory = Files.createTempDirectory("lockarbiter-demo-");
    boolean good = false;
    try {
      good =
          locking == Locking.NONE
              ? runWithoutArbiter(directory)
              : runWithArbiter(locking, directory);
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

  private boolean runWithArbiter(Locking locking, Path directory)
      throws InterruptedException, IOException {
    screen.line("starting Kafka, Redis and the arbiter …");
    try (EmbeddedInfrastructure infrastructure = EmbeddedInfrastructure.start();
        EmbeddedArbiter arbiter = EmbeddedArbiter.start(infrastructure)) {
      arbiter.awaitRunning(PATIENCE);
      try (Permission permission =
          new ArbiterPermission(infrastructure.bootstrapServers(), locking, tally, latency)) {
        return run(
            locking,
            permission,
            directory,
            List.of(addresses(infrastructure, arbiter), files(directory)));
      }
    }
  }

  private boolean runWithoutArbiter(Path directory) throws InterruptedException, IOException {
    try (Permission permission = new NoPermission()) {
      return run(Locking.NONE, permission, directory, List.of(files(directory)));
    }
  }

  /** Where to look while something runs. */
  static String addresses(EmbeddedInfrastructure infrastructure, EmbeddedArbiter arbiter) {
    return "Kafka %s  Redis %s  HTTP %s"
        .formatted(
            infrastructure.bootstrapServers(),
            infrastructure.redisAddress().substring("redis://".length()),
            arbiter.httpAddress());
  }

  private static String files(Path directory) {
    return "Files " + directory;
  }

  private boolean run(Locking locking, Permission permission, Path directory, List<String> header)
      throws InterruptedException, IOException {
    DemoOutput output = DemoOutput.open(screen, locking, header);
    DemoState end =
        new Demo(locking, output, signal, latency, tally).run(directory, permission, length);
    DemoSummary summary = new DemoSummary(end);
    summary.lines().forEach(screen::line);
    return summary.isGood();
  }
}
