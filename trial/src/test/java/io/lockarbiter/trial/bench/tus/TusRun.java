package io.lockarbiter.trial.bench.tus;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Uploads without end through two servers over one folder, one of which is killed at a time. */
final class TusRun {
  /** After the last kill all uploads come to an end: the longest, from its beginning, in vain. */
  private static final Duration END = Duration.ofSeconds(120);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(3);

  private static final int FEWEST_WRITERS = 2;

  private final TusSettings settings;
  private final Consumer<String> progress;
  private final TusTally tally = new TusTally();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final List<FlappingClient> clients = new ArrayList<>();
  private final Random random;

  TusRun(TusSettings settings, Consumer<String> progress) {
    this.settings = settings;
    this.progress = progress;
    this.random = new Random(settings.seed());
  }

  /**
   * Runs it against an arbiter that decides.
   *
   * @param directory for the files and the servers' logs
   */
  TusReport run(String bootstrapServers, Path directory) throws InterruptedException {
    long began = System.nanoTime();
    ExecutorService threads = Executors.newFixedThreadPool(settings.uploads());
    try (TusServerProcess one = server(bootstrapServers, directory);
        TusServerProcess two = server(bootstrapServers, directory)) {
      List<TusServerProcess> servers = List.of(one, two);
      one.awaitStarted();
      two.awaitStarted();
      start(threads, servers.stream().map(TusServerProcess::address).toList(), directory);
      for (int kill = 0; kill < settings.kills(); kill++) {
        pause();
        killAndStart(servers.get(kill % 2), kill % 2);
        progress.accept(
            "kill %d of %d, %d uploads finished"
                .formatted(kill + 1, settings.kills(), tally.finished.sum()));
      }
      stop.set(true);
      threads.shutdown();
      if (!threads.awaitTermination(END.toSeconds(), TimeUnit.SECONDS)) {
        tally.faults.add("uploads have not come to an end within " + END.toSeconds() + " s");
      }
    } finally {
      threads.shutdownNow();
    }
    return TusReport.of(settings, (System.nanoTime() - began) / 1_000_000_000, tally);
  }

  private TusServerProcess server(String bootstrapServers, Path directory) {
    return new TusServerProcess(bootstrapServers, directory, settings.lease());
  }

  private void start(ExecutorService threads, List<URI> servers, Path directory) {
    TusRequests requests = new TusRequests();
    for (int i = 0; i < settings.uploads(); i++) {
      FlappingClient client =
          new FlappingClient(
              i, servers, directory.resolve("files"), settings, tally, requests, stop);
      clients.add(client);
      threads.execute(client);
    }
  }

  private void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(1_000 + random.nextInt((int) LONGEST_PAUSE.toMillis() - 1_000));
  }

  /** A kill that interrupts nobody would show nothing. */
  private List<FlappingClient> awaitWriters(int number) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_PAUSE.toNanos();
    while (true) {
      List<FlappingClient> writers =
          clients.stream().filter(client -> client.writesAt(number)).toList();
      if (writers.size() >= FEWEST_WRITERS || System.nanoTime() - deadline > 0) {
        return writers;
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  /**
   * Returns when the server is there again and all uploads that it held go on. Who writes is asked
   * before the kill: once it is done, they have heard of it.
   */
  private void killAndStart(TusServerProcess server, int number) throws InterruptedException {
    List<FlappingClient> writers = awaitWriters(number);
    long killed = System.nanoTime();
    server.kill();
    writers.forEach(writer -> writer.killed(killed));
    server.start();
    server.awaitStarted();
    long deadline = System.nanoTime() + settings.mostToResume().multipliedBy(3).toNanos();
    while (clients.stream().anyMatch(FlappingClient::waitsToResume)) {
      if (System.nanoTime() - deadline > 0) {
        tally.faults.add("an upload whose server was killed does not go on");
        return;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }
}
