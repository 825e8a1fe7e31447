package io.lockarbiter.e2e;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client for JavaScript in pages of another site than the gateway's. */
@EveryFifthDay
@Cluster
@Needs(OptionalTool.BROWSER)
class BrowserClientIT {
  private static final Path CLIENT = Path.of("..", "sdk", "typescript", "src");

  /** Writes what happens into the page: each word in a line. */
  private static final String PAGE =
      """
      <!DOCTYPE html><html lang="en"><link rel="icon" href="data:,"><title>site</title><pre id="told">.</pre>
      <script type="module">
      import { LockClient } from '/index.js';
      window.tell = word => { document.getElementById('told').textContent += '\\n' + word; };
      window.locks = new LockClient({ url: '%s', account: 'acme', key: '%s', subAccount: 'web', retryMs: 100, patienceMs: 2000 });
      window.upload = (more) => locks.upload('/a', { waitMs: 60000, leaseMs: 4000, onQueued: lock => tell('queued behind ' + lock.blockedBy?.map(one => one.path)), ...more })
        .then(lease => {
          window.lease = lease;
          tell('granted ' + lease.token);
          lease.signal.addEventListener('abort', () => tell('lost ' + lease.signal.reason.reason));
        }).catch(failure => tell('failed ' + failure.reason + ' ' + failure.name));
      window.follow = async () => {
        window.stop = new AbortController();
        try {
          for await (const { event, lock } of locks.events({ of: 'members', signal: stop.signal, onOpen: () => tell('open') })) tell('event ' + event + ' ' + lock.lockId);
        } catch (failure) { tell('ended ' + failure.name); }
      };
      tell('ready');
      </script></html>
      """;

  @TempDir private Path folder;

  private GatewayFiles files;
  private String key;
  private EmbeddedGateway gateway;
  private HttpServer allowed;
  private HttpServer stranger;
  private Browser browser;

  @BeforeEach
  void open(Deployment deployment) throws IOException {
    deployment.arbiter();
    allowed = site();
    stranger = site();
    files = GatewayFiles.in(folder, "me * * ask,hold,see,operate");
    key = files.add("me");
    start(deployment, 0);
    browser = new Browser();
    browser.open(address(allowed));
    shows("ready");
  }

  private void start(Deployment deployment, int port) {
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.allowed-origins", address(allowed));
    gateway = EmbeddedGateway.start(deployment.infrastructure(), port, settings);
    GatewayCaller.of(gateway.address(), key, "probe").awaitReady();
  }

  @AfterEach
  void close() {
    try (EmbeddedGateway ends = gateway;
        Browser window = browser) {
      allowed.stop(0);
      stranger.stop(0);
    }
  }

  @Test
  void secondTab_waitsForTheFirst_andHearsOfBoth() {
    String first = browser.tab();
    browser.run(
        "follow(); upload({ id: 'k-1', leaseMs: 60000 })"); // A busy machine may stop a tab for
    // seconds.
    shows("open", "granted ", "event granted k-1");
    String second = browser.openTab(address(allowed));
    shows("ready");
    browser.run("upload({ id: 'k-2' })");
    shows("queued behind /a");
    browser.toTab(first);
    shows("event queued k-2");
    browser.run("lease.release()");
    shows("lost RELEASED", "event released k-1", "event granted k-2");
    browser.run("stop.abort()");
    shows("ended AbortError");
    browser.toTab(second);
    shows("granted ");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void lockThatIsForced_isLost() {
    browser.run("upload({ id: 'k-1' })");
    shows("granted ");
    browser.run("locks.force('k-1')");
    shows("lost FORCED");
    assertThat(browser.run("return lease.valid")).isEqualTo(false);
  }

  @Test
  void tabThatCloses_isFollowedWhenItsLeaseIsOver() {
    browser.run("upload({ id: 'k-1' })");
    shows("granted ");
    String first = browser.tab();
    String second = browser.openTab(address(allowed));
    shows("ready");
    browser.run("follow(); upload({ id: 'k-2' })");
    shows("open", "queued behind /a");
    browser.toTab(first);
    browser.closeTab(second);
    shows("event released k-1", "granted ");
  }

  @Test
  void gatewayThatIsGone_isFollowedOnWhereItWas(Deployment deployment) {
    browser.run("follow(); upload({ id: 'k-1', leaseMs: 60000 })");
    shows("open", "event granted k-1");
    int port = Integer.parseInt(gateway.address().replaceAll(".*:", ""));
    gateway.close();
    String missed = deployment.log().acquire("acme");
    deployment.log().flush();
    start(deployment, port);
    shows("event granted " + missed);
    assertThat(browser.text("#told").split("event granted k-1", -1)).hasSize(2);
  }

  @Test
  void pageOfAnotherSite_getsNoAnswer() {
    browser.open(address(stranger));
    shows("ready");
    browser.run("upload()");
    shows("failed UNANSWERED LockError");
    assertThat(browser.complaints()).anyMatch(line -> line.contains("CORS policy"));
  }

  private HttpServer site() throws IOException {
    HttpServer site =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    site.createContext("/", this::answer);
    site.start();
    return site;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring(1);
      byte[] body =
          name.isEmpty()
              ? PAGE.formatted(gateway.address(), key).getBytes(StandardCharsets.UTF_8)
              : Files.readAllBytes(CLIENT.resolve(name));
      exchange
          .getResponseHeaders()
          .set("Content-Type", name.isEmpty() ? "text/html" : "text/javascript");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String address(HttpServer site) {
    return "http://127.0.0.1:" + site.getAddress().getPort();
  }

  private void shows(String... words) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(browser.text("#told")).contains(words));
  }
}
