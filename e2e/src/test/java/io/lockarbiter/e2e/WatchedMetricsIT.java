package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.e2e.docs.Queries;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts and dashboard ask for metrics, labels and values that a deployment exports. */
@Cluster
class WatchedMetricsIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static ArbiterNode arbiter;
  private static EmbeddedGateway gateway;
  private static String audited;

  @BeforeAll
  static void start(Deployment deployment, @TempDir Path folder) throws Exception {
    X509Bundle authority = Certificates.authority();
    X509Bundle own = Certificates.ofClient(authority);
    Map<String, String> settings = deployment.settings();
    String bundle = "spring.ssl.bundle.pem.watched.keystore.";
    settings.put(bundle + "certificate", "file:" + own.toTempCertChainPem());
    settings.put(bundle + "private-key", "file:" + own.toTempPrivateKeyPem());
    arbiter = deployment.arbiter(settings, new Faults()).awaitHealthy();
    gateway = deployment.gateway();
    GatewayCaller caller = GatewayCaller.of(gateway.address(), gateway.key(), "tab-1");
    assertThat(caller.upload("watched", "/a").status()).isEqualTo(201);
    assertThat(caller.release("watched").status()).isEqualTo(200);
    audited = audit(deployment, folder.resolve("lockarbiter.prom"));
  }

  private static String audit(Deployment deployment, Path file) throws IOException {
    int code =
        LockArbiterCommand.commandLine(StopSignal.never())
            .execute(
                "audit",
                "verify",
                "--kafka=" + deployment.brokers(),
                "--prefix=" + deployment.prefix(),
                "--metrics=" + file);
    assertThat(code).isZero();
    return Files.readString(file);
  }

  @Test
  void queries_askForWhatIsExported() throws IOException {
    Map<String, String> alerts = Queries.ofAlerts();
    Map<String, String> dashboard = Queries.ofDashboard();
    assertThat(alerts).hasSizeGreaterThan(20);
    assertThat(dashboard).hasSizeGreaterThan(30);

    await()
        .untilAsserted(
            () -> {
              String exported = exported();
              List<String> unknown = new ArrayList<>();
              alerts.forEach(
                  (name, query) ->
                      Queries.unknown(query, exported)
                          .forEach(what -> unknown.add("alert " + name + ": " + what)));
              dashboard.forEach(
                  (name, query) ->
                      Queries.unknown(query, exported)
                          .forEach(what -> unknown.add("panel " + name + ": " + what)));
              assertThat(unknown).isEmpty();
            });
  }

  /** A name without a unit would be read as whatever its reader expects. */
  @Test
  void names_haveUnitsAndCountersTheirSuffix() {
    String exported = exported();
    assertThat(exported.lines())
        .filteredOn(line -> line.startsWith("# TYPE lockarbiter_"))
        .hasSizeGreaterThan(50)
        .allMatch(line -> line.endsWith(" counter") == line.matches(".*_total counter"))
        .noneMatch(line -> line.matches(".*_(share|percent|ms|millis|kb|mb)(_.*| .*)"));
  }

  private static String exported() {
    return String.join("\n", arbiter.get("/actuator/prometheus"), gatewayMetrics(), audited);
  }

  private static String gatewayMetrics() {
    URI address = URI.create(gateway.address() + "/actuator/prometheus");
    HttpRequest request = HttpRequest.newBuilder(address).build();
    try {
      return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
