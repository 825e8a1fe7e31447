package io.lockarbiter.e2e;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import io.lockarbiter.embedded.server.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A policy engine beside the rules, over HTTP on both sides. */
@Cluster
class GatewayPolicyIT {
  @TempDir private Path folder;
  private final int port = Ports.free();
  private final List<JsonNode> inputs = new CopyOnWriteArrayList<>();
  private volatile Predicate<JsonNode> policy = input -> true;
  private HttpServer engine;
  private GatewayFiles files;
  private EmbeddedGateway gateway;

  @BeforeEach
  void start(Deployment deployment) throws Exception {
    deployment.arbiter();
    engine = serve();
    files =
        GatewayFiles.in(
            folder,
            "ann acme,beta self,ben ask,hold,see,operate",
            "ben acme      self     ask,hold,see");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put(
        "lockarbiter.gateway.policy.url", "http://127.0.0.1:" + port + "/v1/data/locks/allow");
    settings.put("lockarbiter.gateway.policy.keep", "0s");
    settings.put("lockarbiter.gateway.policy.timeout", "5s");
    gateway = EmbeddedGateway.start(deployment.infrastructure(), 0, settings);
  }

  private HttpServer serve() throws IOException {
    HttpServer made =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port), 0);
    made.createContext(
        "/v1/data/locks/allow",
        exchange -> {
          JsonNode input = JsonMapper.shared().readTree(exchange.getRequestBody()).path("input");
          inputs.add(input);
          byte[] body =
              "{\"result\":%s}".formatted(policy.test(input)).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    made.start();
    return made;
  }

  @AfterEach
  void stop() {
    gateway.close();
    engine.stop(0);
  }

  private GatewayCaller caller(String subject) throws Exception {
    GatewayCaller made = GatewayCaller.of(gateway.address(), files.add(subject), "s1").awaitReady();
    await().until(() -> made.get("none").status() != 401);
    return made;
  }

  private static String text(JsonNode input, String member) {
    return input.path(member).asString("");
  }

  @Test
  void rightsAccountsAndMembers_areThoseThatRulesAndPolicyAllowBoth() throws Exception {
    GatewayCaller ann = caller("ann");
    GatewayCaller ben = caller("ben");
    policy =
        input ->
            text(input, "kind").equals("key")
                && !text(input, "account").equals("beta")
                && (text(input, "right").equals("see") || text(input, "subAccount").equals("ben"))
                && !text(input, "right").equals("operate");
    StringBuilder allowed = new StringBuilder();
    for (GatewayCaller each : List.of(ann, ben)) {
      for (String account : List.of("acme", "beta", "gamma")) {
        for (String member : List.of("ann", "ben", "cleo")) {
          GatewayCaller as = each.in(account).with("Sub-Account", member);
          allowed.append(
              "%s in %s as %s:%s%n"
                  .formatted(each == ann ? "ann" : "ben", account, member, rights(as)));
        }
      }
    }
    assertThat(allowed.toString().lines().filter(line -> !line.endsWith(":")))
        .containsExactly(
            "ann in acme as ann: see",
            "ann in acme as ben: ask hold see",
            "ben in acme as ben: ask hold see");
    assertThat(inputs)
        .allSatisfy(input -> assertThat(text(input, "account")).isNotEqualTo("gamma"));
    assertThat(inputs).noneMatch(input -> text(input, "subAccount").equals("cleo"));
  }

  private static String rights(GatewayCaller as) throws Exception {
    StringBuilder rights = new StringBuilder();
    add(rights, " ask", as.send("POST", "/locks/none/yield", ""));
    add(rights, " hold", as.renew("none"));
    add(rights, " see", as.get("none"));
    add(rights, " operate", as.send("POST", "/locks/none/force", ""));
    return rights.toString();
  }

  private static void add(StringBuilder rights, String word, Answer answer) {
    if (answer.status() == 404) {
      rights.append(word);
    } else {
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(403);
      assertThat(answer.text("reason")).isEqualTo("FORBIDDEN");
    }
  }

  @Test
  void pathThatThePolicyProtects_isRefused_andOthersAreGranted() throws Exception {
    GatewayCaller ann = caller("ann");
    policy = input -> !input.path("paths").toString().contains("\"/contracts");
    assertThat(ann.upload("a", "/web/a").status()).isEqualTo(201);
    assertThat(ann.upload("b", "/contracts/b").status()).isEqualTo(403);
    assertThat(
            ann.acquire(
                    "c",
                    "{\"operation\":\"MOVE\",\"path\":\"/web/c\",\"destination\":\"/contracts/c\"}")
                .status())
        .isEqualTo(403);
    policy = input -> !text(input, "right").equals("operate");
    Answer frozen = ann.acquire("d", "{\"operation\":\"FREEZE\",\"path\":\"/d\"}");
    assertThat(frozen.status()).as("%s", frozen.body()).isEqualTo(403);
    assertThat(ann.get("b?wait=1").status()).isEqualTo(404);
  }

  @Test
  void lockOfAMemberThatThePolicyHides_isNotShown() throws Exception {
    GatewayCaller ann = caller("ann");
    assertThat(ann.with("Sub-Account", "ben").upload("l1", "/l1").status()).isEqualTo(201);
    await().until(() -> ann.get("l1").status() == 200);
    policy = input -> !text(input, "subAccount").equals("ben");
    assertThat(ann.get("l1").text("reason")).isEqualTo("NOT_HELD");
    assertThat(ann.with("Sub-Account", "ben").get("l1").status()).isEqualTo(403);
    Answer asked = ann.send("POST", "/locks/l1/yield", "");
    assertThat(asked.status()).as("%s", asked.body()).isEqualTo(200);
    assertThat(asked.body().has("path")).as("%s", asked.body()).isFalse();
  }

  @Test
  void engineThatIsAway_isToldSo_andNothingButReleasesOfOnesOwnIsAllowedUntilItIsBack()
      throws Exception {
    GatewayCaller ann = caller("ann");
    GatewayCaller annAsBen = ann.with("Sub-Account", "ben");
    GatewayCaller ben = caller("ben");
    assertThat(ann.upload("l1", "/l1").status()).isEqualTo(201);
    assertThat(ben.upload("l3", "/l3").status()).isEqualTo(201);
    GatewayCaller tab = GatewayCaller.of(ann.address(), ann.key(), "tab");
    GatewayCaller mixed = GatewayCaller.of(ann.address(), ann.key(), "mixed");
    for (GatewayCaller each : List.of(tab, mixed)) {
      String name = each.headers().get(1);
      assertThat(each.with("Sub-Account", "ben").upload(name + "-1", "/" + name + "/1").status())
          .isEqualTo(201);
    }
    assertThat(mixed.withKey(ben.key()).upload("mixed-2", "/mixed/2").status()).isEqualTo(201);
    await()
        .until(
            () ->
                ann.get("l1").status() == 200
                    && ben.get("l3").status() == 200
                    && ben.get("tab-1").status() == 200
                    && ben.get("mixed-2").status() == 200);
    engine.stop(0);
    for (Answer away :
        List.of(
            ann.upload("l2", "/l2"),
            ann.renew("l1"),
            ann.get("l1"),
            ann.send("GET", "/locks", ""),
            ann.send("GET", "/events", ""),
            ann.send("GET", "/events?members=*", ""),
            annAsBen.release("l3"),
            annAsBen.send("DELETE", "/sessions/s1", ""),
            mixed.with("Sub-Account", "ben").send("DELETE", "/sessions/mixed", ""),
            mixed.send("DELETE", "/sessions/mixed", ""))) {
      assertThat(away.status()).as("%s", away.body()).isEqualTo(503);
      assertThat(away.text("reason")).isEqualTo("POLICY_UNREACHABLE");
      assertThat(away.header("Retry-After")).contains("1");
    }
    assertThat(ann.release("l1").status()).isEqualTo(200);
    Answer ended = tab.with("Sub-Account", "ben").send("DELETE", "/sessions/tab", "");
    assertThat(ended.status()).as("%s", ended.body()).isEqualTo(200);
    assertThat(ended.number("released")).isEqualTo(1);
    engine = serve();
    Answer both = mixed.with("Sub-Account", "ben").send("DELETE", "/sessions/mixed", "");
    assertThat(both.number("released")).as("%s", both.body()).isEqualTo(2);
    assertThat(ann.upload("l2", "/l1").status()).isEqualTo(201);
    assertThat(annAsBen.release("l3").status()).isEqualTo(200);
  }

  @Test
  void requestThatWaits_isRefusedAndWithdrawn_ifThePolicyDeniesItMeanwhile() throws Exception {
    GatewayCaller ann = caller("ann");
    GatewayCaller ben = caller("ben");
    assertThat(ann.upload("l1", "/l1").status()).isEqualTo(201);
    String wish = "{\"operation\":\"UPLOAD\",\"path\":\"/l1\",\"waitMs\":60000}";
    CompletableFuture<Answer> waits = ben.with("Prefer", "wait=20").acquireAsync("l2", wish);
    await().until(() -> ben.get("l2").text("state").equals("queued"));
    CompletableFuture<Answer> looks = ben.sendAsync("GET", "/locks/l2?wait=20");
    await().until(() -> metrics().contains("lockarbiter_gateway_requests_waiting 2.0"));
    policy = input -> !text(input, "subject").equals("ben");
    assertThat(ann.release("l1").status()).isEqualTo(200);
    for (Answer denied : List.of(waits.get(60, SECONDS), looks.get(60, SECONDS))) {
      assertThat(denied.status()).as("%s", denied.body()).isEqualTo(403);
      assertThat(denied.text("reason")).isEqualTo("FORBIDDEN");
    }
    Answer withdrawn = ann.with("Sub-Account", "ben").get("l2");
    assertThat(withdrawn.text("state")).as("%s", withdrawn.body()).isEqualTo("released");
    assertThat(ann.upload("l3", "/l1").status()).isEqualTo(201);
  }

  private String metrics() throws IOException {
    return GatewayBytes.exchanged(
        gateway.address(),
        "GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  }

  @Test
  void requestThatWaits_andIsAllowedStill_isGranted() throws Exception {
    GatewayCaller ann = caller("ann");
    assertThat(ann.upload("l1", "/l1").status()).isEqualTo(201);
    String wish = "{\"operation\":\"UPLOAD\",\"path\":\"/l1\",\"waitMs\":60000}";
    CompletableFuture<Answer> waits =
        caller("ben").with("Prefer", "wait=20").acquireAsync("l2", wish);
    await().until(() -> ann.with("Sub-Account", "ben").get("l2").status() == 200);
    assertThat(ann.release("l1").status()).isEqualTo(200);
    assertThat(waits.get(60, SECONDS).status()).isEqualTo(201);
    assertThat(inputs.stream().filter(input -> text(input, "subject").equals("ben")))
        .filteredOn(input -> text(input, "command").equals("acquire"))
        .as("when it came, and before it was answered")
        .hasSize(2);
  }

  @Test
  void streams_endWhenThePolicyDeniesThem() throws Exception {
    GatewayCaller ann = caller("ann");
    policy = input -> !text(input, "right").equals("see-all");
    assertThat(ann.send("GET", "/events?members=*", "").status()).isEqualTo(403);
    policy = input -> true;
    try (GatewayStream own = GatewayStream.open(ann.with(), "", null, each -> {});
        GatewayStream all = GatewayStream.open(ann.with(), "?members=*", null, each -> {})) {
      await().until(() -> !own.lastId().isEmpty() && !all.lastId().isEmpty());
      policy = input -> !text(input, "right").equals("see-all");
      await().atMost(Duration.ofSeconds(40)).until(all::hasEnded);
      assertThat(own.hasEnded()).isFalse();
      policy = input -> false;
      await().atMost(Duration.ofSeconds(40)).until(own::hasEnded);
    }
  }
}
