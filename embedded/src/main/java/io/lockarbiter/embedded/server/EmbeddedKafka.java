package io.lockarbiter.embedded.server;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker in this JVM: broker and KRaft controller in one node, on the loopback address.
 *
 * <p>It does not create topics on first use. Not thread-safe.
 */
public final class EmbeddedKafka implements AutoCloseable {
  private static final int ATTEMPTS = 3;

  private final KafkaOptions options;
  private final Path directory;
  private final int port;
  private final KafkaMember member;
  private final Time time;
  private @Nullable KafkaRaftServer server;

  private EmbeddedKafka(
      KafkaOptions options, Path directory, int port, KafkaMember member, Time time) {
    this.options = options;
    this.directory = directory;
    this.port = port;
    this.member = member;
    this.time = time;
  }

  /** Starts a broker on a free port, with nothing stored. */
  public static EmbeddedKafka start() {
    return start(KafkaOptions.DEFAULT);
  }

  /**
   * Starts a broker; returns when it takes requests.
   *
   * @throws EmbeddedStartException if the port is taken or the data directory cannot be used
   */
  public static EmbeddedKafka start(KafkaOptions options) {
    EmbeddedStartException last = null;
    int attempts = options.port() == 0 ? ATTEMPTS : 1;
    for (int i = 0; i < attempts; i++) {
      int port = options.port() == 0 ? Ports.free() : options.port();
      Path directory = Directories.given(options.dataDirectory(), "lockarbiter-kafka-");
      EmbeddedKafka kafka =
          new EmbeddedKafka(options, directory, port, KafkaMember.alone(), Time.SYSTEM);
      try {
        kafka.startup();
        return kafka;
      } catch (EmbeddedStartException e) {
        kafka.close();
        last = e;
      }
    }
    throw last != null ? last : new IllegalStateException();
  }

  /**
   * Starts a member of a cluster on the port of the options, in their directory; returns when it
   * has begun.
   *
   * @param time the broker's clock
   */
  public static EmbeddedKafka start(KafkaOptions options, KafkaMember member, Time time) {
    Path directory = Directories.given(options.dataDirectory(), "lockarbiter-kafka-");
    EmbeddedKafka kafka = new EmbeddedKafka(options, directory, options.port(), member, time);
    kafka.startup();
    return kafka;
  }

  /** Returns the address for clients, {@code host:port}. */
  public String bootstrapServers() {
    return Ports.HOST + ":" + port;
  }

  /** Returns the port for clients. */
  public int port() {
    return port;
  }

  /** Shuts the broker down in order; its data stays for {@link #restart()}. */
  public void stop() {
    KafkaRaftServer running = server;
    server = null;
    if (running != null) {
      running.shutdown();
      running.awaitShutdown();
    }
  }

  /** Stops the broker if it runs and starts it on the same port and data. */
  public void restart() {
    stop();
    startup();
  }

  /** Shuts down and, unless the data directory was given, deletes it. */
  @Override
  public void close() {
    try {
      stop();
    } finally {
      if (options.dataDirectory() == null) {
        Directories.delete(directory);
      }
    }
  }

  private void startup() {
    if (!Ports.isFree(port)) {
      throw new EmbeddedStartException(
          "the embedded Kafka broker cannot listen on port=%d: another process does. Fix: stop it, or choose another port (0 = a free one)"
              .formatted(port));
    }
    Properties properties =
        BrokerProperties.of(port, member, directory.toString(), options.properties());
    try {
      format();
      KafkaRaftServer started = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), time);
      server = started;
      started.startup();
    } catch (Exception e) {
      throw new EmbeddedStartException(
          "the embedded Kafka broker did not start: port=%d, directory=%s, cause: %s. Fix: see the cause; if the directory holds a broker's data of another version, choose an empty one"
              .formatted(port, directory, e),
          e);
    }
  }

  private void format() throws Exception {
    if (Files.exists(directory.resolve("meta.properties"))) {
      return;
    }
    new Formatter()
        .setPrintStream(
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
        .setNodeId(member.node())
        .setClusterId(member.clusterId())
        .setControllerListenerName(BrokerProperties.CONTROLLER)
        .setMetadataLogDirectory(directory.toString())
        .addDirectory(directory.toString())
        .run();
  }
}
