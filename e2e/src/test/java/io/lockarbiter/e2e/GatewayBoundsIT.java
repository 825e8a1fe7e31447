package io.lockarbiter.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rights over HTTP, and the answers to requests that are too many, too large or too slow. */
@Cluster
class GatewayBoundsIT {
  @TempDir private static Path folder;
  private static GatewayFiles files;
  private static EmbeddedGateway gateway;
  private static String address;
  private static String web;

  @BeforeAll
  static void start(Deployment deployment) throws Exception {
    deployment.arbiter();
    files =
        GatewayFiles.in(
            folder,
            "web  acme,shop-*  self  ask,hold,see",
            "web  read         self  see",
            "sync acme         u-*   ask,hold,see",
            "olga acme         *     see,operate",
            "busy acme         self  ask,see",
            "wide lists        *     ask,hold,see",
            "some lists        b*    see");
    web = files.add("web");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.body-timeout", "3s");
    settings.put("lockarbiter.gateway.allowed-origins", "https://files.example");
    settings.put("lockarbiter.gateway.requests-per-minute", "600");
    settings.put("lockarbiter.gateway.bytes-per-minute", "100000");
    settings.put("lockarbiter.gateway.waiting-per-subject", "1");
    gateway = EmbeddedGateway.start(deployment.infrastructure(), 0, settings);
    address = gateway.address();
    caller(web).awaitReady();
  }

  private static String raw(String request) throws IOException {
    return GatewayBytes.exchanged(address, request);
  }

  @AfterAll
  static void stop() {
    gateway.close();
  }

  private static GatewayCaller caller(String key) {
    return GatewayCaller.of(address, key, "s1");
  }

  @Test
  void subjectsRightsAndAccounts_areAllowedAsTheRulesSay() throws Exception {
    Map<String, String> keys = new TreeMap<>();
    keys.put("web", web);
    keys.put("sync", files.add("sync"));
    keys.put("olga", files.add("olga"));
    await().until(() -> caller(keys.get("olga")).get("none").status() != 401);
    StringBuilder allowed = new StringBuilder();
    for (Map.Entry<String, String> subject : keys.entrySet()) {
      for (String account : List.of("acme", "shop-1", "read", "other")) {
        for (String member : List.of(subject.getKey(), "u-1")) {
          GatewayCaller as = caller(subject.getValue()).in(account).with("Sub-Account", member);
          allowed.append(
              "%s in %s as %s:%s%n"
                  .formatted(subject.getKey(), account, member, rights(as, subject.getKey())));
        }
      }
    }
    assertThat(allowed.toString().replace(System.lineSeparator(), "\n"))
        .isEqualTo(
            """
            olga in acme as olga: see operate
            olga in acme as u-1: see operate
            olga in shop-1 as olga:
            olga in shop-1 as u-1:
            olga in read as olga:
            olga in read as u-1:
            olga in other as olga:
            olga in other as u-1:
            sync in acme as sync:
            sync in acme as u-1: ask hold see
            sync in shop-1 as sync:
            sync in shop-1 as u-1:
            sync in read as sync:
            sync in read as u-1:
            sync in other as sync:
            sync in other as u-1:
            web in acme as web: ask hold see
            web in acme as u-1:
            web in shop-1 as web: ask hold see
            web in shop-1 as u-1:
            web in read as web: see
            web in read as u-1:
            web in other as web:
            web in other as u-1:
            """);
  }

  /** The rights that are not refused; a lock of this id is never held. */
  private static String rights(GatewayCaller as, String subject) throws Exception {
    StringBuilder rights = new StringBuilder();
    add(rights, "ask", as.send("POST", "/locks/none/yield", ""));
    add(rights, "hold", as.renew("none"));
    add(rights, "hold", as.release("none"));
    add(rights, "see", as.get("none"));
    add(rights, "see", as.send("GET", "/locks", ""));
    add(rights, "operate", as.send("POST", "/locks/none/force", ""));
    String freeze = "{\"operation\":\"FREEZE\",\"path\":\"no root\"}";
    assertThat(as.acquire("freeze-" + subject, freeze).status()).isIn(400, 403);
    return rights.toString();
  }

  private static void add(StringBuilder rights, String right, Answer answer) {
    assertThat(answer.status()).as("%s: %s", right, answer.body()).isIn(200, 403, 404);
    boolean isTold = rights.toString().endsWith(" " + right);
    if (answer.status() == 403) {
      assertThat(answer.text("detail")).doesNotContain("web", "sync", "olga");
      assertThat(isTold).isFalse();
    } else if (!isTold) {
      rights.append(' ').append(right);
    }
  }

