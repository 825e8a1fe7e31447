package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The last minutes of an account, live. */
class TimelineIT extends ConsolePage {
  private long drawn() {
    String drawn = data("drawn");
    return drawn.isEmpty() ? 0 : Long.parseLong(drawn);
  }

  private String data(String name) {
    return string("document.getElementById('lanes')?.dataset." + name + " ?? ''");
  }

  @Test
  void timeline_drawsLocksAndFollowsNow() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    assertThat(Long.parseLong(data("arrows"))).isPositive();
    arbiter.acquire(account, id("n"), "mina", Operation.DOWNLOAD, "/Other/a.txt");
    soon(() -> assertThat(drawn()).isEqualTo(4));
    String at = data("at");
    soon(() -> assertThat(data("at")).isNotEqualTo(at));
  }

  @Test
  void pausedTimeline_standsStillAndPansByKeys() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    browser.press(" ");
    soon(() -> assertThat(browser.text("#pause")).isEqualTo("Follow now"));
    browser.press("n");
    soon(() -> assertThat(browser.text("#details")).contains("Lock id"));
    double paused = Double.parseDouble(data("at"));
    browser.press(Keys.ARROW_LEFT);
    soon(() -> assertThat(Double.parseDouble(data("at"))).isLessThan(paused));
    browser.press(" ");
    soon(() -> assertThat(Double.parseDouble(data("at"))).isGreaterThan(paused));
  }

  @Test
  void busyAccount_beginsSoNarrowThatLocksCanBeToldApart() {
    for (int n = 0; n < 200; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/f/" + n);
      arbiter.release(account, id("u" + n), "goro");
    }
    show("timeline");
    shows("#screen .found", "the last 15 s");
    browser.press("0");
    shows("#screen .found", "the last 15 s");
    browser.click("#pause");
    browser.press("+");
    soon(() -> assertThat(browser.text("#screen .found")).doesNotContain("the last 15 s"));
    browser.click("#pause");
    shows("#screen .found", "the last 9.38 s");
  }

  @Test
  void timeline_isATableToo() {
    blockedDeletion();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    assertThat(browser.run("return document.getElementById('lanes').getAttribute('aria-label')"))
        .asString()
        .startsWith("3 locks in 3 lanes");
    browser.press("t");
    soon(
        () ->
            assertThat(browser.text("#table"))
                .contains("3 locks", "goro", "held", "mina", "waits", "/Projects/plan.pdf"));
    browser.press("t");
    soon(() -> assertThat(browser.text("#table")).isEmpty());
  }
}
