package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.request;

import com.jayway.jsonpath.JsonPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import jakarta.servlet.http.Cookie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.DefaultMockMvcBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The answer of every endpoint to every caller: with real logins, sessions and tokens, behind the
 * filters that stand before a server.
 */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = {
      "spring.config.name=console",
      "lockarbiter.console.logins-per-minute=3",
      "lockarbiter.console.forces-per-minute=3"
    })
@ActiveProfiles("without-services")
@DirtiesContext
class RolesTest {
  private static final BCryptPasswordEncoder BCRYPT = new BCryptPasswordEncoder(4);
  private static final String FORCE =
      "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"device lost\"}";
  private static final String HAND_OVER =
      "{\"account\":\"acme\",\"lockId\":\"c\",\"subAccount\":\"bob\",\"note\":\"device lost\"}";

  /** Status of each answer; {@code !} = a command was published, 503 = there is no broker. */
  private static final String ANSWERS =
      """
                             nobody viewer others operator no-token no-reason other-host over-rate
      GET /api/session          200    200    200      200      200       200        421       200
      GET /api/accounts         401    200    200      200      200       200        421       200
      GET /api/tree             401    200    403      200      200       200        421       200
      GET /api/locks            401    200    403      200      200       200        421       200
      GET /api/waits            401    200    403      200      200       200        421       200
      GET /api/waiters          401    200    403      200      200       200        421       200
      GET /api/consequences     401    200    403      200      200       200        421       200
      GET /api/life             401    503    403      503      503       503        421       503
      GET /api/explain          401    200    403      200      200       200        421       200
      GET /api/partitions       401    200    200      200      200       200        421       200
      GET /api/recent           401    200    200      200      200       200        421       200
      GET /api/events           401    200    200      200      200       200        421       200
      POST /api/force           401    403    403     202!      403       400        421       429
      POST /api/yield           401    403    403     202!      403       400        421       429
      POST /api/hand-over       401    403    403     202!      403      202!        421       429
      GET /api/force            401    405    405      405      405       405        421       405
      DELETE /api/locks         401    403    403      403      403       403        421       403
      POST /api/login           204    204    204      204      403       204        421       429
      POST /api/logout          204    204    204      204      403       204        421       204
      """;

  @TempDir private static Path directory;

  @Autowired private WebApplicationContext context;
  @Autowired private RequestMappingHandlerMapping mappings;
  @Autowired private ModelArbiter arbiter;
  @Autowired private MockProducer<byte[], byte[]> producer;
  private MockMvc mvc;

  /** A caller, with an address of his own; null = not logged in. */
  private record Caller(String column, @Nullable String name, String address) {
    boolean sendsToken() {
      return !column.equals("no-token");
    }

    String host() {
      return column.equals("other-host") ? "evil.example" : "localhost";
    }

    String body(String body) {
      return column.equals("no-reason") ? body.replace("device lost", "  ") : body;
    }
  }

  private static final List<Caller> CALLERS =
      List.of(
          new Caller("nobody", null, "10.0.0.1"),
          new Caller("viewer", "vera", "10.0.0.2"),
          new Caller("others", "vito", "10.0.0.3"),
          new Caller("operator", "olga", "10.0.0.4"),
          new Caller("no-token", "omar", "10.0.0.5"),
          new Caller("no-reason", "otto", "10.0.0.6"),
          new Caller("other-host", "oona", "10.0.0.7"),
          new Caller("over-rate", "olaf", "10.0.0.8"));

  @DynamicPropertySource
  static void usersFile(DynamicPropertyRegistry registry) throws IOException {
    Path users = Files.createTempFile(directory, "users", "");
    Files.write(
        users,
        Stream.of(
                "vera:viewer",
                "vito:viewer:beta*",
                "olga:operator",
                "omar:operator",
                "otto:operator",
                "oona:operator",
                "olaf:operator")
            .map(user -> user.split(":", 2))
            .map(user -> user[0] + ":" + BCRYPT.encode("secret") + ":" + user[1])
            .toList());
    registry.add("lockarbiter.console.users-file", users::toString);
  }

  @BeforeEach
  void lock() {
    DefaultMockMvcBuilder builder = MockMvcBuilders.webAppContextSetup(context);
    context
        .getBeanProvider(FilterRegistrationBean.class)
        .orderedStream()
        .forEach(
            registration -> builder.addFilters(Objects.requireNonNull(registration.getFilter())));
    mvc = builder.apply(springSecurity()).build();
    producer.clear();
    arbiter.acquire("acme", "u", "u1", Operation.UPLOAD, "/d/a");
    arbiter.checkOut("acme", "c", new Owner("ann", null), "/plan", Duration.ofDays(1), null);
  }

