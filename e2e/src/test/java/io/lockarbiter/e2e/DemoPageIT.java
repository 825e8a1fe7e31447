package io.lockarbiter.e2e;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.JavascriptException;

/**
 * The demo in a browser: tabs take turns on a file tree. {@code ./test DemoPageIT
 * -Dlockarbiter.pictures=../docs/images} takes its picture anew.
 */
@EveryFifthDay
@Cluster
@Needs(OptionalTool.BROWSER)
class DemoPageIT {
  private static final String PLAN = "/docs/plan.pdf";

  private EmbeddedGateway gateway;
  private Browser browser;
  private String anns;
  private String bens;

  @BeforeEach
  void open(Deployment deployment) {
    deployment.arbiter();
    gateway = deployment.gateway();
    browser = new Browser();
    browser.size(1200, 640);
    browser.prefer("light");
    browser.open(gateway.demoAddress());
    anns = browser.tab();
    shows("#who", "you are ann");
    shows("#live", "live");
    bens = browser.openTab(gateway.demoAddress());
    browser.size(1200, 640);
    browser.prefer("light");
    shows("#who", "you are ben");
    shows("#live", "live");
  }

  @AfterEach
  void close() {
    try (Browser window = browser) {
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void twoTabs_takeTurns_andSeeWhatTheArbiterSays() {
    browser.toTab(anns);
    takes(8);
    browser.click("#upload");
    shows("#work", "UPLOAD " + PLAN, "safe for");
    browser.toTab(bens);
    takes(2);
    browser.click("[data-path='/docs']");
    browser.click("#delete");
    shows("#work", "DELETE /docs", "waits for ann (UPLOAD " + PLAN + "); place 1");
    browser.click("[data-path='/photos/cat.jpg']");
    takes(8);
    browser.click("#download");
    shows("#tree", "ann PUT", "ben waits", "ben READ");
    pictures();

    shows("#said", "ann released", "ben granted DELETE /docs");
    gone("#tree", "plan.pdf");
    browser.toTab(anns);
    gone("#tree", "plan.pdf");
    shows("#said", "ben released DELETE /docs", "RELEASED");
    assertThat(browser.text("#tree")).contains("cat.jpg");
  }

  @Test
  void fileThatIsRenamed_isNotDeletedUnderItsOldNameByWhomeverWaited() {
    browser.toTab(anns);
    takes(2);
    browser.click("[data-path='" + PLAN + "']");
    browser.run("document.getElementById('name').value = 'final.pdf'");
    browser.click("#rename");
    shows("#work", "RENAME " + PLAN, "token");
    browser.toTab(bens);
    browser.click("[data-path='" + PLAN + "']");
    browser.click("#delete");
    shows("#work", "DELETE " + PLAN, "refused, PATH_GONE");
    shows("#tree", "final.pdf");
    gone("#tree", "plan.pdf");
    // The browser itself writes each refusal into its console.
    assertThat(browser.complaints()).allMatch(line -> line.contains("410 (Gone)"));
  }

  @Test
  void tabThatCloses_isFollowedWhenItsLeaseIsOver() {
    browser.toTab(anns);
    takes(30);
    browser.click("#upload");
    shows("#work", "safe for");
    browser.closeTab(bens);
    takes(2);
    browser.click("[data-path='" + PLAN + "']");
    browser.click("#delete");
    shows("#work", "waits for ann");
    shows("#said", "ann released UPLOAD " + PLAN, "EXPIRED");
    gone("#tree", "plan.pdf");
  }

  @Test
  void demo_isServedWithAPolicy_andOnlyWhereItHasAKey(Deployment deployment) throws Exception {
    HttpResponse<String> page = get(gateway.demoAddress());
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(page.body()).doesNotContain("<script>", "onclick", "style=");
    assertThat(get(gateway.demoAddress() + "demo.css").statusCode()).isEqualTo(200);
    assertThat(get(gateway.demoAddress() + "../gateway.yaml").statusCode()).isEqualTo(404);
    assertThat(get(gateway.demoAddress() + "..%2F..%2Fgateway.yaml").statusCode())
        .isNotEqualTo(200);
    // Two gateways of one JVM share threads that end with the first: no page must be in the way.
    for (String tab : List.of(anns, bens)) {
      browser.toTab(tab);
      browser.open("about:blank");
    }
    try (EmbeddedGateway plain =
        EmbeddedGateway.start(
            deployment.infrastructure(),
            0,
            Map.of(
                "lockarbiter.topics.prefix",
                deployment.prefix(),
                "lockarbiter.gateway.demo-key",
                ""))) {
      assertThat(get(plain.demoAddress()).statusCode()).isEqualTo(404);
      assertThat(get(plain.demoAddress() + "settings.json").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void keyOfTheDemo_isOfItsAccountOnly() throws Exception {
    String settings = get(gateway.demoAddress() + "settings.json").body();
    String key = settings.replaceAll(".*\"key\":\"([^\"]+)\".*", "$1");
    assertThat(settings).contains("\"account\":\"demo\"");
    GatewayCaller demo = GatewayCaller.of(gateway.address(), key, "tab-1");
    assertThat(demo.get("none").status()).isEqualTo(403);
  }

  private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private void takes(int seconds) {
    browser.run("document.getElementById('takes').value = '" + seconds + "'");
  }

  private void shows(String selector, String... words) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .ignoreException(JavascriptException.class)
        .untilAsserted(() -> assertThat(browser.text(selector)).contains(words));
  }

  private void gone(String selector, String word) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(() -> assertThat(browser.text(selector)).doesNotContain(word));
  }

  private void pictures() {
    String folder = System.getProperty("lockarbiter.pictures");
    if (folder != null) {
      browser.picture(Path.of(folder, "demo.png"));
    }
    String all = System.getProperty("lockarbiter.all-pictures");
    if (all != null) {
      browser.prefer("dark");
      browser.picture(Path.of(all, "demo-dark.png"));
      browser.size(420, 900);
      browser.picture(Path.of(all, "demo-narrow.png"));
      browser.prefer("light");
      browser.size(1200, 640);
    }
  }
}
