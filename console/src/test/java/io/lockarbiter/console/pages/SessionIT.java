package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pages when somebody logs in, logs out, or is logged in no longer. */
class SessionIT extends ConsolePage {
  private String address(String screen) {
    return visitor.server() + "/#/" + screen + "?account=" + account;
  }

  private void isAtTheLogin() {
    soon(() -> assertThat(string("location.pathname")).isEqualTo("/login.html"));
    soon(() -> assertThat(browser.text("#login")).contains("Password"));
    assertThat(browser.text("body")).doesNotContain("secret-plan");
  }

  @AfterEach
  void drainRefusals() {
    assertThat(browser.complaints()).allMatch(line -> line.contains("401"));
  }

  @Test
  void linkThatIsOpenedBeforeTheLogin_isShownBehindIt() {
    blockedDeletion();
    visitor.leave();
    browser.open("about:blank");
    browser.open(address("waits"));
    isAtTheLogin();
    assertThat(string("document.activeElement.name")).isEqualTo("username");
    visitor.logIn("olga");
    shows("#waits", "holds up 2", "goro");
    assertThat(string("location.hash")).isEqualTo("#/waits?account=" + account);
  }

  @Test
  void logoutInOneTab_isOneInAllOfThem() {
    String first = browser.tab();
    browser.open(address("tree"));
    shows("#live", "live");
    String second = browser.openTab(address("activity"));
    shows("#live", "live");
    String third = browser.openTab(visitor.server());
    shows("#screen", "Which account?");
    browser.toTab(first);
    browser.click("#who button");
    isAtTheLogin();
    arbiter.acquire(account, id("new"), "goro", Operation.UPLOAD, "/secret-plan");
    for (String tab : new String[] {third, second}) {
      browser.toTab(tab);
      isAtTheLogin();
      browser.closeTab(first);
    }
    visitor.forget();
  }

  @Test
  void loginThatEnds_endsThePageThatFollows() {
    show("tree");
    shows("#live", "live");
    visitor.leave();
    arbiter.acquire(account, id("new"), "goro", Operation.UPLOAD, "/secret-plan");
    isAtTheLogin();
  }
}