  @Test
  void actingOnOthers_takesTheRightToOperate() throws Exception {
    GatewayCaller as = caller(web);
    for (String body :
        List.of(
            "{\"operation\":\"FREEZE\",\"path\":\"/f\"}",
            "{\"operation\":\"DELETE\",\"path\":\"/f\",\"waitMs\":9000,\"graceMs\":1}",
            "{\"operation\":\"UPLOAD\",\"path\":\"/f\",\"replaces\":{\"lockId\":\"x\",\"subAccount\":\"ann\"}}",
            "{\"operation\":\"CUSTOM\",\"targets\":[{\"path\":\"/f\",\"mode\":\"FREEZE\"}]}")) {
      assertThat(as.acquire("others", body).status()).as(body).isEqualTo(403);
    }
    assertThat(as.send("POST", "/locks/x/yield", "{\"graceMs\":0}").status()).isEqualTo(403);
    Answer lie =
        as.acquire(
            "lie",
            "{\"operation\":\"UPLOAD\",\"path\":\"/f\",\"attributes\":{\"subject\":\"olga\"}}");
    assertThat(lie.status()).isEqualTo(400);
    assertThat(lie.text("detail")).contains("it tells whose key was used");
  }

  @Test
  void lockOfAnother_isAskedFor_andNotShown() throws Exception {
    GatewayCaller holder = caller(files.add("sync")).with("Sub-Account", "u-1");
    await().until(() -> holder.get("none").status() == 404);
    assertThat(holder.upload("private", "/private/a").status()).isEqualTo(201);
    await().until(() -> holder.get("private").status() == 200);
    assertThat(caller(web).get("private").status()).isEqualTo(404);
    Answer asked = caller(web).send("POST", "/locks/private/yield", "{\"comment\":\"please\"}");
    assertThat(asked.status()).as("%s", asked.body()).isEqualTo(200);
    assertThat(asked.body().has("session")).isFalse();
    assertThat(asked.body().has("attributes")).isFalse();
    Answer under = caller(web).with("Request-Age", "1").upload("private", "/private/b");
    assertThat(under.text("reason")).isEqualTo("ID_CONFLICT");
    assertThat(under.body().toString()).doesNotContain("u-1");
    assertThat(holder.release("private").status()).isEqualTo(200);
  }

  @Test
  void keys_changeWhileTheGatewayRuns() throws Exception {
    assertThat(caller("la_nobody").get("none").status()).isEqualTo(401);
    assertThat(caller("").get("none").header("WWW-Authenticate")).contains("Bearer");
    String first = files.add("busy");
    await().until(() -> caller(first).get("none").status() == 404);
    files.revoke("busy");
    String second = files.add("busy");
    await().until(() -> caller(second).get("none").status() == 404);
    await().until(() -> caller(first).get("none").status() == 401);
  }

