package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.request;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.service.http.HostFilter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.mock.web.MockHttpSession;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** Logins by the users file, and the refusals that precede any login. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = {"spring.config.name=console", "lockarbiter.console.logins-per-minute=4"})
@ActiveProfiles("without-services")
@DirtiesContext
class LoginTest {
  private static final BCryptPasswordEncoder BCRYPT = new BCryptPasswordEncoder(4);

  @TempDir private static Path directory;

  @Autowired private WebApplicationContext context;
  @Autowired private ModelArbiter arbiter;
  private MockMvc mvc;

  @DynamicPropertySource
  static void usersFile(DynamicPropertyRegistry registry) throws IOException {
    Path users = Files.createTempFile(directory, "users", "");
    Files.write(
        users,
        List.of(
            "# support",
            "",
            "vera:" + BCRYPT.encode("secret of vera") + ":viewer:acme*",
            "vito:" + BCRYPT.encode("secret of vito") + ":viewer:beta*",
            "olga:" + BCRYPT.encode("secret of olga") + ":operator"));
    registry.add("lockarbiter.console.users-file", users::toString);
    // With a configured login other addresses than loopback are allowed.
    registry.add("server.address", () -> "0.0.0.0");
  }

  @BeforeEach
  void start() {
    mvc =
        MockMvcBuilders.webAppContextSetup(context)
            .addFilters(
                HostFilter.of(
                    List.of("console.example"),
                    "lockarbiter.console.allowed-hosts",
                    context.getEnvironment()))
            .apply(springSecurity())
            .build();
    arbiter.acquire("acme", "a", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("beta", "b", "u1", Operation.UPLOAD, "/d/b");
  }

  /** Each user has an address of his own, because attempts are counted by address. */
  private MvcResult login(String name, String password) throws Exception {
    return mvc.perform(
            post("/api/login")
                .with(csrf().asHeader())
                .remoteAddress("olga".equals(name) ? "10.0.0.1" : "10.0.0.2")
                .param("username", name)
                .param("password", password))
        .andReturn();
  }

  @Test
  void nobody_seesPagesButNothingOfAnyAccount() throws Exception {
    mvc.perform(get("/index.html")).andExpect(status().isOk());
    mvc.perform(get("/api/session"))
        .andExpect(jsonPath("$.login").value("password"))
        .andExpect(jsonPath("$.roles").isEmpty());
    for (String path :
        List.of(
            "/api/tree?account=acme",
            "/api/locks?account=acme",
            "/api/waits?account=acme",
            "/api/accounts",
            "/api/partitions",
            "/api/recent",
            "/api/events",
            "/api/life?account=acme&lockId=a",
            "/api/explain?account=acme&operation=DELETE&path=/d",
            "/api/consequences?account=acme&lockId=a")) {
      mvc.perform(get(path)).andExpect(status().isUnauthorized());
    }
  }

  @Test
  void viewer_seesHisAccountsOnly() throws Exception {
    MockHttpSession session = sessionOf("vera");
    mvc.perform(get("/api/session").session(session))
        .andExpect(jsonPath("$.name").value("vera"))
        .andExpect(jsonPath("$.roles.length()").value(1))
        .andExpect(jsonPath("$.accounts").value("acme*"));
    mvc.perform(get("/api/locks?account=acme").session(session))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.locks[0].lockId").value("a"));
    mvc.perform(get("/api/locks?account=beta").session(session)).andExpect(status().isForbidden());
    mvc.perform(get("/api/accounts").session(session)).andExpect(jsonPath("$.length()").value(1));
    mvc.perform(get("/api/recent").session(session))
        .andExpect(content().string(not(containsString("beta"))));
  }

  @Test
  void readerWhoLogsOut_isToldNothingMore() throws Exception {
    MockHttpSession session = sessionOf("vera");
    MvcResult stream =
        mvc.perform(get("/api/events?account=acme").session(session))
            .andExpect(request().asyncStarted())
            .andReturn();
    await().until(() -> stream.getResponse().getContentAsString().contains("event: position"));
    mvc.perform(post("/api/logout").with(csrf().asHeader()).session(session))
        .andExpect(status().isNoContent());
    arbiter.acquire("acme", "after-logout", "u1", Operation.UPLOAD, "/d/later");
    stream.getAsyncResult(20_000);
    assertThat(stream.getResponse().getContentAsString()).doesNotContain("after-logout");
  }

  @Test
  void readerWhoLogsInAsAnother_isToldNothingMoreAsTheFirst() throws Exception {
    MockHttpSession session = sessionOf("vera");
    MvcResult stream =
        mvc.perform(get("/api/events?account=acme").session(session))
            .andExpect(request().asyncStarted())
            .andReturn();
    await().until(() -> stream.getResponse().getContentAsString().contains("event: position"));
    mvc.perform(
            post("/api/login")
                .with(csrf().asHeader())
                .session(session)
                .remoteAddress("10.0.0.3")
                .param("username", "vito")
                .param("password", "secret of vito"))
        .andExpect(status().isNoContent());
    arbiter.acquire("acme", "after-login", "u1", Operation.UPLOAD, "/d/later");
    stream.getAsyncResult(20_000);
    assertThat(stream.getResponse().getContentAsString()).doesNotContain("after-login");
  }

  private MockHttpSession sessionOf(String name) throws Exception {
    MvcResult login = login(name, "secret of " + name);
    assertThat(login.getResponse().getStatus()).isEqualTo(204);
    return Objects.requireNonNull((MockHttpSession) login.getRequest().getSession(false));
  }

  @Test
  void wrongPassword_isRefused_andTriesAreCounted() throws Exception {
    for (int n = 0; n < 4; n++) {
      assertThat(login("olga", "guess " + n).getResponse().getStatus()).isEqualTo(401);
    }
    assertThat(login("olga", "secret of olga").getResponse().getStatus()).isEqualTo(429);
  }

  /** The server takes it for the same path, so the attempt must count for that. */
  @Test
  void triesUnderAnEscapedPath_areCountedToo() throws Exception {
    for (int n = 0; n < 4; n++) {
      assertThat(loginByEscapedPath("guess " + n)).isEqualTo(401);
    }
    assertThat(loginByEscapedPath("secret of olga")).isEqualTo(429);
  }

  private int loginByEscapedPath(String password) throws Exception {
    return mvc.perform(
            post(URI.create("/api/%6Cogin"))
                .with(csrf().asHeader())
                .remoteAddress("10.0.0.4")
                .param("username", "olga")
                .param("password", password))
        .andReturn()
        .getResponse()
        .getStatus();
  }

  @Test
  void loginWithoutToken_isRefused() throws Exception {
    mvc.perform(post("/api/login").param("username", "olga").param("password", "secret of olga"))
        .andExpect(status().isForbidden());
  }

  @Test
  void pageOfErrorsThatIsAskedFor_isNowhere() throws Exception {
    mvc.perform(get("/error"))
        .andExpect(status().isNotFound())
        .andExpect(jsonPath("$.status").value(404));
    mvc.perform(get("/error").accept("text/html")).andExpect(status().isNotFound());
  }

  @Test
  void everyAnswer_forbidsWhatPagesDoNotNeed() throws Exception {
    mvc.perform(get("/index.html"))
        .andExpect(
            header()
                .string(
                    "Content-Security-Policy",
                    containsString("default-src 'none'; script-src 'self'; style-src 'self';")))
        .andExpect(header().string("X-Content-Type-Options", "nosniff"))
        .andExpect(header().string("Referrer-Policy", "no-referrer"));
    mvc.perform(get("/lib/lit-html/lit-html.js")).andExpect(status().isOk());
    for (String file :
        List.of(
            "/app/main.js",
            "/app/app.css",
            "/audit/text.js",
            "/api/openapi.json",
            "/lib/d3/dist/d3.min.js")) {
      mvc.perform(get(file)).andExpect(status().isOk());
    }
    mvc.perform(get("/console.yaml")).andExpect(status().is4xxClientError());
  }

  @Test
  void hostThatIsNotOurs_isRefused() throws Exception {
    mvc.perform(get("/index.html").header("Host", "evil.example")).andExpect(status().is(421));
    mvc.perform(get("/index.html").header("Host", "console.example:8090"))
        .andExpect(status().isOk());
    mvc.perform(get("/index.html").header("Host", "127.0.0.1:8090")).andExpect(status().isOk());
  }
}
