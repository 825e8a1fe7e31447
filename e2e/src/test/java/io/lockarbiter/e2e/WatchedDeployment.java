package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.e2e.watch.Prometheus;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.EmbeddedInfrastructure;
import io.lockarbiter.embedded.server.EmbeddedKafka;
import io.lockarbiter.embedded.server.EmbeddedRedis;
import io.lockarbiter.embedded.server.KafkaMember;
import io.lockarbiter.embedded.server.KafkaOptions;
import io.lockarbiter.embedded.server.Ports;
import io.lockarbiter.embedded.server.RedisOptions;
import io.lockarbiter.embedded.server.RedisWords;
import io.lockarbiter.trial.chaos.WrongClock;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small deployment that a Prometheus watches: a broker, Redis, two arbiters, a gateway with a
 * policy engine, the figures of the audit of the night, and traffic. All of it can be broken.
 */
final class WatchedDeployment implements AutoCloseable {
  static final Duration LONG = Duration.ofDays(365);
  private static final String METRICS = "/actuator/prometheus";
  private static final String BUNDLE = "spring.ssl.bundle.pem.watched.";
  private static final int LOCKS_PER_ACCOUNT = 100;
  private static final int REQUESTS_PER_MINUTE = 600;

  private final Opened opened = new Opened();
  private final List<ArbiterNode> arbiters = new ArrayList<>();
  private final Map<String, Prometheus.Target> others = new HashMap<>();
  private final Path folder;
  private final WrongClock clock = new WrongClock();
  private final Faults faults = new Faults();
  private final X509Bundle authority;
  private final int enginePort = Ports.free();
  private final EmbeddedRedis redis;
  private final Deployment deployment;
  private final Prometheus prometheus;
  private final EmbeddedGateway gateway;
  private final GatewayFiles files;
  private final Traffic traffic;
  private HttpServer engine;
  private volatile String audited = "";

  WatchedDeployment(Path folder, String rules, Duration interval) throws Exception {
    this.folder = folder;
    try {
      authority = Certificates.authority();
      certificate(LONG);
      redis = opened.add(EmbeddedRedis.start(RedisOptions.DEFAULT));
      EmbeddedKafka kafka =
          opened.add(
              EmbeddedKafka.start(
                  KafkaOptions.DEFAULT.withPort(Ports.free()),
                  new KafkaMember(1, KafkaMember.newClusterId(), List.of(Ports.free())),
                  clock));
      deployment = opened.add(new Deployment(new EmbeddedInfrastructure(kafka, redis), "watched"));
      prometheus =
          opened.add(
              Prometheus.start(
                  Files.createDirectory(folder.resolve("prometheus")), rules, interval));
      startArbiters();
      engine = serve(enginePort, "/allow", "{\"result\":true}");
      opened.add(() -> engine.stop(0));
      files = GatewayFiles.in(folder, "me * * ask,hold,see,operate", "busy * self ask,hold,see");
      String key = files.add("me");
      gateway =
          opened.add(EmbeddedGateway.start(deployment.infrastructure(), 0, settingsOfTheGateway()));
      GatewayCaller caller = GatewayCaller.of(gateway.address(), key, "s1").awaitReady();
      opened.add(GatewayStream.open(caller, "", null, told -> {}));
      traffic = opened.add(Traffic.start(deployment.log(), caller));
      int auditPort = Ports.free();
      HttpServer textfile = serve(auditPort, "/metrics", null);
      opened.add(() -> textfile.stop(0));
      audit(deployment);
      watch("gateway", "gateway-1", gateway.address(), METRICS);
      watch("audit", "audit-1", "http://" + Ports.HOST + ":" + auditPort, "/metrics");
    } catch (Exception | AssertionError e) {
      close();
      throw e;
    }
  }

