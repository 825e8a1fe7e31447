package io.lockarbiter.trial.chaos;

import io.lockarbiter.embedded.server.Directories;
import io.lockarbiter.embedded.server.KafkaMember;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The deployment: three brokers, Redis with a replica, three arbiters, each a process. */
final class ChaosStage implements AutoCloseable {
  static final int BROKERS = 3;
  static final int ARBITERS = 3;
  static final int PARTITIONS = 6;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Path directory;
  private final List<ClusterBroker> brokers = new ArrayList<>();
  private final List<ArbiterProcess> arbiters = new ArrayList<>();
  private final LateCalls calls = new LateCalls();
  private final RedisPair redis;
  private boolean kept;

  ChaosStage() throws InterruptedException {
    try {
      directory = Files.createTempDirectory("lockarbiter-chaos-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    opened.push(this::deleteUnlessKept);
    try {
      redis = closedWithThis(RedisPair.start(calls::connection));
      startBrokers();
      startArbiters();
    } catch (RuntimeException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private void startBrokers() throws InterruptedException {
    List<Integer> ports = Stream.generate(Ports::free).limit(BROKERS).toList();
    String cluster = KafkaMember.newClusterId();
    for (int node = 1; node <= BROKERS; node++) {
      brokers.add(
          closedWithThis(new ClusterBroker(new KafkaMember(node, cluster, ports), directory)));
    }
    for (ClusterBroker broker : brokers) {
      broker.awaitStarted();
    }
  }

  private void startArbiters() throws InterruptedException {
    for (int number = 1; number <= ARBITERS; number++) {
      arbiters.add(closedWithThis(arbiter(number)));
      arbiters.get(number - 1).awaitStarted();
    }
  }

  private ArbiterProcess arbiter(int number) {
    return new ArbiterProcess(number, Ports.free(), directory, settings());
  }

  /** Starts an additional arbiter, which the caller closes. */
  ArbiterProcess oneMore() {
    return arbiter(ARBITERS + 1);
  }

  /** Creates a directory beside data and logs. */
  Path directory(String name) throws IOException {
    return Files.createDirectory(directory.resolve(name));
  }

  /** Returns the settings of arbiters and repairs. */
  List<String> settings() {
    return List.of(
        "--kafka",
        bootstrapServers(),
        "--redis",
        redis.address(),
        "--lockarbiter.topics.partitions=" + PARTITIONS,
        "--lockarbiter.concurrency=2");
  }

  String bootstrapServers() {
    return brokers.stream().map(ClusterBroker::address).collect(Collectors.joining(","));
  }

  List<ClusterBroker> brokers() {
    return brokers;
  }

  List<ArbiterProcess> arbiters() {
    return arbiters;
  }

  RedisPair redis() {
    return redis;
  }

  /** Returns the recorded script calls of the arbiters. */
  LateCalls calls() {
    return calls;
  }

  /** Keeps all data and logs for inspection; returns their directory. */
  Path keep() {
    kept = true;
    return directory;
  }

  private void deleteUnlessKept() {
    if (!kept) {
      Directories.delete(directory);
    }
  }

  private <T extends AutoCloseable> T closedWithThis(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        System.err.println("chaos leaves something behind: " + e);
      }
    }
  }
}
