package io.lockarbiter.embedded.server;

import io.lockarbiter.gateway.GatewayApplication;
import io.lockarbiter.gateway.access.ApiKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A gateway in this JVM. It has a key whose subject {@code me} may do everything, and serves the
 * demo with a key of its own.
 */
public final class EmbeddedGateway implements AutoCloseable {
  /** The subject of the key. */
  public static final String SUBJECT = "me";

  /** The subject of the demo's key, and its account. */
  private static final String DEMO = "demo";

  private final ConfigurableApplicationContext context;
  private final Path files;
  private final String key;

  private EmbeddedGateway(ConfigurableApplicationContext context, Path files, String key) {
    this.context = context;
    this.files = files;
    this.key = key;
  }

  /**
   * Starts a gateway; the topics must exist.
   *
   * @param httpPort 0 = a free one
   * @param properties settings of the gateway that override the embedded ones
   */
  public static EmbeddedGateway start(
      Infrastructure infrastructure, int httpPort, Map<String, String> properties) {
    Path files = Directories.given(null, "lockarbiter-gateway-");
    SecureRandom random = new SecureRandom();
    String key = ApiKeys.generate(random);
    String demoKey = ApiKeys.generate(random);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spring.kafka.bootstrap-servers", infrastructure.bootstrapServers());
    settings.put(
        "lockarbiter.gateway.keys-file",
        written(files, "keys", ApiKeys.line(SUBJECT, key), ApiKeys.line(DEMO, demoKey)));
    settings.put(
        "lockarbiter.gateway.rules-file",
        written(
            files,
            "rules",
            SUBJECT + " * * ask,hold,see,operate",
            DEMO + " " + DEMO + " ann,ben,cleo,dan ask,hold,see"));
    settings.put("lockarbiter.gateway.demo-account", DEMO);
    settings.put("lockarbiter.gateway.demo-key", demoKey);
    settings.put("server.port", Integer.toString(httpPort));
    settings.putAll(properties);
    String[] arguments =
        settings.entrySet().stream()
            .map(setting -> "--%s=%s".formatted(setting.getKey(), setting.getValue()))
            .toArray(String[]::new);
    return new EmbeddedGateway(GatewayApplication.run(arguments), files, key);
  }

  private static String written(Path files, String name, String... lines) {
    try {
      return Files.write(files.resolve(name), List.of(lines)).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the gateway's file " + name, e);
    }
  }

  /** Returns the address of the routes. */
  public String address() {
    return "http://"
        + Ports.HOST
        + ":"
        + context.getEnvironment().getProperty("local.server.port", "0");
  }

  /** Returns the address of the demo, for a browser. */
  public String demoAddress() {
    return address() + "/demo/";
  }

  /** Returns the key of {@link #SUBJECT}. */
  public String key() {
    return key;
  }

  /** Stops it in order. */
  @Override
  public void close() {
    context.close();
    Directories.delete(files);
  }
}
