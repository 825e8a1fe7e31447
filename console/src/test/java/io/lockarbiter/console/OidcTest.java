package io.lockarbiter.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.jayway.jsonpath.JsonPath;
import io.lockarbiter.console.security.ConsoleSecurity;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A login by OpenID Connect, from the button to the log, at a real provider. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=console",
      "server.forward-headers-strategy=native",
      "lockarbiter.console.oidc.accounts-claim=accounts",
      "lockarbiter.console.oidc.name-claim=login"
    })
@ActiveProfiles("without-services")
@DirtiesContext
class OidcTest {
  private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]* value=\"([^\"]+)\"");
  private static final OidcProvider PROVIDER = OidcProvider.start();

  @Autowired private Environment environment;
  @Autowired private ModelArbiter arbiter;
  @Autowired private MockProducer<byte[], byte[]> producer;

  private final HttpClient browser =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  @DynamicPropertySource
  static void provider(DynamicPropertyRegistry registry) {
    String client = "spring.security.oauth2.client.";
    registry.add(client + "registration.staff.client-id", () -> "console");
    registry.add(client + "registration.staff.client-secret", () -> "client-secret");
    registry.add(client + "provider.staff.issuer-uri", PROVIDER::issuer);
  }

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  @BeforeEach
  void lock() {
    producer.clear();
    arbiter.acquire("acme", "u", "u1", Operation.UPLOAD, "/d/a");
  }

  @Test
  void operator_logsInForcesUnderHisNameAndLogsOut() throws Exception {
    assertThat(login("olga")).isEqualTo("/");
    String session = get("/api/session").body();
    assertThat(JsonPath.<String>read(session, "$.name")).isEqualTo("olga.operator");
    assertThat(JsonPath.<List<String>>read(session, "$.roles"))
        .containsExactlyInAnyOrder("VIEWER", "OPERATOR");

    String force = "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"device lost\"}";
    assertThat(post("/api/force", force).statusCode()).isEqualTo(202);
    DecodedCommand.Valid published =
        (DecodedCommand.Valid)
            CommandCodec.decode("acme".getBytes(UTF_8), producer.history().get(0).value());
    ForceRelease forced = (ForceRelease) published.command();
    assertThat(forced.owner().subAccount()).isEqualTo("olga.operator");
    assertThat(forced.comment()).isEqualTo("device lost");

    assertThat(post("/api/logout", "").statusCode()).isEqualTo(204);
    assertThat(get("/api/locks?account=acme").statusCode()).isEqualTo(401);
    assertThat(post("/api/force", force).statusCode()).isEqualTo(401);
    assertThat(producer.history()).hasSize(1);
  }

  @Test
  void viewer_seesTheAccountsThatHisClaimNames() throws Exception {
    assertThat(login("vera")).isEqualTo("/");
    assertThat(get("/api/locks?account=acme").statusCode()).isEqualTo(200);
    assertThat(get("/api/locks?account=beta").statusCode()).isEqualTo(403);
    String force = "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"device lost\"}";
    assertThat(post("/api/force", force).statusCode()).isEqualTo(403);
    assertThat(producer.history()).isEmpty();
  }

  /**
   * The page to which the login leads gives the reason, and does not lead back to the provider by
   * itself.
   */
  @ParameterizedTest
  @CsvSource({
    "none, /login.html?error=role",
    "anon, /login.html?error=name",
    "eve, /login.html?error"
  })
  void whoIsNotLetIn_isToldWhyAndIsNobody(String user, String page) throws Exception {
    assertThat(login(user)).isEqualTo(page);
    assertThat(get(page).statusCode()).isEqualTo(200);
    assertThat(JsonPath.<List<String>>read(get("/api/session").body(), "$.roles")).isEmpty();
    assertThat(get("/api/locks?account=acme").statusCode()).isEqualTo(401);
  }

  @Test
  void codeThatNobodyAskedFor_isRefused() throws Exception {
    HttpResponse<String> answer = get("/login/oauth2/code/staff?code=stolen&state=guessed");
    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(location(answer).toString()).endsWith("/login.html?error");
  }

  /** Anybody can begin a login, and come back with any text. */
  @Test
  void textOfAFailedLogin_addsNoLineToTheLog() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(ConsoleSecurity.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    logger.addAppender(lines);
    Matcher state =
        Pattern.compile("state=([^&]+)")
            .matcher(location(get("/oauth2/authorization/staff")).getRawQuery());
    assertThat(state.find()).isTrue();

    get(
        "/login/oauth2/code/staff?error=denied&error_description=no%0AINFO%20all%20is%20well&state="
            + state.group(1));

    logger.detachAppender(lines);
    assertThat(lines.list)
        .singleElement()
        .extracting(ILoggingEvent::getFormattedMessage)
        .asString()
        .contains("no<U+000A>INFO all is well");
  }

  /** The proxy tells the address that browsers use; only then are cookies restricted to HTTPS. */
  @Test
  void behindAProxyWithTls_addressAndCookiesAreThoseOfHttps() throws Exception {
    HttpRequest.Builder asked =
        HttpRequest.newBuilder(console("/oauth2/authorization/staff"))
            .header("X-Forwarded-Proto", "https");
    HttpResponse<String> answer = send(asked);
    assertThat(location(answer).getQuery()).contains("redirect_uri=https://127.0.0.1");
    assertThat(answer.headers().allValues("Set-Cookie"))
        .singleElement()
        .asString()
        .contains("lockarbiter-console-oidc=", "; Secure", "; HttpOnly", "; SameSite=Lax");
    HttpResponse<String> session =
        send(HttpRequest.newBuilder(console("/api/session")).header("X-Forwarded-Proto", "https"));
    assertThat(session.headers().allValues("Set-Cookie"))
        .singleElement()
        .asString()
        .contains("XSRF-TOKEN=", "; Secure", "; HttpOnly", "; SameSite=Lax");
    assertThat(session.headers().firstValue("Strict-Transport-Security")).isPresent();
  }

  /** Follows the link of the button, logs in there, and follows redirects back to the console. */
  private String login(String user) throws Exception {
    HttpResponse<String> answer = get("/oauth2/authorization/staff");
    assertThat(location(answer).getQuery())
        .contains("response_type=code", "code_challenge_method=S256", "nonce=", "state=");
    assertThat(location(answer).toString()).startsWith(PROVIDER.issuer());
    answer = send(HttpRequest.newBuilder(location(answer)).header("Accept", "text/html"));
    URI form = location(answer);
    Matcher token = TOKEN.matcher(send(HttpRequest.newBuilder(form)).body());
    assertThat(token.find()).isTrue();
    answer =
        send(
            HttpRequest.newBuilder(form)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString(
                        "username=%s&password=secret&_csrf=%s"
                            .formatted(user, URLEncoder.encode(token.group(1), UTF_8)))));
    for (int n = 0; n < 5; n++) {
      URI next = location(answer);
      if (next.getPort() == console("").getPort() && !next.getPath().contains("/oauth2/")) {
        return next.getPath() + (next.getQuery() == null ? "" : "?" + next.getQuery());
      }
      answer = send(HttpRequest.newBuilder(next).header("Accept", "text/html"));
    }
    throw new AssertionError("still led on: " + location(answer));
  }

  private static URI location(HttpResponse<?> answer) {
    assertThat(answer.statusCode()).as(answer.uri() + ": " + answer.body()).isEqualTo(302);
    return answer.uri().resolve(answer.headers().firstValue("Location").orElseThrow());
  }

  private URI console(String path) {
    return URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + path);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(console(path)));
  }

  private HttpResponse<String> post(String path, String json) throws Exception {
    return send(
        HttpRequest.newBuilder(console(path))
            .header("Content-Type", "application/json")
            .header("X-XSRF-TOKEN", JsonPath.read(get("/api/session").body(), "$.csrfToken"))
            .POST(BodyPublishers.ofString(json)));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return browser.send(request.build(), BodyHandlers.ofString());
  }
}
