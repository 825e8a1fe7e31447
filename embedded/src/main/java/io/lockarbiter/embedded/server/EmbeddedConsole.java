package io.lockarbiter.embedded.server;

import io.lockarbiter.console.ConsoleApplication;
import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.console.stream.EventHub;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;

/** A console in this JVM; everybody on this machine may force locks open with it. */
public final class EmbeddedConsole implements AutoCloseable {
  private final ConfigurableApplicationContext context;

  private EmbeddedConsole(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts a console; the topics must exist.
   *
   * @param httpPort 0 = a free one
   * @param properties settings of the console that override the embedded ones
   */
  public static EmbeddedConsole start(
      Infrastructure infrastructure, int httpPort, Map<String, String> properties) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("spring.kafka.bootstrap-servers", infrastructure.bootstrapServers());
    settings.put("lockarbiter.redis.addresses", infrastructure.redisAddress());
    settings.put("lockarbiter.console.local-role", "operator");
    settings.put("server.port", Integer.toString(httpPort));
    settings.putAll(properties);
    String[] arguments =
        settings.entrySet().stream()
            .map(setting -> "--%s=%s".formatted(setting.getKey(), setting.getValue()))
            .toArray(String[]::new);
    return new EmbeddedConsole(ConsoleApplication.run(arguments));
  }

  /** Returns the address of the pages. */
  public String address() {
    return "http://"
        + Ports.HOST
        + ":"
        + context.getEnvironment().getProperty("local.server.port", "0");
  }

  /** Forgets the accounts that it has read; the next question reads them again. */
  public void forgetAccounts() {
    context.getBean(AccountMirrors.class).forgetUnasked(-1);
  }

  /** Forgets its events, as if there was a gap in the log. */
  public void forgetEvents() {
    EventHub hub = context.getBean(EventHub.class);
    IntStream.range(0, hub.partitions()).forEach(hub::restart);
  }

  /** Stops it in order. */
  @Override
  public void close() {
    context.close();
  }
}
