package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.server.Directories;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.Infrastructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A broker, a Redis and arbiters as users run them, each in a process of its own, so that what each
 * of them costs can be told apart. Used by one thread.
 */
public final class BenchStage implements Infrastructure {
  private static final String REDIS = "lockarbiter.redis.addresses";
  private static final Duration START = Duration.ofSeconds(120);
  private static final Pattern BROKER = Pattern.compile(BrokerMain.STARTED + "(\\S+)");
  private static final Pattern ARBITER = Pattern.compile("The arbiter has started, port (\\d+)");

  /** The options in Kafka's own start script, with a smaller heap. */
  private static final List<String> BROKER_OPTIONS =
      List.of("-Xms256m", "-Xmx1g", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20");

  /**
   * For JVMs that start while others are measured: on few cores the better compiler would take
   * those for a minute and more.
   */
  private static final List<String> QUICK =
      Runtime.getRuntime().availableProcessors() <= 2
          ? List.of("-XX:TieredStopAtLevel=1")
          : List.of();

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Path directory;
  private final @Nullable Path jar;
  private final List<String> options;
  private final ChildJvm broker;
  private final EmbeddedRedis redis;
  private final String bootstrapServers;
  private int logs;
  private boolean kept;

  private BenchStage(Path directory, @Nullable Path jar, List<String> options, StopSignal signal)
      throws InterruptedException {
    this.directory = directory;
    this.jar = jar;
    this.options = options;
    opened.push(this::deleteUnlessKept);
    opened.push(interruptAt(signal));
    try {
      redis = endedWithThis(EmbeddedRedis.start());
      broker =
          jvm(BrokerMain.class, BROKER_OPTIONS, List.of(directory.resolve("kafka").toString()));
      bootstrapServers = broker.await(BROKER, START);
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts broker and Redis, with nothing stored. Until this is closed, the signal interrupts the
   * thread that calls.
   *
   * @param jar the {@code lockarbiter.jar} to measure; null = what this JVM runs
   */
  public static BenchStage start(@Nullable Path jar, StopSignal signal)
      throws InterruptedException {
    return start(jar, List.of(), signal);
  }

  /** The same for measurements in which JVMs come and go. */
  public static BenchStage startQuick(@Nullable Path jar, StopSignal signal)
      throws InterruptedException {
    return start(jar, QUICK, signal);
  }

  private static BenchStage start(@Nullable Path jar, List<String> options, StopSignal signal)
      throws InterruptedException {
    try {
      return new BenchStage(Files.createTempDirectory("lockarbiter-bench-"), jar, options, signal);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a directory for a benchmark", e);
    }
  }

  private static AutoCloseable interruptAt(StopSignal signal) {
    Thread caller = Thread.currentThread();
    Thread watch =
        new Thread(
            () -> {
              try {
                signal.await();
                caller.interrupt();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "stop-watch");
    watch.setDaemon(true);
    watch.start();
    return watch::interrupt;
  }

  /** Starts a main class in a JVM of its own, ended with this stage. */
  public ChildJvm jvm(Class<?> main, List<String> own, List<String> arguments) {
    return endedWithThis(ChildJvm.start(main, all(own), arguments, newLog(main.getSimpleName())));
  }

  /**
   * Starts an arbiter; does not wait for it.
   *
   * @param own options of its JVM
   * @param settings such as {@code lockarbiter.concurrency}; with addresses of Redis servers it
   *     uses those instead of this stage's
   */
  public ChildJvm arbiter(List<String> own, Map<String, String> settings) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("serve", "--kafka", bootstrapServers));
    if (!settings.containsKey(REDIS)) {
      arguments.addAll(List.of("--redis", redisAddress()));
    }
    arguments.add("--server.port=0");
    settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
    Path log = newLog("arbiter");
    return endedWithThis(
        jar == null
            ? ChildJvm.start(LockArbiterCommand.class, all(own), arguments, log)
            : ChildJvm.start(jar, all(own), arguments, log));
  }

  /**
   * Waits until an arbiter's start-up checks have passed and its listeners have begun.
   *
   * @return its HTTP port
   */
  public static int awaitStarted(ChildJvm arbiter) throws InterruptedException {
    return Integer.parseInt(arbiter.await(ARBITER, START));
  }

  /** The Redis server. */
  public EmbeddedRedis redis() {
    return redis;
  }

  /** The broker's process. */
  public ChildJvm broker() {
    return broker;
  }

  /** A directory beside the data of the broker and the logs, made now, deleted with this stage. */
  public Path directory(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  /**
   * Leaves the data of the broker and all logs for somebody to look at.
   *
   * @return where they are
   */
  public Path keep() {
    kept = true;
    return directory;
  }

  @Override
  public String bootstrapServers() {
    return bootstrapServers;
  }

  @Override
  public String redisAddress() {
    return redis.address();
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        System.err.println("a benchmark leaves something behind: " + e);
      }
    }
  }

  private void deleteUnlessKept() {
    if (!kept) {
      Directories.delete(directory);
    }
  }

  private List<String> all(List<String> own) {
    return Stream.concat(own.stream(), options.stream()).toList();
  }

  private Path newLog(String name) {
    return directory.resolve(name + "-" + ++logs + ".log");
  }

  /** Closes a resource with this stage, before whatever was started earlier. */
  public <T extends AutoCloseable> T endedWithThis(T resource) {
    opened.push(resource);
    return resource;
  }
}
