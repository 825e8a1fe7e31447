package io.lockarbiter.e2e;

import io.lockarbiter.e2e.process.JavaProcess;
import io.lockarbiter.gateway.GatewayApplication;
import java.util.HashMap;
import java.util.Map;

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
    Map<String, String> all = new HashMap<>(settings);
    all.put("spring.kafka.bootstrap-servers", deployment.brokers());
    all.put("server.port", "0");
    return new GatewayProcess(
        JavaProcess.start(
            ArbiterProcess.classPath(),
            GatewayApplication.class.getName(),
            all.entrySet().stream()
                .map(setting -> "--%s=%s".formatted(setting.getKey(), setting.getValue()))
                .toList()));
  }

  /** Waits until it answers; returns its address. */
  String awaitAddress() {
    return "http://127.0.0.1:" + process.await("Netty started on port ([0-9]+)");
  }

  /** Ends it orderly. */
  void terminate() {
    process.terminate();
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
