package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The choice of an account. */
class AccountsIT extends ConsolePage {
  private void open(String of) {
    browser.open("about:blank");
    browser.open(visitor.server() + "/#/tree?account=" + of);
    shows("#live", "live");
  }

  @Test
  void accountThatNobodyHeardOf_isNotShownAsAnIdleOne() {
    blockedDeletion();
    String wrong = account.replace("acme", "amce");
    open(wrong);
    shows(
        "#unknown",
        "No account of the name “" + wrong + "” has been seen in the latest events",
        "Redis holds nothing of it",
        "Did you mean",
        account);
    browser.click("#unknown a");
    shows("#tree", "Projects");
    soon(() -> assertThat(browser.text("#unknown")).isEmpty());
  }

  @Test
  void accountThatIsLikeNone_isSaidWithWhatToDo() {
    open("quite-another-name");
    shows("#unknown", "No account of the name “quite-another-name”", "the start page");
  }

  @Test
  void accountThatIsHeardOf_isUnknownNoMore() {
    open(account);
    shows("#unknown", account);
    blockedDeletion();
    soon(() -> assertThat(browser.text("#unknown")).isEmpty());
    shows("#tree", "Projects");
  }

  @Test
  void keysForAnotherAccount_replaceTheNameOrLeaveIt() {
    blockedDeletion();
    show("tree");
    shows("#tree", "Projects");
    browser.press("a");
    browser.press("quite-another");
    browser.press(Keys.ESCAPE);
    assertThat(string("document.getElementById('account').value")).isEqualTo(account);
    assertThat(string("location.hash")).contains("account=" + account);
    shows("#tree", "Projects");

    browser.press("a");
    browser.press("quite-another", Keys.ENTER);
    soon(() -> assertThat(string("location.hash")).contains("account=quite-another"));
  }

  @Test
  void startPage_narrowsWhileSomebodyTypesAndTellsHowLongAgo() {
    blockedDeletion();
    arbiter.acquire(account + "-idle", id("i"), "goro", Operation.UPLOAD, "/a");
    arbiter.pass(Duration.ofSeconds(20));
    browser.open("about:blank");
    browser.open(visitor.server());
    soon(() -> assertThat(texts(".accounts a")).contains(account, account + "-idle"));
    browser.press("a");
    browser.press(account);
    soon(
        () ->
            assertThat(texts(".accounts a"))
                .containsExactly(account, "2 waiting", account + "-idle"));
    String twentySecondsOrMore = "([2-5]\\d s|\\d+ min.*)";
    soon(
        () ->
            assertThat(texts(".accounts .faint").get(0))
                .containsPattern("the longest " + twentySecondsOrMore));
    assertThat(texts(".accounts .faint").get(1))
        .containsPattern("1 event, the last " + twentySecondsOrMore + " ago")
        .doesNotContain("wait");
    browser.press("no such name", Keys.ARROW_LEFT);
    shows("#screen", "None fits");
  }

  /**
   * The number leads to those who wait; an account in which all waits are over is one of the
   * others.
   */
  @Test
  void startPage_listsFirstWhereSomebodyWaitsNow() {
    arbiter.acquire(account + "-a", id("i"), "goro", Operation.UPLOAD, "/a");
    blockedDeletion();
    arbiter.acquire(account + "-b", id("bu"), "goro", Operation.UPLOAD, "/b");
    arbiter.acquire(account + "-b", id("bd"), "mina", Operation.DELETE, "/b");
    arbiter.release(account + "-b", id("bu"), "goro");
    browser.open("about:blank");
    browser.open(visitor.server());
    browser.press("a");
    browser.press(account);
    soon(
        () ->
            assertThat(texts(".accounts a"))
                .containsExactly(account, "2 waiting", account + "-a", account + "-b"));
    browser.click(".accounts .waiting");
    shows("#waits", "mina", "1 lock in its way", "goro");
    assertThat(string("location.hash")).contains("waits", "account=" + account);
  }

  /** A name is what somebody looks for; the words beside it may be broken, it may not. */
  @Test
  void narrowStartPage_breaksNoShortName() {
    blockedDeletion();
    browser.size(390, 844);
    browser.open("about:blank");
    browser.open(visitor.server());
    shows("#screen", "Somebody waits now", account);
    assertThat(
            string(
                "[...document.querySelectorAll('.waiting-now li')].filter(li => li.innerText.includes('"
                    + account
                    + "'))[0].querySelector('a').getBoundingClientRect().height < 30"))
        .isEqualTo("true");
  }

  /** Whoever is about to click on a number does not hit another account. */
  @Test
  void startPage_holdsStillUnderThePointer() {
    hurry();
    arbiter.acquire(account + "-1", id("a"), "goro", Operation.UPLOAD, "/a/x");
    arbiter.acquire(account + "-1", id("b"), "mina", Operation.DELETE, "/a");
    arbiter.acquire(account + "-2", id("c"), "goro", Operation.UPLOAD, "/a/x");
    arbiter.acquire(account + "-2", id("d"), "mina", Operation.DELETE, "/a");
    browser.open("about:blank");
    browser.open(visitor.server());
    // The page writes the account's name of its address into the field first.
    shows("#screen", "Which account?", account + "-1");
    browser.run(
        "const field = document.getElementById('account'); field.value = '%s'; field.dispatchEvent(new Event('input', { bubbles: true }))"
            .formatted(account));
    shows("#screen", "“" + account + "” in the name");
    shows(".waiting-now", account + "-1", account + "-2");
    String place =
        "Math.round([...document.querySelectorAll('.waiting-now li')].filter(li => li.innerText.includes('"
            + account
            + "-2'))[0].getBoundingClientRect().y)";
    String before = string(place);
    browser.pointAt(60, (int) Double.parseDouble(before) + 12);
    arbiter.release(account + "-1", id("a"), "goro");
    shows(".waiting-now", "0 waiting", "no longer");
    assertThat(string(place)).isEqualTo(before);
    browser.pointAt(600, 5);
    soon(() -> assertThat(browser.text(".waiting-now")).doesNotContain(account + "-1"));
  }
}
