package io.lockarbiter.e2e;

import io.lockarbiter.e2e.process.JavaProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/**
 * Two servers over one folder, behind nobody who knows which one lives. One after the other is
 * killed or put to sleep, and another takes its place. A start costs seconds of CPU, so spares
 * start before the work begins and are frozen. Without a spare a server starts anew. One thread
 * calls all methods but {@link #any}.
 */
final class KilledDrives implements AutoCloseable {
  private static final int INSTANCES = 2;

  private final List<String> arguments;
  private final List<String> options;
  private final Map<Integer, JavaProcess> processes = new ConcurrentHashMap<>();
  private final List<Ports> ports = new CopyOnWriteArrayList<>();
  private final List<JavaProcess> replaced = new CopyOnWriteArrayList<>();
  private final List<String> failures = new CopyOnWriteArrayList<>();
  private final Spares<JavaProcess> spares = new Spares<>();
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
                "-Dlockarbiter.log.level=INFO",
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

  /** Starts so many spares and freezes them; waits for all. */
  void keepSpares(int count) throws InterruptedException {
    spares.keep(count, this::frozen);
  }

  private JavaProcess frozen() {
    JavaProcess process = process();
    var unused = portsOf(process);
    process.pause();
    return process;
  }

  /** One of the two, dead or alive. */
  Ports any() {
    return ports.get(ThreadLocalRandom.current().nextInt(INSTANCES));
  }

  /** Kills the one that lives longest; another takes its place as soon as it has started. */
  void killOne() {
    replaceOne(JavaProcess::kill).awaitExit();
  }

  /** Stops the one that lives longest in the middle of its work; another takes its place. */
  JavaProcess putOneToSleep() {
    return replaceOne(JavaProcess::pause);
  }

  private JavaProcess replaceOne(Consumer<JavaProcess> how) {
    if (!failures.isEmpty()) {
      throw new IllegalStateException("servers did not start: " + failures);
    }
    int slot = kills % INSTANCES;
    JavaProcess process = oldest(slot);
    kills++;
    replaced.add(process);
    how.accept(process);
    JavaProcess spare = spares.poll();
    if (spare != null) {
      spare.resume();
    }
    JavaProcess next = spare == null ? process() : spare;
    processes.put(slot, next);
    starters.execute(
        () -> {
          try {
            ports.set(slot, portsOf(next));
          } catch (AssertionError | RuntimeException e) {
            if (!replaced.contains(next)) {
              failures.add(e.toString());
            }
          }
        });
    return process;
  }

  private JavaProcess oldest(int slot) {
    JavaProcess process = processes.get(slot);
    if (process == null) {
      throw new IllegalStateException("no server has started");
    }
    return process;
  }

  /** The number of those that were killed or put to sleep. */
  int kills() {
    return kills;
  }

  /** The number of writes that a server has refused because they came after their locks' ends. */
  long lateWrites() {
    return replaced.stream()
        .flatMap(process -> process.output().lines())
        .filter(line -> line.contains("late write refused"))
        .count();
  }

  @Override
  public void close() {
    starters.shutdownNow();
    processes.values().forEach(JavaProcess::close);
    replaced.forEach(JavaProcess::close);
    spares.closeAll(JavaProcess::close);
  }
}
