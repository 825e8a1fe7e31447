package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The chosen lock goes with its reader from screen to screen, and stands in the address. */
class ChosenIT extends ConsolePage {
  @BeforeEach
  void play() {
    blockedDeletion();
  }

  private void choose() {
    show("waits");
    shows("#waits", "holds up 2");
    shows("#live", "live");
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    shows("#details", "mina", id("d"));
  }

  private void assertAddress(String screen, String lock) {
    soon(
        () ->
            assertThat(string("location.hash"))
                .isEqualTo("#/" + screen + "?account=" + account + lock));
  }

  @Test
  void chosenLock_travelsWithTheScreens() {
    choose();
    assertAddress("waits", "&lock=" + id("d"));
    browser.press("3");
    assertAddress("life", "&lockId=" + id("d"));
    shows("#screen", "queued", "behind goro UPLOAD");
    browser.press("4");
    assertAddress("explain", "&lock=" + id("d"));
    shows("#screen", "It would wait.", "/Projects", "goro");
    browser.press(Keys.ESCAPE);
    assertAddress("explain", "");
    soon(() -> assertThat(browser.text("#details")).isEmpty());
  }

  @Test
  void chosenRequest_tellsWhatIsInItsWay_eachOneToChoose() {
    choose();
    shows("#in-its-way", "held", "goro", "/Projects/plan.pdf");
    browser.click("#in-its-way button");
    shows("#details", id("u"), "1 request would be granted");
    assertAddress("waits", "&lock=" + id("u"));
    assertThat(browser.text("#details")).doesNotContain("In its way");
    show("waits", "lock=" + id("x"));
    shows("#in-its-way", "waiting", "mina", "/Projects");
    arbiter.release(account, id("u"), "goro");
    shows("#in-its-way", "held", "mina");
  }

  @Test
  void chosenLock_isChosenInTreeAndTimelineAsWell() {
    choose();
    browser.press("1");
    shows("#tree .row.chosen", "mina", "DELETE");
    shows("#details", id("d"));
    browser.press("7");
    soon(
        () -> assertThat(string("document.getElementById('lanes')?.dataset.drawn")).isEqualTo("3"));
    shows("#details", id("d"));
    assertAddress("timeline", "&lock=" + id("d"));
    browser.press("2");
    shows("#waits .row.chosen", "mina");
  }

  @Test
  void address_leadsToTheLock() {
    show("waits", "lock=" + id("u"));
    shows("#details", "goro", id("u"), "1 request would be granted");
    shows("#waits .row.chosen", "goro");
    browser.click("#details .close");
    assertAddress("waits", "");
    show("tree", "lock=no-such-lock");
    shows("#unknown-lock", "It is not live");
    arbiter.release(account, id("u"), "goro");
    show("waits", "lock=" + id("u"));
    shows("#details", "released", "goro", "Decision", "held for");
  }

  @Test
  void lockOfAnotherAccount_isNotCarriedThere() {
    choose();
    browser.press("a");
    browser.press("quite-another", Keys.ENTER);
    soon(() -> assertThat(string("location.hash")).contains("account=quite-another"));
    assertThat(string("location.hash")).doesNotContain("lock=");
    soon(() -> assertThat(browser.text("#details")).isEmpty());
  }

  @Test
  void arrowOrEnter_leadsFromTheWordsToWhatTheyFind() {
    arbiter.acquire(account, id("o"), "rita", Operation.UPLOAD, "/Other/a.txt");
    show("tree");
    shows("#tree", "Projects", "Other");
    browser.press("/");
    browser.press("rita", Keys.ARROW_DOWN);
    shows("#details", "rita", id("o"));
    assertThat(string("document.activeElement.id")).isEqualTo("tree");
    show("activity");
    shows("#activity", "Projects", "Other");
    browser.press("/");
    browser.press("rita", Keys.ENTER);
    shows("#activity .row.chosen", "Other");
  }

  @Test
  void endOfTheChosenLock_namesTheOperatorAndTheReason() {
    choose();
    browser.press(Keys.HOME);
    shows("#details", "1 request would be granted");
    browser.press("f");
    shows("#dialog", "1 request would be granted.");
    browser.press("device lost", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free, released FORCED.");
    browser.press(Keys.ESCAPE);
    shows("#details", "released FORCED", "Decision", "by olga: “device lost”");
  }

  @Test
  void escape_keepsTheTypedReason() {
    choose();
    browser.press(Keys.HOME);
    shows("#details", "1 request would be granted");
    for (String key : new String[] {"f", "y"}) {
      browser.press(key);
      shows("#dialog", "Reason");
      browser.press("half a rea", Keys.ESCAPE);
      soon(() -> assertThat(browser.text("#dialog")).isEmpty());
      browser.press(key);
      shows("#dialog", "Reason");
      browser.press("son");
      assertThat(string("document.getElementById('reason').value")).isEqualTo("half a reason");
      browser.press(Keys.ESCAPE);
      soon(() -> assertThat(browser.text("#dialog")).isEmpty());
    }
  }
}
