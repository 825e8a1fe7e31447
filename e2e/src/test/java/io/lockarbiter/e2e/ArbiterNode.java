package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.arbiter.ArbiterApplication;
import io.lockarbiter.embedded.server.Infrastructure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** One arbiter in this JVM, with places for injected faults. */
final class ArbiterNode implements AutoCloseable {
  private static final Pattern RECOVERIES =
      Pattern.compile("lockarbiter_recoveries_total\\{cause=\"([A-Z]+)\"\\} ([0-9.]+)");

  private final ConfigurableApplicationContext context;
  private final HttpClient http = HttpClient.newHttpClient();

  private ArbiterNode(ConfigurableApplicationContext context) {
    this.context = context;
  }

  static ArbiterNode start(
      Infrastructure infrastructure, Map<String, String> settings, Faults faults) {
    List<String> arguments = new ArrayList<>();
    arguments(infrastructure, settings)
        .forEach((name, value) -> arguments.add("--" + name + "=" + value));
    return new ArbiterNode(
        new SpringApplicationBuilder(ArbiterApplication.class)
            .registerShutdownHook(false)
            .logStartupInfo(false)
            .initializers(
                started ->
                    started
                        .getBeanFactory()
                        .addBeanPostProcessor(faults.asPostProcessor(started.getBeanFactory())))
            .run(arguments.toArray(String[]::new)));
  }

  /** Returns the arguments of an arbiter, settings last. */
  static Map<String, String> arguments(
      Infrastructure infrastructure, Map<String, String> settings) {
    Map<String, String> arguments = new HashMap<>();
    arguments.put("spring.kafka.bootstrap-servers", infrastructure.bootstrapServers());
    arguments.put("lockarbiter.redis.addresses", infrastructure.redisAddress());
    arguments.put("server.port", "0");
    arguments.putAll(settings);
    return arguments;
  }

  /** Where it answers HTTP. */
  String address() {
    return "http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port");
  }

  /** Returns status and body of an HTTP answer: {@code 200 {…}}. */
  String get(String path) {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address() + path)).build();
    try {
      HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Waits until every partition decides. */
  ArbiterNode awaitHealthy() {
    await().until(() -> get("/actuator/health").startsWith("200 "));
    return this;
  }

  /** Waits until every partition has committed a decision, and so has a state to lose. */
  void awaitDecided(int partitions) {
    Pattern published = Pattern.compile("\"publishedSeq\":[1-9]");
    await().until(() -> published.matcher(get("/api/partitions")).results().count() == partitions);
  }

  /** Waits until partition 1 halts for a reason and the health says so. */
  void awaitHalt(String reason, String fact) {
    await().untilAsserted(() -> assertHalted(reason, fact));
  }

  void assertHalted(String reason, String fact) {
    assertThat(get("/actuator/health/lockarbiter"))
        .startsWith("503 ")
        .contains("\"status\":\"DOWN\"")
        .contains("\"1\":{\"state\":\"HALTED\",\"reason\":\"" + reason + "\"")
        .contains(fact, "Fix: ");
  }

  /** Returns how often its partitions have halted. */
  double halts() {
    return sum("lockarbiter_halts_total");
  }

  /** Returns how often its partitions have restarted after a failure. */
  double restarts() {
    return sum("lockarbiter_restarts_total");
  }

  private double sum(String counter) {
    String metrics =
        await().until(() -> get("/actuator/prometheus"), told -> told.startsWith("200 "));
    List<Double> values =
        Pattern.compile(Pattern.quote(counter) + "\\{[^}]*} (\\S+)")
            .matcher(metrics)
            .results()
            .map(found -> Double.valueOf(found.group(1)))
            .toList();
    assertThat(values).as("%s in %s", counter, metrics).isNotEmpty();
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  /** Returns how many states it has restored, for a cause. */
  double recoveries(String cause) {
    Matcher matcher = RECOVERIES.matcher(get("/actuator/prometheus"));
    double recoveries = 0;
    while (matcher.find()) {
      recoveries += matcher.group(1).equals(cause) ? Double.parseDouble(matcher.group(2)) : 0;
    }
    return recoveries;
  }

  @Override
  public void close() {
    context.close();
  }
}
