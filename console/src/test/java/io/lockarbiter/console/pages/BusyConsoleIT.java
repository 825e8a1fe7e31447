package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A preview is asked for again if the console could not compute it. */
class BusyConsoleIT extends ConsolePage {
  @BeforeEach
  void choose() {
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch;
        globalThis.busy = false;
        globalThis.asked = 0;
        globalThis.fetch = (address, options) => {
          if (!busy || !String(address).startsWith('/api/consequences?')) return ask(address, options);
          asked++;
          return Promise.resolve(new Response('{"detail":"Too many ask."}', { status: 503 }));
        };""");
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2");
    shows("#live", "live");
  }

  @AfterEach
  void end() {
    browser.beforeEachPage("");
  }

  @Test
  void detailsThatCouldNotBeTold_areAskedForAgainAfterLongerPauses() {
    browser.run("busy = true");
    browser.run(
        """
        globalThis.pauses = [];
        new MutationObserver(() => {
          const pause = document.querySelector('#details').innerText.match(/by itself in \\d+ s/)?.[0];
          if (pause && !pauses.some(one => one.endsWith(pause))) pauses.push(asked + ' asked, ' + pause);
        }).observe(document.querySelector('#details'), { childList: true, subtree: true, characterData: true });""");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "Too many ask. – this page asks again by itself in ");
    // Events meanwhile do not make the page ask more often.
    arbiter.acquire(account, id("o"), "rita", Operation.UPLOAD, "/Other/a.txt");
    soon(() -> assertThat(strings("return pauses")).hasSizeGreaterThanOrEqualTo(2));
    assertThat(strings("return pauses"))
        .startsWith("1 asked, by itself in 1 s", "2 asked, by itself in 2 s");
    browser.run("busy = false");
    shows("#details", "1 request would be granted.");
    assertThat(browser.text("#details")).doesNotContain("Too many ask");
  }

  @Test
  void dialogThatCouldNotBeTold_isAskedForAgain() {
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "1 request would be granted.");
    browser.run("busy = true");
    browser.press("f");
    shows("#dialog", "Too many ask. – this page asks again by itself in ");
    browser.run("busy = false");
    shows("#dialog", "1 request would be granted.");
    assertThat(browser.text("#dialog")).doesNotContain("Too many ask");
  }

  @Test
  void detailsBehindADialog_areLive() {
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "Held");
    browser.press("y");
    shows("#dialog", "Ask to let go of this lock?");
    String held = "document.querySelector('#details .lock-data').innerText";
    String before = string(held);
    soon(() -> assertThat(string(held)).isNotEqualTo(before));
    arbiter.release(account, id("u"), "goro");
    shows("#details .lock-head", "released");
  }
}
