package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.catalina.Context;
import org.apache.catalina.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Clients without a login occupy nothing of the server for good. */
@Tag("slow")
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=console",
      "lockarbiter.console.logins-per-minute=1000",
      "server.tomcat.threads.max=" + StrangersTest.THREADS
    })
@ActiveProfiles("without-services")
@Timeout(value = 600, threadMode = ThreadMode.SEPARATE_THREAD)
@DirtiesContext
class StrangersTest {
  static final int THREADS = 20;

  private static final OidcProvider PROVIDER = OidcProvider.start();

  @TempDir private static Path directory;

  @Autowired private ServletWebServerApplicationContext context;

  private final HttpClient browser =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .cookieHandler(new CookieManager())
          .build();

  @DynamicPropertySource
  static void logins(DynamicPropertyRegistry registry) throws IOException {
    Path users = Files.createTempFile(directory, "users", "");
    Files.writeString(
        users, "olga:" + new BCryptPasswordEncoder(4).encode("secret of olga") + ":operator\n");
    registry.add("lockarbiter.console.users-file", users::toString);
    String client = "spring.security.oauth2.client.";
    registry.add(client + "registration.staff.client-id", () -> "console");
    registry.add(client + "provider.staff.issuer-uri", PROVIDER::issuer);
  }

  @AfterAll
  static void stop() {
    PROVIDER.close();
  }

  private TomcatWebServer server() {
    return (TomcatWebServer) Objects.requireNonNull(context.getWebServer());
  }

  private Set<String> sessions() {
    Context pages = (Context) server().getTomcat().getHost().findChildren()[0];
    return Arrays.stream(pages.getManager().findSessions())
        .map(Session::getId)
        .collect(Collectors.toSet());
  }

  private HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server().getPort() + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, BodyPublishers.ofString(body));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return browser.send(request.build(), BodyHandlers.ofString());
  }

  /** Joining the fields of one name costs the square of their number. */
  @Test
  void formOfManyFields_isRefused() throws Exception {
    HttpResponse<String> answer =
        send(
            "POST",
            "/api/login",
            "a&".repeat(30_000),
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(answer.body()).contains("no form of at most 100 fields");
  }

  /**
   * Each sends something now and then, so a server that waits for the next byte never gives up.
   * There are three times as many of these clients as threads.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /api/login HTTP/1.1|Content-Type: application/x-www-form-urlencoded|Content-Length:"
            + " 60000",
        "POST /api/force HTTP/1.1|Content-Type: application/json|Transfer-Encoding: chunked",
        "GET /api/session HTTP/1.1|Content-Length: 60000",
        "GET /app/main.js HTTP/1.1|Transfer-Encoding: chunked",
        "TRACE / HTTP/1.1|Content-Length: 60000",
        "OPTIONS * HTTP/1.1|Content-Length: 60000",
        "POST /api/login HTTP/1.1|Content-Length: 9000000"
      })
  void bodiesThatNeverEnd_keepNobodyFromAnAnswer(String head) throws Exception {
    try (Dripping dripping = new Dripping(server().getPort(), head, 3 * THREADS)) {
      dripping.awaitRounds(3);
      for (int n = 0; n < 3; n++) {
        assertThat(send("GET", "/api/session", "").statusCode()).isEqualTo(200);
      }
      HttpResponse<String> login =
          send(
              "POST",
              "/api/login",
              "username=olga&password=secret+of%20olga",
              "Content-Type",
              "application/x-www-form-urlencoded",
              "X-XSRF-TOKEN",
              token());
      assertThat(login.statusCode()).isIn(204, 503);
      dripping.awaitRounds(1);
      assertThat(send("GET", "/api/session", "").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void bodyThatIsTooLong_isRefused() throws Exception {
    assertThat(send("POST", "/api/login", "a".repeat(70_000)).statusCode()).isEqualTo(413);
  }

  /** The data between chunks may be endless. */
  @Test
  void bodyInChunks_isRefused() throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server().getPort() + "/api/login"))
            .timeout(Duration.ofSeconds(30))
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[10])))
            .build();
    assertThat(browser.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(411);
  }

  private String token() throws Exception {
    return JsonPath.read(send("GET", "/api/session", "").body(), "$.csrfToken");
  }

  /** For any path and method, with a valid token and without. */
  @Test
  void requestsWithoutLogin_makeNoSession() throws Exception {
    Set<String> before = sessions();
    for (String path :
        List.of(
            "/",
            "/index.html",
            "/login.html?error",
            "/app/main.js",
            "/nowhere",
            "/error",
            "/oauth2/authorization/staff",
            "/oauth2/authorization/nobody",
            "/oauth2/authorization/",
            "/oauth2/authorization/%20",
            "/login/oauth2/code/staff?code=stolen&state=guessed",
            "/login/oauth2/code/staff?error=denied&state=guessed",
            "/login/oauth2/code/staff",
            "/login/oauth2/code/nobody?code=a&state=b",
            "/login",
            "/logout",
            "/api/login",
            "/api/logout",
            "/api/session",
            "/api/locks?account=acme",
            "/api/events",
            "/api/force",
            "/api/nowhere",
            "/api/session;lockarbiter-console=0123456789ABCDEF")) {
      for (String method : List.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS")) {
        for (String token : List.of("", token())) {
          HttpResponse<String> answer =
              send(
                  method,
                  path,
                  method.equals("POST") ? "username=olga&password=guess" : "",
                  "Content-Type",
                  "application/x-www-form-urlencoded",
                  "X-XSRF-TOKEN",
                  token);
          assertThat(answer.headers().allValues("Set-Cookie"))
              .as(method + " " + path)
              .noneMatch(cookie -> cookie.startsWith("lockarbiter-console="));
          assertThat(answer.statusCode()).as(method + " " + path).isLessThan(500);
        }
      }
    }
    assertThat(sessions()).isEqualTo(before);
  }
}
