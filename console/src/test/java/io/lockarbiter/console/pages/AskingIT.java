package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A holder is asked to yield before anybody forces its lock open. */
class AskingIT extends ConsolePage {
  @BeforeEach
  void choose() {
    arbiter.decide(SettingsChange.NOTHING.with(Setting.RULES, Settings.NEWEST_RULES));
    blockedDeletion();
    show("waits");
    shows("#waits", "holds up 2");
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "Ask to let go …", "Force release …");
  }

  private void ask() {
    browser.press("y");
    shows("#dialog", "Ask to let go of this lock?", "goro", "Nothing is ended.");
    browser.press("the folder is to go", Keys.TAB, Keys.TAB, Keys.TAB, Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#asked", "by olga: “the folder is to go”", "No answer yet.");
  }

  @Test
  void holderThatLetsGo_isSeenToDoSo() {
    ask();
    arbiter.release(account, id("u"), "goro");
    shows("#asked", "It was released.");
    shows("#waits", "holds up 1", "mina");
    show("activity", "lock=" + id("u"));
    shows("#asked", "by olga: “the folder is to go”", "It was released.");
    assertThat(browser.text("#asked")).doesNotContain("No answer yet");
  }

  @Test
  void lockThatEndsBeforeItsHolderIsAsked_isSaidAndNobodyIsAsked() {
    browser.press("y");
    shows("#dialog", "Ask to let go of this lock?", "goro is told");
    arbiter.release(account, id("u"), "goro");
    shows("#dialog", "It has ended meanwhile", "There is nobody left to ask.");
    assertThat(browser.text("#dialog")).doesNotContain("is told");
    assertThat(texts("#dialog button")).containsExactly("Close");
    browser.press(Keys.ENTER);
    soon(() -> assertThat(browser.text("#dialog")).isEmpty());
  }

  @Test
  void escape_keepsTheChosenEnd() {
    browser.press("y");
    shows("#dialog", "Nothing is ended.");
    browser.press("the folder is to go", Keys.TAB, Keys.ARROW_DOWN);
    shows("#dialog", "is released as FORCED");
    browser.press(Keys.ESCAPE);
    soon(() -> assertThat(browser.text("#dialog")).isEmpty());
    browser.press("y");
    shows("#dialog", "is released as FORCED");
    browser.press(Keys.ENTER);
    assertThat(string("document.getElementById('grace').value")).isEqualTo("30000");
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#asked", "by olga: “the folder is to go”", "at the latest");
  }

  @Test
  void holderThatSaysNo_isQuoted() {
    ask();
    arbiter.decide(
        new Renew(
            id("no"), account, new Owner("goro", null), null, id("u"), null, "a minute more"));
    arbiter.publish();
    shows("#asked", "Declined: “a minute more”");
  }
}
