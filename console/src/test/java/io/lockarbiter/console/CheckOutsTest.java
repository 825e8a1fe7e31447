package io.lockarbiter.console;

import static org.hamcrest.Matchers.contains;
import static org.springframework.security.test.web.servlet.request.SecurityMockMvcRequestPostProcessors.user;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.ResultActions;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.context.WebApplicationContext;

/** Check-outs over HTTP: who, since, until and note, by member, by folder and by age. */
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class},
    properties = "spring.config.name=console")
@ActiveProfiles("without-services")
@DirtiesContext
class CheckOutsTest {
  private static final String HELD = "/api/locks?account=acme&mode=GUARD&state=held";

  @Autowired private WebApplicationContext context;
  @Autowired private ModelArbiter arbiter;

  private MockMvc mvc;

  @BeforeEach
  void checkOut() {
    mvc = MockMvcBuilders.webAppContextSetup(context).apply(springSecurity()).build();
    checkOut("plan", "carl", "/docs/plan.docx", "back on Monday");
    checkOut("budget", "ann", "/docs/budget.xlsx", null);
    checkOut("photo", "carl", "/art/photo.jpg", null);
    arbiter.acquire("acme", "upload", "bob", Operation.UPLOAD, "/docs/other.txt");
  }

  private void checkOut(String id, String subAccount, String path, @Nullable String note) {
    arbiter.checkOut("acme", id, new Owner(subAccount, null), path, Duration.ofDays(7), note);
    arbiter.pass(Duration.ofMinutes(10));
  }

  private ResultActions answer(String address) throws Exception {
    return mvc.perform(
        get(address)
            .with(
                user("vera")
                    .authorities(AuthorityUtils.createAuthorityList("ROLE_VIEWER", "ACCOUNTS_*"))));
  }

  private void lists(String more, String... ids) throws Exception {
    answer(HELD + more)
        .andExpect(status().isOk())
        .andExpect(jsonPath("$.total").value(ids.length))
        .andExpect(jsonPath("$.locks[*].lockId").value(contains(ids)));
  }

  @Test
  void checkOut_hasMemberPathTimesAndNote() throws Exception {
    answer(HELD + "&order=since")
        .andExpect(jsonPath("$.locks[0].subAccount").value("carl"))
        .andExpect(jsonPath("$.locks[0].path").value("/docs/plan.docx"))
        .andExpect(jsonPath("$.locks[0].attributes.note").value("back on Monday"))
        .andExpect(jsonPath("$.locks[0].leaseMs").value(Duration.ofDays(7).toMillis()))
        .andExpect(jsonPath("$.locks[0].since").isNumber())
        .andExpect(jsonPath("$.locks[0].until").isNumber());
  }

  @Test
  void checkOuts_comeByPathByMemberAndByAge() throws Exception {
    lists("", "photo", "budget", "plan");
    lists("&order=path", "photo", "budget", "plan");
    lists("&order=subAccount", "budget", "photo", "plan");
    lists("&order=since", "plan", "budget", "photo");
  }

  @Test
  void checkOuts_areThoseOfAMemberOrAFolder() throws Exception {
    lists("&subAccount=carl", "photo", "plan");
    lists("&under=/docs&order=since", "plan", "budget");
    lists("&under=/docs&subAccount=carl", "plan");
    lists("&text=monday", "plan");
  }

  @Test
  void orderThatIsNone_isRefusedWithThoseThereAre() throws Exception {
    for (String order : List.of("age", "PATH")) {
      answer(HELD + "&order=" + order)
          .andExpect(status().isBadRequest())
          .andExpect(jsonPath("$.detail").value("order is none of [path, subAccount, since]"));
    }
  }

  @Test
  void explanation_tellsTheNote() throws Exception {
    answer("/api/explain?account=acme&operation=DELETE&path=/docs/plan.docx&subAccount=bob")
        .andExpect(jsonPath("$.verdict").value("blocked"))
        .andExpect(jsonPath("$.blockedBy[0].note").value("back on Monday"));
  }
}
