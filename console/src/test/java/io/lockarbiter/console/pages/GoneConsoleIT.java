package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages whose console does not answer. */
class GoneConsoleIT extends ConsolePage {
  @Test
  void pagesOfAConsoleThatIsGone_sayThatTheyFollowNoMoreAndGoOnWhenItIsBack() throws Exception {
    blockedDeletion();
    String first = browser.tab();
    try (CutLink link = new CutLink(URI.create(visitor.server()).getPort())) {
      String server = "http://127.0.0.1:" + link.port();
      List<String> tabs =
          List.of(
              browser.openTab(server + "/#/tree?account=" + account),
              browser.openTab(server + "/#/activity?account=" + account),
              browser.openTab(server + "/#/partitions"),
              browser.openTab(server + "/"));
      for (String tab : tabs) {
        browser.toTab(tab);
        shows("#live", "live");
      }
      link.down();
      for (String tab : tabs) {
        browser.toTab(tab);
        shows("#following", "Not updating since", "updates resume by themselves");
        assertThat(browser.text("#live")).isEqualTo("connecting …");
      }
      arbiter.acquire(account, id("late"), "rita", Operation.UPLOAD, "/late.pdf");
      link.up();
      for (String tab : tabs) {
        browser.toTab(tab);
        shows("#live", "live");
        soon(() -> assertThat(browser.text("#following")).isEmpty());
        if (!browser.text("#screen .list").isEmpty()) {
          shows("#screen .list", "late.pdf");
        }
      }
      tabs.forEach(
          tab -> {
            browser.toTab(tab);
            browser.closeTab(first);
          });
    }
  }

  /** It is noticed late; what the page shows is no younger than what it heard last. */
  @Test
  void pageWhoseConnectionIsSilent_saysSinceWhen() throws Exception {
    blockedDeletion();
    try (CutLink link = new CutLink(URI.create(visitor.server()).getPort())) {
      browser.open("http://127.0.0.1:" + link.port() + "/#/tree?account=" + account);
      shows("#live", "live");
      link.suspend();
      long silentAt = System.currentTimeMillis();
      shows("#following", "Not updating since");
      String since = browser.text("#following").replaceAll(".*since (.*) UTC.*", "$1 UTC");
      assertThat(Double.parseDouble(string("Date.parse('" + since.replace(",", "") + "')")))
          .isPositive()
          .isLessThanOrEqualTo(silentAt + 1_000);
    }
  }

  /** The console ends the stream before it stops. */
  @Test
  void pageWhoseStreamWasEnded_keepsWhatItShowedUntilTheConsoleAnswers() throws Exception {
    blockedDeletion();
    try (CutLink link = new CutLink(URI.create(visitor.server()).getPort())) {
      browser.open("http://127.0.0.1:" + link.port() + "/#/tree?account=" + account);
      shows("#live", "live");
      shows("#tree", "Projects");
      link.down();
      browser.run("return import('/app/stream.js').then(stream => stream.endAll())");
      shows("#following", "Not updating since");
      assertThat(browser.text("#tree")).contains("Projects");
      arbiter.acquire(account, id("late"), "rita", Operation.UPLOAD, "/late.pdf");
      link.up();
      shows("#tree", "late.pdf");
      shows("#live", "live");
    }
  }

  /** A browser logs an error for every refused connection, and the proxy has another address. */
  @Override
  @AfterEach
  void page_complainsOfNothingAndAsksNobodyElse() {
    leavePageThatWasCutOff();
  }
}
