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

import io.lockarbiter.contracts.lock.Operation;
import org.apache.kafka.clients.producer.MockProducer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.http.MediaType;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** An account that takes too much memory to be shown: its locks can be ended nevertheless. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = {"spring.config.name=console", "lockarbiter.console.mirror-bytes=1"})
@ActiveProfiles("without-services")
@DirtiesContext
class UnshownAccountTest {
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

  private static MockHttpServletRequestBuilder byOperator(MockHttpServletRequestBuilder request) {
    return request
        .with(
            user("olga")
                .authorities(
                    AuthorityUtils.createAuthorityList(
                        "ROLE_VIEWER", "ROLE_OPERATOR", "ACCOUNTS_*")))
        .with(csrf().asHeader());
  }

  private static MockHttpServletRequestBuilder command(String address, String lockId) {
    return byOperator(
        post(address)
            .contentType(MediaType.APPLICATION_JSON)
            .content(
                "{\"account\":\"acme\",\"lockId\":\"%s\",\"reason\":\"device lost\"}"
                    .formatted(lockId)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/tree?account=acme&path=/",
        "/api/locks?account=acme",
        "/api/waits?account=acme",
        "/api/consequences?account=acme&lockId=u"
      })
  void views_sayWhyItIsNotShown(String address) throws Exception {
    mvc.perform(byOperator(get(address)))
        .andExpect(status().isServiceUnavailable())
        .andExpect(
            jsonPath("$.detail")
                .value(containsString("its locks can be forced, and their holders asked")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/force", "/api/yield"})
  void lockOfIt_isEndedOrAskedForAllTheSame(String address) throws Exception {
    mvc.perform(command(address, "u")).andExpect(status().isAccepted());
    mvc.perform(command(address, "w")).andExpect(status().isAccepted());
    assertThat(producer.history()).hasSize(2);
  }

  @Test
  void lockThatIsGone_isRefused() throws Exception {
    arbiter.acquire("acme", "gone", "u1", Operation.UPLOAD, "/else/a");
    arbiter.release("acme", "gone", "u1");
    mvc.perform(command("/api/force", "gone")).andExpect(status().isNotFound());
    assertThat(producer.history()).isEmpty();
  }
}
