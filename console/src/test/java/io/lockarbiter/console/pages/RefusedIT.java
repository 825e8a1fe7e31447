package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** A refusal that names a lock does not end it, and does not move its end. */
class RefusedIT extends ConsolePage {
  @BeforeEach
  void play() {
    blockedDeletion();
  }

  private String life() {
    return browser.text(".life-head").replaceAll("\\s+", " ");
  }

  @Test
  void releaseByAnother_leavesTheLifeOpen() {
    arbiter.release(account, id("u"), "otto");
    show("life", "lockId=" + id("u"));
    shows("#screen .events", "NOT_HOLDER");
    shows(".life-head", "so far", "live, as far as was looked");
  }

  @Test
  void forceThatCameTooLate_doesNotMakeTheLockHeldForLonger() {
    arbiter.release(account, id("u"), "goro");
    arbiter.pass(Duration.ofSeconds(40));
    arbiter.decide(
        new ForceRelease(id("f"), account, new Owner("olga", null), null, id("u"), "late"));
    arbiter.publish();
    show("life", "lockId=" + id("u"));
    shows("#screen .events", "NOT_HELD", "held for 300 ms");
    assertThat(life()).contains("released at").doesNotContain("NOT_HELD");
  }

  /** Somebody else, or a client that changed its mind, used the id for something else. */
  @Test
  void idConflict_leavesTheChosenLockHeld() {
    show("waits");
    shows("#waits", "holds up 2");
    shows("#live", "live");
    browser.press(Keys.HOME);
    shows("#details", "goro", "1 request would be granted");
    arbiter.pass(Duration.ofSeconds(1));
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Other/plan.pdf");
    arbiter.acquire(account, id("m"), "rita", Operation.UPLOAD, "/Projects/m.pdf");
    shows("#waits", "holds up 3");
    assertThat(browser.text("#details .lock-head")).contains("held").doesNotContain("CONFLICT");
    browser.press("f");
    shows("#dialog", "Force this lock open?", "1 request would be granted.");
    browser.press(Keys.ESCAPE);
  }
}
