package io.lockarbiter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.lockarbiter.console.mirror.AccountMirrors;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.MethodParameter;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Operations whose cost grows with the account have bounds. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = "spring.config.name=console")
@ActiveProfiles("without-services")
@Timeout(value = 600, threadMode = ThreadMode.SEPARATE_THREAD)
@DirtiesContext
class BoundsTest {
  private static final int AT_A_TIME = 4;
  private static final List<String> OF_THE_ACCOUNT =
      List.of("/api/consequences?account=acme&lockId=u", "/api/locks?account=acme&text=d");

  @Autowired private WebApplicationContext context;
  @Autowired private ModelArbiter arbiter;
  @Autowired private AccountMirrors mirrors;
  @Autowired private ReferenceLockStore store;

  private final ExecutorService readers = Executors.newCachedThreadPool();
  private final List<List<CompletableFuture<MockHttpServletResponse>>> asked = new ArrayList<>();
  private MockMvc mvc;

  @BeforeEach
  void lock() {
    mvc = MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    arbiter.acquire("acme", "u", "u1", Operation.UPLOAD, "/d/a");
  }

  @AfterEach
  void end() {
    readers.shutdownNow();
  }

  private static MockHttpServletRequestBuilder asked(String address) {
    return get(address)
        .with(
            user("vera")
                .authorities(AuthorityUtils.createAuthorityList("ROLE_VIEWER", "ACCOUNTS_*")));
  }

  private CompletableFuture<MockHttpServletResponse> ask(String address) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return mvc.perform(asked(address)).andReturn().getResponse();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        readers);
  }

  /** The account does not answer meanwhile, so the occupied places stay occupied. */
  @Test
  void whoFindsNoPlaceInTime_isToldToAskAgain() {
    mirrors
        .of("acme")
        .look(
            seen -> {
              OF_THE_ACCOUNT.forEach(this::fill);
              return awaitRefusals();
            });
    allButOneAreAnswered();
  }

  /** Redis does not answer meanwhile. */
  @Test
  void whoFindsNoPlaceToExplain_isToldToAskAgain() {
    synchronized (store) {
      fill("/api/explain?account=acme&operation=DELETE&path=/d");
      awaitRefusals();
    }
    allButOneAreAnswered();
  }

  private void fill(String address) {
    asked.add(Stream.generate(() -> ask(address)).limit(AT_A_TIME + 1).toList());
  }

  private boolean awaitRefusals() {
    await()
        .until(
            () -> asked.stream().allMatch(one -> one.stream().anyMatch(CompletableFuture::isDone)));
    return true;
  }

  private void allButOneAreAnswered() {
    for (List<CompletableFuture<MockHttpServletResponse>> one : asked) {
      assertThat(one)
          .extracting(answer -> answer.join().getStatus())
          .containsExactlyInAnyOrder(200, 200, 200, 200, 503);
      assertThat(one)
          .extracting(answer -> String.valueOf(answer.join().getHeader("Retry-After")))
          .containsOnlyOnce("1");
    }
  }

  @Test
  void levelsOfMoreEntriesThanAreAnsweredAtOnce_areRefused() throws Exception {
    String levels = "/api/tree?account=acme&limit=1000" + "&path=/d".repeat(20);
    mvc.perform(asked(levels)).andExpect(status().isOk());
    mvc.perform(asked(levels + "&path=/e"))
        .andExpect(status().isBadRequest())
        .andExpect(jsonPath("$.detail").value(containsString("more than 20000 entries")));
  }

  /** Two texts would be joined by a comma, which makes another path. */
  @Test
  void parameterWithOneValue_isRefusedIfItIsGivenTwice() throws Exception {
    List<String> asked = new ArrayList<>();
    for (var mapping :
        context.getBean(RequestMappingHandlerMapping.class).getHandlerMethods().entrySet()) {
      String path = mapping.getKey().getPatternValues().iterator().next();
      for (MethodParameter parameter : mapping.getValue().getMethodParameters()) {
        RequestParam query = parameter.getParameterAnnotation(RequestParam.class);
        if (query == null
            || parameter.getParameterType().isArray()
            || parameter.getParameterType() == Set.class) {
          continue;
        }
        String name = query.name().isEmpty() ? parameter.getParameter().getName() : query.name();
        mvc.perform(asked(path + "?" + name + "=1&" + name + "=2"))
            .andExpect(status().isBadRequest())
            .andExpect(jsonPath("$.detail").value(name + " is given 2 times, expected once"));
        asked.add(path + " " + name);
      }
    }
    assertThat(asked)
        .contains("/api/explain path", "/api/locks under", "/api/tree after", "/api/life minutes")
        .contains("/api/events lockId", "/api/recent limit", "/api/waits account")
        .contains("/api/consequences lockId", "/api/accounts match");
  }

  @Test
  void emptyFieldsOfTheExplanationsForm_areAsIfNotGiven() throws Exception {
    String form = "/api/explain?account=acme&path=/d&operation=DELETE&subAccount=&destination=";
    mvc.perform(asked(form))
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.verdict").value("blocked"));
    mvc.perform(asked(form + "/e"))
        .andExpect(status().isBadRequest())
        .andExpect(
            jsonPath("$.detail").value("destination is given, but operation DELETE has none"));
  }
}
