package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.csrf;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.RequestPostProcessor;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/**
 * A forced release over HTTP: what is published, and what is refused. Roles, tokens and rates:
 * {@link RolesTest}.
 */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = "spring.config.name=console")
@ActiveProfiles("without-services")
@DirtiesContext
class ForceTest {
  private static final String BODY =
      "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"device lost\"}";

  @Autowired private WebApplicationContext context;
  @Autowired private ModelArbiter arbiter;
  @Autowired private MockProducer<byte[], byte[]> producer;

  private MockMvc mvc;

  @BeforeEach
  void lock() {
    mvc = MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    producer.clear();
    arbiter.acquire("acme", "u", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "w", "u2", Operation.DELETE, "/d");
  }

  private static RequestPostProcessor operator() {
    return user("olga")
        .authorities(
            AuthorityUtils.createAuthorityList("ROLE_VIEWER", "ROLE_OPERATOR", "ACCOUNTS_*"));
  }

  private static RequestPostProcessor viewer() {
    return user("vera")
        .authorities(AuthorityUtils.createAuthorityList("ROLE_VIEWER", "ACCOUNTS_*"));
  }

  private static MockHttpServletRequestBuilder force(String body) {
    return post("/api/force").contentType(MediaType.APPLICATION_JSON).content(body);
  }

  @Test
  void operatorWithReason_isPublishedWithNameAndReason() throws Exception {
    mvc.perform(force(BODY).with(operator()).with(csrf().asHeader()))
        .andExpect(status().isAccepted())
        .andExpect(jsonPath("$.by").value("olga"));
    assertThat(producer.history()).hasSize(1);
    byte[] key = producer.history().get(0).key();
    assertThat(new String(key, StandardCharsets.UTF_8)).isEqualTo("acme");
    DecodedCommand.Valid command =
        (DecodedCommand.Valid) CommandCodec.decode(key, producer.history().get(0).value());
    ForceRelease forced = (ForceRelease) command.command();
    assertThat(forced.lockId()).isEqualTo("u");
    assertThat(forced.owner().subAccount()).isEqualTo("olga");
    assertThat(forced.comment()).isEqualTo("device lost");
  }