  @Test
  void everybody_getsWhatHisRoleAllowsAndNothingElseIsPublished() throws Exception {
    List<String> rows = ANSWERS.lines().skip(1).map(row -> row.substring(0, 24).strip()).toList();
    List<List<String>> answers = new ArrayList<>();
    for (Caller caller : CALLERS) {
      answers.add(answers(caller, rows));
    }
    StringBuilder table = new StringBuilder(ANSWERS.lines().findFirst().orElseThrow() + "\n");
    for (int row = 0; row < rows.size(); row++) {
      table.append("%-24s".formatted(rows.get(row)));
      for (int n = 0; n < CALLERS.size(); n++) {
        int width = Math.max(5, CALLERS.get(n).column().length());
        table.append(" %".concat(width + "s").formatted(answers.get(n).get(row)));
      }
      table.append('\n');
    }
    assertThat(table.toString().replaceAll(" +", " "))
        .as(table.toString())
        .isEqualTo(ANSWERS.replaceAll(" +", " "));
  }

  /** An endpoint that is missing in the table has no tested rights. */
  @Test
  void everyEndpoint_isInTheTable() {
    Set<String> offered = new TreeSet<>();
    mappings
        .getHandlerMethods()
        .keySet()
        .forEach(
            mapping ->
                mapping.getPatternValues().stream()
                    .filter(path -> path.startsWith("/api/"))
                    .forEach(
                        path ->
                            mapping
                                .getMethodsCondition()
                                .getMethods()
                                .forEach(method -> offered.add(method + " " + path))));
    Set<String> asked =
        ANSWERS
            .lines()
            .skip(1)
            .map(row -> row.substring(0, 24).strip())
            .collect(Collectors.toSet());
    assertThat(offered).isNotEmpty().isSubsetOf(asked);
  }

  private List<String> answers(Caller caller, List<String> rows) throws Exception {
    MockHttpSession session = new MockHttpSession();
    if (caller.name() != null) {
      Caller knownHost = new Caller("", caller.name(), caller.address());
      assertThat(ask(knownHost, session, "POST /api/login").getResponse().getStatus())
          .isEqualTo(204);
    }
    if (caller.column().equals("over-rate")) {
      for (int n = 0; n < 3; n++) {
        ask(caller, session, "POST /api/login");
        ask(caller, session, "POST /api/force");
      }
      producer.clear();
    }
    List<String> answers = new ArrayList<>();
    for (String row : rows) {
      int before = producer.history().size();
      MvcResult result = ask(caller, session, row);
      String what = producer.history().size() > before ? "!" : "";
      answers.add(result.getResponse().getStatus() + what);
      if (row.startsWith("GET /api/recent")) {
        assertThat(result.getResponse().getContentAsString().contains("\"acme\""))
            .as(caller.column())
            .isEqualTo(
                result.getResponse().getStatus() == 200 && !caller.column().equals("others"));
      }
    }
    return answers;
  }

  private MvcResult ask(Caller caller, MockHttpSession session, String row) throws Exception {
    String[] words = row.split(" ");
    MockHttpServletRequestBuilder asked =
        request(HttpMethod.valueOf(words[0]), words[1])
            .session(session)
            .header("Host", caller.host())
            .with(
                request -> {
                  request.setRemoteAddr(caller.address());
                  return request;
                });
    if (words[1].equals("/api/login")) {
      asked.param("username", caller.name() == null ? "vera" : caller.name());
      asked.param("password", "secret");
    } else if (words[0].equals("GET")) {
      for (String parameter : List.of("account=acme", "lockId=u", "path=/d", "operation=DELETE")) {
        // Requests that name no account are asked about all accounts that the caller may see.
        if (!ofAllAccounts(words[1]) || !parameter.startsWith("account=")) {
          asked.queryParam(parameter.split("=")[0], parameter.split("=")[1]);
        }
      }
    } else {
      String body = words[1].equals("/api/hand-over") ? HAND_OVER : FORCE;
      asked.contentType(MediaType.APPLICATION_JSON).content(caller.body(body));
    }
    if (!words[0].equals("GET") && caller.sendsToken()) {
      token(asked);
    }
    return mvc.perform(asked).andReturn();
  }

  private static boolean ofAllAccounts(String path) {
    return path.equals("/api/recent") || path.equals("/api/events");
  }

  /** Sends the token as a page does: as the console told it, with the cookie that it set. */
  private void token(MockHttpServletRequestBuilder asked) throws Exception {
    MvcResult told = mvc.perform(get("/api/session").header("Host", "localhost")).andReturn();
    Cookie cookie = Objects.requireNonNull(told.getResponse().getCookie("XSRF-TOKEN"));
    String token = JsonPath.read(told.getResponse().getContentAsString(), "$.csrfToken");
    asked.cookie(cookie).header("X-XSRF-TOKEN", token);
  }
}
