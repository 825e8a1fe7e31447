package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The blocker of a deletion is found and forced open with the keyboard alone. */
class ForcedReleaseIT extends ConsolePage {
  private static final String OUTCOME =
      "1 request would be granted. 1 request that it holds up would wait on.";
  private static final String TOP_AT_MIDDLE_OF =
      "(box => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.id)(document.getElementById('%s').getBoundingClientRect())";
  private static final String GO = "document.querySelector('#force-go')?.disabled";

  /** Opens the wait chains, selects the root blocker, and opens the dialog. */
  private void ask() {
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2", "goro");
    shows("#live", "live");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "If it went", OUTCOME, "mina");
    browser.press("f");
    shows("#dialog", "Force this lock open?", "goro", OUTCOME, "mina");
  }

  private void sendReason() {
    browser.press("device lost");
    soon(() -> assertThat(browser.run("return " + GO)).isEqualTo(false));
    browser.press(Keys.TAB, Keys.TAB, Keys.ENTER);
    soon(() -> assertThat(browser.text("#dialog")).contains("waiting for the decision"));
  }

  private void let(String name, String subAccount) {
    arbiter.release(account, id(name), subAccount);
  }

  private void force(String by, String reason) {
    arbiter.decide(
        new ForceRelease(
            "f-" + arbiter.seq(), account, new Owner(by, null), null, id("u"), reason));
    arbiter.publish();
  }

  @Test
  void blockedDeletion_isFoundAndFreedFromTheStartPage() {
    blockedDeletion();
    browser.open(visitor.server());
    shows("#screen", "Somebody waits now", account, "2 waiting");
    browser.press("a");
    browser.press(account, Keys.ENTER);
    shows("#tree", "Projects");
    browser.press("2");
    shows("#waits", "holds up 2", "goro", "/Projects/plan.pdf");
    soon(() -> assertThat(string("document.activeElement.id")).isEqualTo("waits"));
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "1 request would be granted", "mina");
    browser.press("f");
    shows("#dialog", OUTCOME, "mina");
    sendReason();
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free, released FORCED.", "Granted by it:", "mina");
    assertThat(browser.text("#dialog-title")).isEqualTo("This lock was forced open");
    assertThat(browser.text("#dialog .lock-head"))
        .contains("released FORCED")
        .doesNotContain("held");
    browser.press(Keys.ENTER);
    soon(
        () ->
            assertThat(browser.run("return document.getElementById('dialog').open"))
                .isEqualTo(false));
    shows("#waits", "holds up 1", "mina", "otto");
    browser.press("6");
    shows(".forced-strip", "by olga: “device lost”", "goro");
  }

  @Test
  void whatWouldFollow_isSaidInSentences() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    show("tree", "text=plan.pdf");
    soon(() -> assertThat(texts("#tree .row")).hasSize(1));
    shows("#live", "live");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "Nobody waits for it.");
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    soon(() -> assertThat(browser.text("#details")).contains("1 request would be granted."));
    assertThat(browser.text("#details")).doesNotContain("wait on");
    arbiter.acquire(account, id("e"), "rita", Operation.DELETE, "/Projects");
    shows("#details", "2 requests would be granted.");
    arbiter.acquire(account, id("x"), "otto", Operation.UPLOAD, "/Projects/x.pdf");
    arbiter.acquire(account, id("y"), "otto", Operation.UPLOAD, "/Projects/y.pdf");
    shows("#details", "2 requests would be granted. 2 requests that it holds up would wait on.");
    arbiter.acquire(account, id("w"), "ben", Operation.DOWNLOAD, "/Archive/a.zip");
    arbiter.acquire(account, id("z"), "hana", Operation.DOWNLOAD, "/Archive/a.zip");
    arbiter.acquire(account, id("a"), "mina", Operation.DELETE, "/Archive");
    show("tree", "text=" + id("w"));
    soon(() -> assertThat(texts("#tree .row")).hasSize(1));
    browser.press(Keys.ARROW_DOWN);
    shows(
        "#details",
        "Nobody would get anything by it. 1 request that it holds up would wait on, for something else is in the way as well.");
  }

  @Test
  void noReason_forcesNothing() {
    ask();
    assertThat(browser.run("return " + GO)).isEqualTo(true);
    browser.press("  ", Keys.TAB, Keys.TAB, Keys.ENTER);
    assertThat(browser.run("return " + GO)).isEqualTo(true);
    browser.press(Keys.ESCAPE);
    soon(
        () ->
            assertThat(browser.run("return document.getElementById('dialog').open"))
                .isEqualTo(false));
    assertThat(decideWhatWasPublished()).isZero();
  }

  @Test
  void viewer_seesNoWayToForce() {
    visitor.be("vera");
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "If it went", "mina", "takes the role operator");
    assertThat(texts("#details button")).containsExactly("✕");
    browser.press("f");
    assertThat(browser.run("return document.getElementById('dialog').open")).isEqualTo(false);
  }

  @Test
  void holderThatLetsGoFirst_isSaidBeforeAnythingIsForced() {
    ask();
    let("u", "goro");
    shows("#force-ended", "It has ended meanwhile.", "Its holder let go of it before");
    assertThat(texts("#dialog button")).containsExactly("Close");
    browser.press(Keys.ESCAPE);
    shows("#waits", "holds up 1", "mina");
  }

  @Test
  void operatorThatWasFaster_isNamed() {
    ask();
    sendReason();
    awaitPublished();
    force("pia", "same thought");
    shows("#dialog-title", "Nothing was forced");
    shows("#force-verdict", "Nothing was forced.", "An operator was faster, pia: “same thought”");
    assertThat(decideWhatWasPublished()).isEqualTo(1);
    browser.press(Keys.ENTER);
    shows("#waits", "holds up 1");
  }

  @Test
  void waitingRequest_isTakenOutOfTheQueue() {
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2");
    browser.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    shows("#details", "mina", "Force out of the queue", "1 request would be granted", "otto");
    browser.press("f");
    shows(
        "#dialog",
        "Take this request out of the queue?",
        "will be told that it was withdrawn",
        "otto");
    sendReason();
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is out of the queue, released CANCELLED.", "otto");
  }

  @Test
  void lockWhoseConsequencesCannotBeTold_isForcedAllTheSame() {
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2", "goro");
    shows("#live", "live");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "If it went", "mina");
    browser.run(
        "const ask = window.fetch; window.fetch = (address, ...more) => String(address).includes('/consequences') ? Promise.resolve(new Response(JSON.stringify({ detail: 'the account is not shown' }), { status: 503 })) : ask(address, ...more)");
    browser.press("f");
    shows("#dialog", "cannot be told now. It can be forced all the same", "is not shown");
    sendReason();
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free, released FORCED.");
  }

  @Test
  void longDialogInALowWindow_hasReasonAndButtonInSight_andBothEndsOfThePath() {
    String deep = "/first" + "/level of the folders".repeat(50) + "/last";
    arbiter.acquire(account, id("u"), "goro", Operation.DELETE, deep);
    for (int n = 0; n < 9; n++) {
      arbiter.acquire(account, id("x" + n), "otto", Operation.UPLOAD, deep + "/file " + n);
    }
    browser.size(640, 420);
    show("waits", "lock=" + id("u"));
    shows("#details", "9 requests would be granted");
    browser.press("f");
    shows("#dialog", "9 requests would be granted.", "and 1 more");
    assertThat(browser.text("#dialog .lock-path")).startsWith("/first").endsWith("/last");
    for (String part : List.of("reason", "force-go")) {
      soon(() -> assertThat(string(TOP_AT_MIDDLE_OF.formatted(part))).as(part).isEqualTo(part));
    }
  }

  /** Only the question what would follow is repeated by itself. */
  @Test
  void forceThatGotNoAnswer_isNotSaidToRepeatItself() {
    ask();
    browser.run(
        "const ask = window.ask = window.fetch; window.fetch = (address, ...more) => /force|consequences/.test(address) ? Promise.reject(new TypeError('Failed to fetch')) : ask(address, ...more)");
    browser.press("device lost", Keys.ENTER);
    shows("#unsent", "No answer came (Failed to fetch)", "not repeated by itself", "“Force it”");
    arbiter.acquire(account, id("o"), "rita", Operation.UPLOAD, "/Other/a.txt");
    shows("#dialog", "asks again by itself");
    assertThat(browser.text("#unsent")).contains("No answer came").doesNotContain("asks again");
    assertThat(decideWhatWasPublished()).isZero();
    browser.run("window.fetch = window.ask");
    browser.click("#force-go");
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free, released FORCED.");
  }

  @Test
  void lockFoundInTheTree_isFreedThere() {
    blockedDeletion();
    arbiter.acquire(account, id("o"), "rita", Operation.UPLOAD, "/Other/a.txt");
    show("tree", "text=plan.pdf");
    soon(() -> assertThat(texts("#tree .row")).hasSize(1));
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "1 request would be granted", "mina");
    browser.press("f");
    shows("#dialog", OUTCOME, "mina");
    sendReason();
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it is free");
    browser.press(Keys.ENTER);
    shows("#screen", "Nothing fits");
  }
}
