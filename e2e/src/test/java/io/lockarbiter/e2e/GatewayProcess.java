package io.lockarbiter.e2e;

import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.gateway.GatewayApplication;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A gateway in a process of its own: in one JVM the end of one ends the connections of all. */
final class GatewayProcess implements AutoCloseable {
  private final JavaProcess process;

  private GatewayProcess(JavaProcess process) {
    this.process = process;
  }

  /**
   * Starts one on a free port; does not wait for it.
   *
   * @param settings all but those of Kafka and the port
   */
  static GatewayProcess start(Deployment deployment, Map<String, String> settings) {
    return start(deployment, settings, List.of());
  }

  /**
   * Starts one on a free port; does not wait for it.
   *
   * @param settings all but those of Kafka and the port
   * @param options of the JVM
   */
  static GatewayProcess start(
      Deployment deployment, Map<String, String> settings, List<String> options) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("spring.kafka.bootstrap-servers", deployment.brokers());
    all.put("server.port", "0");
    ProcessBuilder program =
        JavaProcess.builder(
            ArbiterProcess.classPath(),
            GatewayApplication.class.getName(),
            all.entrySet().stream()
                .map(setting -> "--%s=%s".formatted(setting.getKey(), setting.getValue()))
                .toList());
    program.command().addAll(1, options);
    return new GatewayProcess(JavaProcess.start(program));
  }

  /** The process, for its output. */
  JavaProcess process() {
    return process;
  }

  /** Says whether folders are on its class path, and not jars alone. */
  static boolean isInFolders() {
    return Stream.of(ArbiterProcess.classPath().split(File.pathSeparator))
        .anyMatch(entry -> Files.isDirectory(Path.of(entry)));
  }

  /** Waits until it answers; returns its address. */
  String awaitAddress() {
    return "http://127.0.0.1:" + process.await("Netty started on port ([0-9]+)");
  }

  /** Ends it orderly. */
  void terminate() {
    process.terminate();
  }

  /** Waits for its end. */
  void awaitExit() {
    process.awaitExit();
  }

  /** Ends it amid whatever it does. */
  void kill() {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }
}