  @Test
  void requestToLetGo_isPublishedWithItsGrace() throws Exception {
    String body = BODY.replace("}", ",\"graceMs\":30000}");
    mvc.perform(
            post("/api/yield")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .with(operator())
                .with(csrf().asHeader()))
        .andExpect(status().isAccepted())
        .andExpect(jsonPath("$.by").value("olga"));
    DecodedCommand.Valid command =
        (DecodedCommand.Valid)
            CommandCodec.decode(producer.history().get(0).key(), producer.history().get(0).value());
    Yield asked = (Yield) command.command();
    assertThat(asked.lockId()).isEqualTo("u");
    assertThat(asked.graceMs()).isEqualTo(30_000);
    assertThat(asked.comment()).isEqualTo("device lost");
    mvc.perform(
            post("/api/yield")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body.replace("30000", "600001"))
                .with(operator())
                .with(csrf().asHeader()))
        .andExpect(status().isBadRequest());
    assertThat(producer.history()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"30000\"", "1.9", "true", "-1", "600001", "[]", "9e99"})
  void graceThatIsNoWholeNumber_isRefused(String grace) throws Exception {
    mvc.perform(
            post("/api/yield")
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY.replace("}", ",\"graceMs\":" + grace + "}"))
                .with(operator())
                .with(csrf().asHeader()))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail").value("graceMs is not a whole number of 0 to 600000"));
    assertThat(producer.history()).isEmpty();
  }

  /** If it was ignored, no grace would be set: the holder would decide, and nothing would end. */
  @ParameterizedTest
  @ValueSource(strings = {"/api/yield", "/api/force"})
  void fieldThatIsNotKnown_isRefusedByItsName(String path) throws Exception {
    mvc.perform(
            post(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY.replace("}", ",\"gracems\":30000}"))
                .with(operator())
                .with(csrf().asHeader()))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail", containsString("the field gracems, which is not known")));
    assertThat(producer.history()).isEmpty();
  }

  /**
   * Otherwise the last one would count, and a lock would end that a reader of the first does not
   * see.
   */
  @ParameterizedTest
  @ValueSource(strings = {"/api/yield", "/api/force"})
  void fieldThatIsGivenTwice_isRefused(String path) throws Exception {
    mvc.perform(
            post(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY.replace("}", ",\"lockId\":\"other\"}"))
                .with(operator())
                .with(csrf().asHeader()))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail").value("the body is not what is asked for as JSON"));
    assertThat(producer.history()).isEmpty();
  }

  private static MockHttpServletRequestBuilder handOver(String body) {
    return post("/api/hand-over").contentType(MediaType.APPLICATION_JSON).content(body);
  }

  @Test
  void handOver_isPublishedAsAReplacement() throws Exception {
    arbiter.checkOut(
        "acme", "c", new Owner("ann", "web"), "/plan", Duration.ofDays(7), "back on Monday");
    String body =
        "{\"account\":\"acme\",\"lockId\":\"c\",\"subAccount\":\"bob\",\"note\":\"from ann\"}";
    mvc.perform(handOver(body).with(operator()).with(csrf().asHeader()))
        .andExpect(status().isAccepted())
        .andExpect(jsonPath("$.by").value("olga"));
    DecodedCommand.Valid command =
        (DecodedCommand.Valid)
            CommandCodec.decode(producer.history().get(0).key(), producer.history().get(0).value());
    LockFields asked = ((Acquire) command.command()).fields();
    assertThat(asked.owner()).isEqualTo(new Owner("bob", null));
    assertThat(asked.replaces()).isEqualTo(new LockRef("c", new Owner("ann", "web")));
    assertThat(asked.leaseMs()).isEqualTo(Duration.ofDays(7).toMillis());
    assertThat(asked.targets())
        .extracting(target -> target.path().toString())
        .containsExactly("/plan");
    assertThat(asked.attributes()).containsExactly(Map.entry(LockFields.NOTE, "from ann"));
  }

  @ParameterizedTest
  @CsvSource({
    "u, bob, note, 400, lockId is no check-out",
    "d, ann, note, 400, subAccount has the check-out already",
    "d, '', note, 400, subAccount",
    "nix, bob, note, 404, nothing of lockId is held"
  })
  void handOverThatCannotBe_isRefused(
      String lockId, String member, String note, int status, String why) throws Exception {
    arbiter.checkOut("acme", "d", new Owner("ann", null), "/d.txt", Duration.ofDays(7), null);
    String body =
        "{\"account\":\"acme\",\"lockId\":\"%s\",\"subAccount\":\"%s\",\"note\":\"%s\"}"
            .formatted(lockId, member, note);
    mvc.perform(handOver(body).with(operator()).with(csrf().asHeader()))
        .andExpect(status().is(status))
        .andExpect(jsonPath("$.detail", containsString(why)));
    nothingIsPublished();
  }

  @Test
  void noReason_isRefused() throws Exception {
    for (String body :
        new String[] {
          "{\"account\":\"acme\",\"lockId\":\"u\"}",
          "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"  \\n\"}",
          "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"\\u200b\\u2060\\ufeff\"}",
          "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"\\u00a0\\u0000\\u0301\"}",
          "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":\"\\u3164\\u115f \\u2800\"}",
          "{\"account\":\"acme\",\"lockId\":\"u\",\"reason\":null}"
        }) {
      mvc.perform(force(body).with(operator()).with(csrf().asHeader()))
          .andExpect(status().isBadRequest())
          .andExpect(jsonPath("$.detail", containsString("reason is missing")));
    }
    String tooLong = BODY.replace("device lost", "x".repeat(1_025));
    mvc.perform(force(tooLong).with(operator()).with(csrf().asHeader()))
        .andExpect(status().isBadRequest());
    nothingIsPublished();
  }

  @Test
  void accountThatMayNotBeSeen_isRefused() throws Exception {
    mvc.perform(
            force(BODY)
                .with(
                    user("olga")
                        .authorities(
                            AuthorityUtils.createAuthorityList(
                                "ROLE_VIEWER", "ROLE_OPERATOR", "ACCOUNTS_beta*")))
                .with(csrf().asHeader()))
        .andExpect(status().isForbidden());
    nothingIsPublished();
  }

  @Test
  void lockThatIsGone_isRefused() throws Exception {
    mvc.perform(force(BODY.replace("\"u\"", "\"nix\"")).with(operator()).with(csrf().asHeader()))
        .andExpect(status().isNotFound());
    nothingIsPublished();
  }

  @Test
  void consequences_tellWhomItFreesAndWhoComesNext() throws Exception {
    mvc.perform(
            get("/api/consequences")
                .queryParam("account", "acme")
                .queryParam("lockId", "u")
                .with(viewer()))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.freed.subAccount").value("u1"))
        .andExpect(jsonPath("$.next[0].lockId").value("w"))
        .andExpect(jsonPath("$.nextInAll").value(1))
        .andExpect(jsonPath("$.stillWaiting").value(0));
    nothingIsPublished();
  }

  @Test
  void whatWaitsForOthers_isNoConsequence() throws Exception {
    arbiter.acquire("beta", "u", "u1", Operation.UPLOAD, "/d/a");
    arbiter.acquire("beta", "other", "u4", Operation.UPLOAD, "/e/a");
    arbiter.acquire("beta", "elsewhere", "u5", Operation.DELETE, "/e");
    arbiter.acquire("beta", "w", "u2", Operation.DELETE, "/d");
    arbiter.acquire("beta", "behind", "u3", Operation.UPLOAD, "/d/b");
    mvc.perform(
            get("/api/consequences")
                .queryParam("account", "beta")
                .queryParam("lockId", "u")
                .with(viewer()))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.next[0].lockId").value("w"))
        .andExpect(jsonPath("$.stillWaiting").value(1))
        .andExpect(jsonPath("$.moreWaiting").value(false));
  }

  private void nothingIsPublished() {
    assertThat(producer.history()).isEmpty();
  }
}
