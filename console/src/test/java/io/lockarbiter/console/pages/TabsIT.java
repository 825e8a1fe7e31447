package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All pages of one browser share one stream. */
class TabsIT extends ConsolePage {
  private static final String ASKS =
      "return (async () => (await fetch('/api/accounts?limit=1')).status)()";

  private String address(String screen, String of) {
    return visitor.server() + "/#/" + screen + "?account=" + of;
  }

  @Test
  void eightTabs_areLiveAndAskOn() {
    String first = browser.tab();
    List<String> tabs = new ArrayList<>();
    for (int n = 0; n < 8; n++) {
      tabs.add(browser.openTab(address(n % 2 == 0 ? "activity" : "tree", account + n / 2)));
      soon(() -> assertThat(browser.text("#live")).startsWith("live"));
    }
    try {
      for (int n = 0; n < 4; n++) {
        arbiter.acquire(account + n, id("late-" + n), "goro", Operation.UPLOAD, "/late-" + n);
      }
      for (int n = 0; n < 8; n++) {
        int of = n / 2;
        browser.toTab(tabs.get(n));
        soon(() -> assertThat(browser.text("#screen .list")).contains("late-" + of));
        assertThat(browser.text("#screen .list")).doesNotContain("late-" + (of + 1) % 4);
        assertThat(browser.text("#live")).startsWith("live");
        assertThat(browser.run(ASKS)).isEqualTo(200L);
      }
      for (int n = 0; n < 7; n++) {
        browser.toTab(tabs.get(n));
        browser.closeTab(tabs.get(7));
      }
      arbiter.acquire(account + 3, id("last"), "goro", Operation.UPLOAD, "/last");
      soon(() -> assertThat(browser.text("#screen .list")).contains("last"));
    } finally {
      browser.closeTab(first);
    }
    browser.open(address("tree", account));
    soon(() -> assertThat(browser.text("#live")).startsWith("live"));
  }

  @Test
  void browserWithoutSharedWorkers_followsByThePageItself() {
    browser.beforeEachPage("delete globalThis.SharedWorker");
    try {
      show("tree");
      shows("#live", "live");
      arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/docs");
      shows("#tree", "docs");
      assertThat(string("typeof SharedWorker")).isEqualTo("undefined");
    } finally {
      browser.beforeEachPage("");
    }
  }
}