  /** Serves a fixed answer, or the audit's file if there is none. */
  private HttpServer serve(int port, String path, @Nullable String answer) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(Ports.HOST, port), 0);
    server.createContext(
        path,
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = (answer == null ? audited : answer).getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private Map<String, String> settingsOfTheGateway() {
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.policy.url", engineAddress());
    settings.put("lockarbiter.gateway.policy.keep", "0s");
    settings.put("lockarbiter.gateway.policy.timeout", "5s");
    settings.put("lockarbiter.gateway.requests-per-minute", Integer.toString(REQUESTS_PER_MINUTE));
    settings.put("spring.kafka.properties.metadata.max.age.ms", "1000");
    return settings;
  }

  private String engineAddress() {
    return "http://" + Ports.HOST + ":" + enginePort + "/allow";
  }

  /** Starts both arbiters, and lets them be scraped. */
  void startArbiters() throws IOException {
    for (int number = 1; number <= 2; number++) {
      arbiters.add(startedArbiter());
      scrape();
    }
  }

  private ArbiterNode startedArbiter() {
    Map<String, String> settings = deployment.settings();
    settings.put("lockarbiter.limits.locks-per-account", Integer.toString(LOCKS_PER_ACCOUNT));
    settings.put(BUNDLE + "keystore.certificate", "file:" + folder.resolve("watched.crt"));
    settings.put(BUNDLE + "keystore.private-key", "file:" + folder.resolve("watched.key"));
    settings.put(BUNDLE + "reload-on-update", "true");
    settings.put("spring.ssl.bundle.watch.file.quiet-period", "1s");
    return deployment.arbiter(settings, faults);
  }

  /** Stops an arbiter and starts another in its place, as a roll-out does. */
  void replaceArbiter(int number) throws IOException {
    arbiters.get(number - 1).close();
    arbiters.set(number - 1, startedArbiter());
    scrape();
  }

  /** Ends both, as a stop of their service does. */
  void stopArbiters() {
    arbiters.forEach(ArbiterNode::close);
    arbiters.clear();
  }

  List<ArbiterNode> arbiters() {
    return arbiters;
  }

  /** Lets one more program be scraped. */
  void watch(String job, String instance, String address, String path) throws IOException {
    String host = URI.create(address).getAuthority();
    others.put(instance, new Prometheus.Target(job, instance, host, path));
    scrape();
  }

  /** Scrapes it no more. */
  void forget(String instance) throws IOException {
    others.remove(instance);
    scrape();
  }

  private void scrape() throws IOException {
    List<Prometheus.Target> own = new ArrayList<>();
    for (ArbiterNode arbiter : arbiters) {
      String host = URI.create(arbiter.address()).getAuthority();
      own.add(new Prometheus.Target("arbiter", "arbiter-" + (own.size() + 1), host, METRICS));
    }
    prometheus.scrape(Stream.concat(own.stream(), others.values().stream()).toList());
  }

  /** Replaces the certificate of the arbiters by one that ends after a time. */
  void certificate(Duration rest) throws Exception {
    X509Bundle next = Certificates.ofClient(authority, Instant.now().plus(rest));
    Files.writeString(folder.resolve("watched.crt"), next.getCertificatePathPEM());
    Files.writeString(folder.resolve("watched.key"), next.getPrivateKeyPEM());
  }

  /** Runs the audit of the night over a deployment, whatever it finds, and shows its figures. */
  void audit(Deployment audited, String... more) throws IOException {
    Path file = folder.resolve("lockarbiter.prom");
    Files.deleteIfExists(file);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "audit",
                "verify",
                "--kafka=" + audited.brokers(),
                "--prefix=" + audited.prefix(),
                "--metrics=" + file));
    arguments.addAll(List.of(more));
    LockArbiterCommand.commandLine(StopSignal.never()).execute(arguments.toArray(String[]::new));
    showAudit(Files.readString(file));
  }

  /** Starts a gateway of another job, and lets it be scraped. */
  GatewayProcess startSpareGateway() throws IOException {
    GatewayProcess spare = opened.add(GatewayProcess.start(deployment, settingsOfTheGateway()));
    watch("spare", "spare-1", spare.awaitAddress(), METRICS);
    return spare;
  }

  /** The figures of the audit that are shown. */
  String audited() {
    return audited;
  }

  void showAudit(String figures) {
    audited = figures;
  }

  /** Ends the policy engine. */
  void stopEngine() {
    engine.stop(0);
  }

  void startEngine() throws IOException {
    engine = serve(enginePort, "/allow", "{\"result\":true}");
  }

  /** Says a command to Redis; returns the answer. */
  String redis(String... words) {
    return RedisWords.answer(redis.port(), List.of(words));
  }

  EmbeddedRedis redis() {
    return redis;
  }

  WrongClock clock() {
    return clock;
  }

  Faults faults() {
    return faults;
  }

  Deployment deployment() {
    return deployment;
  }

  Prometheus prometheus() {
    return prometheus;
  }

  Traffic traffic() {
    return traffic;
  }

  /** A caller with a subject of its own. */
  GatewayCaller caller(String subject) throws IOException {
    return GatewayCaller.of(gateway.address(), files.add(subject), "s1");
  }

  @Override
  public void close() throws Exception {
    opened.close();
  }
}
