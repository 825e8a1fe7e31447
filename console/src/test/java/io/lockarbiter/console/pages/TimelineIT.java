package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
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

  /** The scripts arrive when another screen is shown; they run only once in a page. */
  @Test
  void screenThatWasLeftWhileItLoaded_isDrawnAtTheNextVisit() {
    blockedDeletion();
    browser.beforeEachPage(
        """
        const append = Element.prototype.append;
        Element.prototype.append = function (...nodes) {
          if (nodes.some(node => node.src?.endsWith('/audit/painter.js'))) globalThis.arrive = () => append.apply(this, nodes);
          else append.apply(this, nodes);
        };""");
    show("timeline");
    soon(() -> assertThat(string("typeof globalThis.arrive")).isEqualTo("function"));
    browser.press("1");
    shows("#screen", "Projects");
    browser.run("arrive()");
    browser.press("7");
    soon(() -> assertThat(drawn()).isEqualTo(3));
  }

  /** However busy the account is: support asks about minutes. */
  @Test
  void timeline_opensOnFiveMinutes() {
    for (int n = 0; n < 200; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/f/" + n);
      arbiter.release(account, id("u" + n), "goro");
    }
    show("timeline");
    shows("#screen .found", "the last 5 min");
    browser.click("#pause");
    browser.press("+");
    soon(() -> assertThat(browser.text("#screen .found")).doesNotContain("the last 5 min"));
    browser.click("#pause");
    shows("#screen .found", "the last 3 min 7 s");
    browser.run("document.getElementById('lanes').focus()");
    browser.press("0");
    shows("#screen .found", "the last 5 min");
  }

  /** A page that was opened later knows what is in the way of a request, and who it is. */
  @Test
  void waitThatBeganBeforeTheView_hasANameAndItsArrow() {
    blockedDeletion();
    arbiter.pass(Duration.ofSeconds(25));
    arbiter.acquire(account, id("later"), "rita", Operation.DOWNLOAD, "/Other/a.txt");
    recordWhatIsWritten("");
    try {
      show("timeline");
      soon(() -> assertThat(drawn()).isEqualTo(4));
      browser.press("+", "+", "+", "+", "+", "+", "+", "+");
      soon(
          () ->
              assertThat(browser.text("#screen .found")).containsPattern("the last \\d[.\\d]* s"));
      browser.run("globalThis.written.clear()");
      soon(() -> assertThat(written()).contains("goro", "mina", "otto"));
      assertThat(Long.parseLong(data("arrows"))).isGreaterThanOrEqualTo(2);
    } finally {
      browser.beforeEachPage("");
    }
  }

  /**
   * Events of the locks are forgotten by the console, as in a large account; the state has them.
   */
  @Test
  void laneOfTheOnlyAccount_hasNoHeading() {
    blockedDeletion();
    recordWhatIsWritten(
        """
        const ask = globalThis.fetch;
        globalThis.fetch = async (address, options) => {
          const answer = await ask(address, options);
          return String(address).startsWith('/api/recent') ? new Response(JSON.stringify({ ...await answer.json(), events: [] })) : answer;
        };""");
    try {
      browser.size(800, 800);
      show("timeline");
      soon(() -> assertThat(drawn()).isEqualTo(3));
      shows("#live", "live");
      arbiter.acquire(account, id("n"), "mina", Operation.DOWNLOAD, "/Other/a.txt");
      soon(() -> assertThat(drawn()).isEqualTo(4));
      browser.run("globalThis.written.clear()");
      soon(() -> assertThat(written()).contains("goro", "a.txt"));
      assertThat(written()).doesNotContain("undefined", account);
    } finally {
      browser.beforeEachPage("");
    }
  }

  /** Keeps the texts that are written into pictures. */
  private void recordWhatIsWritten(String more) {
    browser.beforeEachPage(
        """
        globalThis.written = new Set();
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...more) { written.add(text); write.call(this, text, ...more); };"""
            + more);
  }

  @Test
  void addressOfUnknownLanes_showsPaths() {
    blockedDeletion();
    show("timeline", "by=nonsense");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    assertThat(browser.text("#screen [aria-label='One lane per'] [aria-pressed=true]"))
        .isEqualTo("Paths");
  }

  @Test
  void longNames_stayLeftOfThePicture() {
    String name = "ground floor and what lies below it ".repeat(3) + ".dwg";
    arbiter.acquire(account, id("a"), "goro", Operation.UPLOAD, "/" + name);
    arbiter.acquire(account, id("b"), "goro", Operation.UPLOAD, "/a/" + name);
    arbiter.acquire(account, id("c"), "goro", Operation.UPLOAD, "/" + name + "/" + name);
    browser.beforeEachPage(
        """
        globalThis.ends = [];
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, x, ...more) { if (text.includes('.dwg')) ends.push(x + this.measureText(text).width); write.call(this, text, x, ...more); };""");
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(3));
    double edge =
        Double.parseDouble(
            string(
                "Math.round(Math.max(110, Math.min(300, document.getElementById('scroller').clientWidth * .24)))"));
    soon(
        () ->
            assertThat(Double.parseDouble(string("Math.max(...ends)")))
                .isPositive()
                .isLessThan(edge));
  }

  private List<String> written() {
    return strings("return [...globalThis.written]");
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

  @Test
  void chosenLock_isSaidWithItsNoteAndWhyItEnded() {
    Owner ann = new Owner("ann", null);
    arbiter.checkOut(account, id("plan"), ann, "/plan", Duration.ofDays(7), "back on Monday");
    arbiter.decide(
        new Yield(id("y"), account, new Owner("bob", null), null, id("plan"), 1_000L, "a fire"));
    arbiter.pass(Duration.ofSeconds(2));
    arbiter.decide(new Tick());
    arbiter.publish();
    show("timeline");
    soon(() -> assertThat(drawn()).isEqualTo(1));
    browser.press("n");
    shows("#announcement", "FORCED", "by bob: a fire", "note “back on Monday”");
  }

  /** It happens if the lines of {@code lockarbiter up} are pasted a second time. */
  @Test
  void idThatIsUsedAgain_isDrawnAgain() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.release(account, id("u"), "goro");
    arbiter.pass(Duration.ofSeconds(90));
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    show("waits");
    shows("#waits", "holds up 1", "goro");
    show("timeline");
    soon(() -> assertThat(drawn()).isPositive());
    browser.press("t");
    shows("#table", "mina", "waits");
    assertThat(browser.text("#table")).containsPattern("held[^\\n]*PUT[^\\n]*goro");
  }

  @Test
  void chosenLockThatEndedBeforeTheView_bringsItsTimeIntoSight() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.release(account, id("u"), "goro");
    arbiter.pass(Duration.ofMinutes(8));
    arbiter.acquire(account, id("late"), "rita", Operation.UPLOAD, "/late.pdf");
    show("timeline", "lock=" + id("u"));
    shows("#pause", "Follow now");
    soon(() -> assertThat(drawn()).isPositive());
    browser.press("t");
    shows("#table", "plan.pdf", "goro");
    show("timeline", "lock=no-such-lock");
    shows(".left-out", "The chosen lock is not among those that are known here");
    assertThat(browser.text("#pause")).isEqualTo("Pause");
  }

  /** The chosen lock goes from screen to screen: here it is outlined, and in sight. */
  @Test
  void lockChosenOnAnotherScreen_isInSight() {
    for (int n = 100; n < 180; n++) {
      arbiter.acquire(account, id("u" + n), "goro", Operation.UPLOAD, "/f/" + n);
    }
    arbiter.acquire(account, id("z"), "zoe", Operation.DELETE, "/z");
    arbiter.acquire(account, id("y"), "yan", Operation.UPLOAD, "/z/file");
    show("waits");
    shows("#waits", "holds up 1", "zoe");
    shows("#live", "live");
    browser.press(Keys.HOME);
    shows("#details", "zoe", "1 request would be granted");
    browser.press("7");
    shows("#screen .found", "82 locks");
    shows("#screen .legend", "READ", "EXCLUSIVE", "held");
    shows("#details", "zoe");
    soon(
        () ->
            assertThat(Double.parseDouble(string("document.getElementById('scroller').scrollTop")))
                .isPositive());
  }
}
