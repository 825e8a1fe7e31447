package io.lockarbiter.e2e;

import io.lockarbiter.e2e.process.JavaProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/**
 * Two servers over one folder, behind nobody who knows which one lives. One after the other is
 * killed, and another takes its place. One thread calls all methods but {@link #any}.
 */
final class KilledDrives implements AutoCloseable {
  private static final int INSTANCES = 2;

  private final List<String> arguments;
  private final List<String> options;
  private final Map<Integer, JavaProcess> processes = new ConcurrentHashMap<>();
  private final List<Ports> ports = new CopyOnWriteArrayList<>();
  private final List<JavaProcess> ended = new ArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final ExecutorService starters = Executors.newCachedThreadPool();
  private int kills;

  /** The ports of a server. */
  record Ports(int webdav, int uploads) {}

  private KilledDrives(List<String> options, List<String> arguments) {
    this.options = options;
    this.arguments = arguments;
  }

  /** Starts both, and waits for them. */
  static KilledDrives start(
      Deployment deployment, Path drive, Path users, Path uploads, Path wopiKey) {
    KilledDrives drives =
        new KilledDrives(
            List.of(
                "-Dlockarbiter.topics.prefix=" + deployment.prefix(),
                "-Dlockarbiter.wopi.key=" + wopiKey),
            List.of(
                deployment.brokers(),
                "0",
                drive.toString(),
                DriveServer.ACCOUNT,
                users.toString(),
                uploads.toString()));
    for (int slot = 0; slot < INSTANCES; slot++) {
      JavaProcess process = drives.process();
      drives.processes.put(slot, process);
      drives.ports.add(portsOf(process));
    }
    return drives;
  }

  private JavaProcess process() {
    ProcessBuilder program =
        JavaProcess.builder(
            System.getProperty("java.class.path"), DriveServer.class.getName(), arguments);
    program.command().addAll(1, options);
    return JavaProcess.start(program);
  }

  private static Ports portsOf(JavaProcess process) {
    return new Ports(
        Integer.parseInt(process.await("listening on port (\\d+)")),
        Integer.parseInt(process.await("uploads on port (\\d+)")));
  }

  /** One of the two, dead or alive. */
  Ports any() {
    return ports.get(ThreadLocalRandom.current().nextInt(INSTANCES));
  }

  /** One of the two, dead or alive, that is not this one if it can be. */
  Ports another(Ports than) {
    Ports first = ports.get(0);
    return first.equals(than) ? ports.get(1) : first;
  }

  /** Kills the one that lives longest; another takes its place as soon as it has started. */
  void killOne() {
    if (!failures.isEmpty()) {
      throw new IllegalStateException("servers did not start: " + failures);
    }
    int slot = kills % INSTANCES;
    JavaProcess process = oldest();
    kills++;
    process.kill();
    process.awaitExit();
    ended.add(process);
    JavaProcess next = process();
    processes.put(slot, next);
    starters.execute(
        () -> {
          try {
            ports.set(slot, portsOf(next));
          } catch (AssertionError | RuntimeException e) {
            failures.add(e.toString());
          }
        });
  }

  /** The one that is killed next. */
  JavaProcess oldest() {
    JavaProcess process = processes.get(kills % INSTANCES);
    if (process == null) {
      throw new IllegalStateException("no server has started");
    }
    return process;
  }

  int kills() {
    return kills;
  }

  /** The lines of all servers that say this, for a report. */
  long lines(String text) {
    return Stream.concat(ended.stream(), processes.values().stream())
        .flatMap(process -> process.output().lines())
        .filter(line -> line.contains(text))
        .count();
  }

  @Override
  public void close() {
    starters.shutdownNow();
    processes.values().forEach(JavaProcess::close);
    ended.forEach(JavaProcess::close);
  }
}
