package io.lockarbiter.sandbox.embedded;

import io.lockarbiter.arbiter.ArbiterApplication;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An arbiter in this JVM. */
public final class EmbeddedArbiter implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  private EmbeddedArbiter(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts an arbiter on a free HTTP port. */
  public static EmbeddedArbiter start(Infrastructure infrastructure) {
    return start(infrastructure, 0, Map.of());
  }

  /**
   * Starts an arbiter; returns when its start-up checks have passed and its topics exist.
   *
   * @param httpPort 0 = a free one
   * @param properties settings of the arbiter that win over the embedded ones
   */
  public static EmbeddedArbiter start(
      Infrastructure infrastructure, int httpPort, Map<String, String> properties) {
    List<String> arguments = new ArrayList<>();
    arguments.add("--spring.kafka.bootstrap-servers=" + infrastructure.bootstrapServers());
    arguments.add("--lockarbiter.redis.addresses=" + infrastructure.redisAddress());
    arguments.add("--server.port=" + httpPort);
    properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return new EmbeddedArbiter(
        new SpringApplicationBuilder(ArbiterApplication.class)
            .registerShutdownHook(false)
            .logStartupInfo(false)
            .run(arguments.toArray(String[]::new)));
  }

  /** Where the read-only view and the health answer. */
  public String httpAddress() {
    return "http://"
        + Ports.HOST
        + ":"
        + context.getEnvironment().getProperty("local.server.port", "0");
  }

  /** Ends it in order. */
  @Override
  public void close() {
    context.close();
  }
}
