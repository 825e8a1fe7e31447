package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** An account's folders. */
class TreeIT extends ConsolePage {
  /** Two folders hold locks; the waiting requests are below one of them. */
  @BeforeEach
  void folders() {
    for (int n = 0; n < 3; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/docs/2026/plan-" + n);
    }
    arbiter.acquire(account, id("r"), "rita", Operation.DOWNLOAD, "/photos/a.jpg");
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/docs/2026");
    arbiter.acquire(account, id("x"), "otto", Operation.UPLOAD, "/docs/2026/late");
  }

  /** Returns the text of each row. */
  private List<String> rows() {
    return strings(
        "return [...document.querySelectorAll('#tree .row')].map(row => row.innerText.replace(/\\s+/g, ' '))");
  }

  private String row(String name) {
    return rows().stream().filter(row -> row.contains(name)).findFirst().orElse("");
  }

  @Test
  void folders_sayModesAndHowManyWaitAtOrBelow() {
    show("tree");
    shows("#screen", "4 locks held, 2 requests waiting");
    // The tree of a slow page comes after its totals.
    soon(() -> assertThat(row("docs")).contains("2 waiting", "3 held"));
    soon(() -> assertThat(row("photos")).contains("1 held").doesNotContain("waiting"));
    soon(
        () ->
            assertThat(
                    strings(
                        "return [...document.querySelectorAll('#tree .modebar')].map(bar => bar.getAttribute('aria-label'))"))
                .contains("3 PUT", "1 READ"));
  }

  @Test
  void timeThatPassedBeforeThePageWasOpened_counts() {
    arbiter.pass(Duration.ofMinutes(4));
    show("tree", "path=/docs/2026");
    shows("#tree", "waits 4 min");
    show("waits");
    shows("#waits", "longest wait 4 min");
  }

  @Test
  void hottestFolder_standsOutAndIsOneKeyAway() {
    show("tree");
    shows("#hottest", "/docs/2026", "2 waiting");
    soon(
        () ->
            assertThat(
                    strings(
                        "return [...document.querySelectorAll('#tree .heat')].map(one => one.dataset.heat)"))
                .as("root, docs, photos")
                .containsExactly("5", "5", "0"));
    browser.press("h");
    shows("#tree", "DELETE", "mina", "late", "plan-0");
    soon(() -> assertThat(browser.text("#tree .row.chosen")).contains("2026"));
  }

  /** The paths, escaped in an address, have half a megabyte together. */
  @Test
  void deepestFolders_areAskedForInSmallRequests() {
    String deep = ("/" + "\u00fc".repeat(31)).repeat(LockPath.MAX_SEGMENTS - 1);
    arbiter.acquire(
        account, id("deep"), "goro", Operation.UPLOAD, deep + "/" + "\u00fc".repeat(31));
    for (int n = 0; n < 9; n++) {
      arbiter.acquire(account, id("deep" + n), "mina" + n, Operation.DELETE, deep);
    }
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch;
        globalThis.longest = 0;
        globalThis.fetch = (address, options) => { longest = Math.max(longest, String(address).length); return ask(address, options); };""");
    try {
      show("tree");
      shows("#hottest", "9 waiting");
      browser.press("h");
      soon(() -> assertThat(browser.text("#tree .row.chosen")).contains("9 waiting", "\u00fc"));
      shows("#tree", "DELETE", "mina8");
      assertThat((Long) Objects.requireNonNull(browser.run("return longest")))
          .isBetween(4_000L, 14_000L);
      assertThat(browser.text("#screen")).doesNotContain("cannot be shown");
    } finally {
      browser.beforeEachPage("");
    }
  }

  @Test
  void lockAtTheDeepestLevel_hasRoomForAllThatItsRowTells() {
    StringBuilder deep = new StringBuilder();
    for (int n = 0; n < 60; n++) {
      deep.append("/level").append(n);
    }
    arbiter.acquire(account, id("deep"), "zoe", Operation.UPLOAD, deep + "/file");
    show("tree", "lock=" + id("deep"));
    shows("#details", "zoe");
    shows("#tree .row.chosen", "held", "PUT", "zoe", "UPLOAD");
    assertThat(
            strings(
                """
                const boxes = ['.chip.mode-PUT', '.name', '.op', '.time'].map(part => document.querySelector('#tree .row.chosen ' + part).getBoundingClientRect());
                return boxes.map((box, n) => box.width > 20 && (n === 0 || boxes[n - 1].right <= box.left))"""))
        .containsOnly("true");
  }

  @Test
  void keys_openAndCloseLevelsAndChooseLocks() {
    show("tree");
    shows("#tree", "docs", "photos");
    browser.press(Keys.HOME, Keys.ARROW_DOWN, Keys.ARROW_RIGHT);
    shows("#tree", "2026");
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_RIGHT);
    shows("#tree", "plan-0", "DELETE", "mina");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "mina", "Lock id", id("d"));
    browser.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    soon(() -> assertThat(browser.text("#tree")).doesNotContain("plan-0"));
    browser.press(Keys.ESCAPE);
    soon(() -> assertThat(browser.text("#details")).isEmpty());
  }

  @Test
  void search_findsByPathSubAccountAndLockId() {
    show("tree");
    shows("#tree", "docs");
    for (String words : List.of("late", "otto", id("x"))) {
      browser.press("/");
      browser.run("document.getElementById('search').select()");
      browser.press(words);
      soon(() -> assertThat(rows()).hasSize(1).allMatch(row -> row.contains("otto")));
      browser.press(Keys.ESCAPE);
    }
    shows("#screen [role=status]", "1 match");
  }

  @Test
  void whatHappens_showsByItself() {
    show("tree", "path=/docs/2026");
    shows("#tree", "plan-0", "plan-2");
    shows("#live", "live");
    arbiter.acquire(account, id("n"), "fritz", Operation.CREATE_FOLDER, "/brand-new");
    shows("#tree", "brand-new");
    for (int n = 0; n < 3; n++) {
      arbiter.release(account, id("u" + n), "goro");
    }
    shows("#screen", "3 locks held, 1 request waiting");
    soon(() -> assertThat(browser.text("#tree")).doesNotContain("plan-0"));
  }
}