  @Test
  void missingHeaders_areNamed() throws Exception {
    GatewayCaller bare = new GatewayCaller(address, web, "acme", List.of());
    assertThat(bare.upload("x", "/x").text("detail")).startsWith("the header Session is missing");
    assertThat(bare.renew("x").text("detail")).startsWith("the header Session is missing");
    assertThat(caller(web).send("POST", "/locks", "{}").text("detail"))
        .startsWith("the header Idempotency-Key is missing");
    assertThat(caller(web).with("Idempotency-Key", "again").upload("x", "/x").text("detail"))
        .isEqualTo("the header Idempotency-Key is given twice");
    assertThat(caller(web).with("Content-Type", "text/plain").upload("x", "/x").status())
        .isEqualTo(415);
    Answer unknown = caller(web).send("GET", "/keys", "");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.header("Content-Type")).contains("application/problem+json");
  }

  @Test
  void bodyBombs_areRefused() throws Exception {
    GatewayCaller big = caller(files.add("busy"));
    await().until(() -> big.get("none").status() == 404);
    assertThat(big.acquire("big", "{\"path\":\"" + "x".repeat(70_000) + "\"}").status())
        .isEqualTo(413);
    assertThat(big.acquire("deep", "[".repeat(60_000)).status()).isEqualTo(400);
    Answer often = big.acquire("often", " ".repeat(60_000));
    assertThat(often.status()).isEqualTo(429);
    assertThat(often.header("Retry-After")).isPresent();
    assertThat(chunked("busy-chunks", 70)).contains("413");
  }

  /** A body without a length, in pieces of 1,000 bytes. */
  private static String chunked(String lockId, int pieces) throws IOException {
    StringBuilder body = new StringBuilder();
    for (int n = 0; n < pieces; n++) {
      body.append("3e8\r\n").append(" ".repeat(1000)).append("\r\n");
    }
    return raw(head(lockId) + "Transfer-Encoding: chunked\r\n\r\n" + body + "0\r\n\r\n");
  }

  private static String head(String lockId) {
    return "POST /v1/accounts/acme/locks HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        + web
        + "\r\nSession: s\r\nContent-Type: application/json\r\nIdempotency-Key: "
        + lockId
        + "\r\n";
  }

  /** The server does not read on by itself where a body was left unread. */
  @Test
  void connection_goesOnAfterARefusalBeforeItsBodyWasRead() throws Exception {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      String head = head("unread").replace(web, "la_nobody") + "Content-Length: 2\r\n\r\n";
      for (int n = 0; n < 20; n++) {
        socket.getOutputStream().write(head.getBytes(ISO_8859_1));
        socket.getOutputStream().flush();
        socket.getOutputStream().write("{}".getBytes(ISO_8859_1));
        assertThat(GatewayBytes.answer(socket)).startsWith("HTTP/1.1 401");
      }
    }
    String other = head("unread").replace("/locks", "/nothing");
    assertThat(raw(other + "Content-Length: 2\r\n\r\n{}"))
        .startsWith("HTTP/1.1 404")
        .containsIgnoringCase("connection: close");
  }

  /** The second comes before the first is over, and is answered at once when its turn comes. */
  @Test
  void requestsInOneWrite_areAnswered_andSoIsTheNextOfTheConnection() throws Exception {
    URI uri = URI.create(address);
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      String waiting = look(web, "never?wait=1");
      String refused = look("la_nobody", "never");
      socket.getOutputStream().write((waiting + refused).getBytes(ISO_8859_1));
      StringBuilder answers = new StringBuilder();
      while (answers.indexOf("HTTP/1.1 401") < 0) { // one read may bring both
        answers.append(GatewayBytes.answer(socket));
      }
      assertThat(answers.toString()).startsWith("HTTP/1.1 404");

      socket.getOutputStream().write(refused.getBytes(ISO_8859_1));
      assertThat(GatewayBytes.answer(socket)).startsWith("HTTP/1.1 401");
    }
  }

  private static String look(String key, String lockIdAndQuery) {
    return "GET /v1/accounts/acme/locks/%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
        .formatted(lockIdAndQuery, key);
  }

  @Test
  void bodyThatDoesNotArrive_isATimeout_andNothingIsSent() throws Exception {
    String answer = raw(head("slow") + "Content-Length: 100\r\n\r\n{\"operation\":");
    assertThat(answer).startsWith("HTTP/1.1 408").contains("REQUEST_TIMEOUT");
    assertThat(caller(web).get("slow").status()).isEqualTo(404);
  }

  @Test
  void headerBombs_areRefused() throws Exception {
    assertProblem("431", raw(head("large") + "X: " + "x".repeat(40_000) + "\r\n\r\n"));
    assertProblem("414", raw(get("/" + "x".repeat(40_000))));
    assertThat(raw("GET /v1/openapi.json HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
        .startsWith("HTTP/1.1 421");
    assertThat(raw("GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .containsPattern("refusals_total\\{[^}]*REQUEST_HEADER_FIELDS_TOO_LARGE\"\\} [1-9]")
        .containsPattern("refusals_total\\{[^}]*URI_TOO_LONG\"\\} [1-9]")
        .containsPattern("refusals_total\\{[^}]*MISDIRECTED_REQUEST\"\\} [1-9]");
  }

  private static String get(String address) {
    return "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n"
        .formatted(address, web);
  }

  private static void assertProblem(String status, String answer) {
    assertThat(answer)
        .startsWith("HTTP/1.1 " + status + " ")
        .containsIgnoringCase("content-type: application/problem+json")
        .contains("\"status\":" + status, "\"reason\":\"", "\"detail\":\"");
  }

  @Test
  void malformedAddresses_areRefusedInWords() throws Exception {
    String locks = "/v1/accounts/acme/locks";
    for (String address :
        List.of(
            locks + "/%zz",
            locks + "/%",
            locks + "/a%00b",
            locks + "/a\u0000b",
            locks + "/a;b",
            locks + "/%ff",
            locks + "/ë",
            locks + "/" + "x".repeat(200),
            locks + "?after=%zz",
            locks + "?after=%ff",
            "/v1/accounts/" + "x".repeat(200) + "/locks")) {
      assertProblem("400", raw(get(address)));
    }
  }

  @Test
  void nameInALocation_isEscapedAsAddressesNeedIt() throws Exception {
    Answer granted = caller(web).upload("a;b/c d%", "/escaped");
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    String location = granted.header("Location").orElseThrow();
    assertThat(location).isEqualTo("/v1/accounts/acme/locks/a%3Bb%2Fc%20d%25");
    await().until(() -> raw(get(location)).startsWith("HTTP/1.1 200"));
    assertThat(caller(web).release("a%3Bb%2Fc%20d%25").text("reason")).isEqualTo("RELEASED");
  }

  @Test
  void locksOfAllMembers_comeInPages_ofThoseWhomTheRulesLetOneSee() throws Exception {
    GatewayCaller wide = caller(files.add("wide")).in("lists");
    GatewayCaller some = caller(files.add("some")).in("lists");
    await().until(() -> some.send("GET", "/locks?members=*", "").status() == 200);
    for (String member : List.of("ann", "ben", "bob")) {
      for (int n = 0; n < 2; n++) {
        String lockId = "list-%s-%d".formatted(member, n);
        assertThat(wide.with("Sub-Account", member).upload(lockId, "/" + lockId).status())
            .isEqualTo(201);
      }
    }
    await().until(() -> listed(wide, 500).size() == 6);
    List<String> all =
        List.of("list-ann-0", "list-ann-1", "list-ben-0", "list-ben-1", "list-bob-0", "list-bob-1");
    for (int size = 1; size < 7; size++) {
      assertThat(listed(wide, size)).isEqualTo(all);
      assertThat(listed(some, size)).isEqualTo(all.subList(2, 6));
    }
    assertThat(some.with("Sub-Account", "ben").send("GET", "/locks?members=*", "").text("detail"))
        .isEqualTo("the query's members and the header Sub-Account exclude each other");
    assertThat(some.send("GET", "/locks", "").status()).as("its own").isEqualTo(403);
    assertThat(caller(web).in("lists").send("GET", "/locks?members=*", "").status()).isEqualTo(403);
    assertThat(wide.send("GET", "/locks?members=*&after=list-ann-0", "").text("detail"))
        .startsWith("the query's after is no next of a page with members=*");
  }

  private static List<String> listed(GatewayCaller as, int size) throws Exception {
    List<String> all = new ArrayList<>();
    String after = "";
    do {
      Answer page = as.send("GET", "/locks?members=*&limit=" + size + after, "");
      assertThat(page.status()).as("%s", page.body()).isEqualTo(200);
      page.body().path("locks").forEach(lock -> all.add(lock.path("lockId").asString()));
      after = page.body().has("next") ? "&after=" + page.text("next") : "";
    } while (!after.isEmpty());
    return all;
  }

  @Test
  void bytesOfAnswers_areBounded_andRenewalsAreNotRefusedForThem() throws Exception {
    GatewayCaller reader = caller(files.add("sync")).with("Sub-Account", "u-reader");
    await().until(() -> reader.get("none").status() == 404);
    String note = "n".repeat(3_000);
    assertThat(
            reader
                .acquire(
                    "read",
                    "{\"operation\":\"UPLOAD\",\"path\":\"/read\",\"leaseMs\":600000,\"attributes\":{\"note\":\"%s\"}}"
                        .formatted(note))
                .status())
        .isEqualTo(201);
    await().until(() -> reader.get("read").status() == 200);
    for (Callable<Answer> read :
        List.<Callable<Answer>>of(
            () -> reader.send("GET", "/locks", ""), () -> reader.get("read"))) {
      Answer refused = read.call();
      for (int n = 0; n < 100 && refused.status() == 200; n++) {
        refused = read.call();
      }
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.text("reason")).isEqualTo("TOO_MANY_BYTES");
      assertThat(refused.text("detail")).contains("this subject was given as many bytes");
      assertThat(refused.header("Retry-After")).isPresent();
    }
    assertThat(reader.send("POST", "/locks/read/renew", "{\"leaseMs\":600000}").status())
        .isEqualTo(200);
    assertThat(reader.release("read").status()).isEqualTo(200);
  }

  @Test
  void pagesOfListedSitesOnly_mayAsk() throws Exception {
    assertThat(preflight("https://files.example"))
        .startsWith("HTTP/1.1 200")
        .contains("Access-Control-Allow-Origin: https://files.example")
        .doesNotContain("Access-Control-Allow-Credentials");
    assertThat(preflight("https://evil.example"))
        .startsWith("HTTP/1.1 403")
        .doesNotContain("Access-Control-Allow-Origin");
  }

  private static String preflight(String origin) throws IOException {
    return raw(
        "OPTIONS /v1/accounts/acme/locks HTTP/1.1\r\nHost: localhost\r\nOrigin: "
            + origin
            + "\r\nAccess-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: authorization,idempotency-key,session\r\n\r\n");
  }

  @Test
  void openApiHealthAndMetrics_areServed() throws Exception {
    assertThat(raw("GET /v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains("HTTP/1.1 200", "\"openapi\": \"3.1.0\"");
    assertThat(raw("GET /actuator/health/readiness HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .contains("\"status\":\"UP\"");
    assertThat(raw("GET /actuator/prometheus HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        .startsWith("HTTP/1.1 200");
  }
}
