package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No screen shows a number that it does not know, or two units under one word. */
class WordsIT extends ConsolePage {
  @AfterEach
  void end() {
    browser.beforeEachPage("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tree",
        "waits",
        "life",
        "explain",
        "partitions",
        "activity",
        "timeline",
        "check-outs"
      })
  void screenWithoutAnAnswer_showsNoNumber(String screen) {
    blockedDeletion();
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch, wait = new Promise(done => { globalThis.answer = done; });
        globalThis.asked = 0;
        globalThis.fetch = (address, options) => {
          if (String(address).startsWith('/api/session')) return ask(address, options);
          asked++;
          return wait.then(() => ask(address, options));
        };""");
    show(
        screen,
        switch (screen) {
          case "life" -> "lockId=" + id("u");
          case "explain" -> "path=/Projects";
          default -> "";
        });
    shows("#live", screen.equals("partitions") ? "" : "live");
    soon(() -> assertThat(string("globalThis.asked")).isNotEqualTo("0"));
    assertThat(
            string(
                "[...document.querySelectorAll('#screen [role=status]')].map(one => one.innerText).join(' ')"))
        .containsPattern("reading|looking|connecting|live")
        .doesNotContain("0 ", "1 ", "2 ", "3 ");
    assertThat(browser.text("#screen .nothing")).isEmpty();
    browser.run("globalThis.answer()");
    shows(
        "#screen",
        switch (screen) {
          case "partitions" -> "1 partition";
          case "timeline" -> "3 locks";
          case "check-outs" -> "0 check-outs";
          default -> "Projects";
        });
  }

  @Test
  void startPageWithoutAnAnswer_saysThatItReads() {
    browser.beforeEachPage(
        "const ask = globalThis.fetch; globalThis.fetch = (address, options) => String(address).startsWith('/api/accounts') ? new Promise(() => {}) : ask(address, options);");
    browser.open("about:blank");
    browser.open(visitor.server());
    shows("#screen", "reading");
  }

  @Test
  void searchWithoutAnAnswer_showsNoNumberOfTheLastOne() {
    blockedDeletion();
    show("tree");
    shows("#screen [role=status]", "1 lock held, 2 requests waiting");
    browser.run(
        "const ask = globalThis.fetch; globalThis.fetch = (address, options) => String(address).startsWith('/api/locks') ? new Promise(() => {}) : ask(address, options);");
    browser.press("/");
    browser.press("otto");
    shows("#screen [role=status]", "searching …");
  }

  /** A lock on two paths is one lock, at the root and in the words above it. */
  @Test
  void rowsAndWords_countTheSame() {
    LockPath from = LockPath.of("/Projects/a");
    LockPath to = LockPath.of("/Archive/a");
    arbiter.decide(
        new Acquire(
            account,
            null,
            new LockFields(
                id("m"),
                new Owner("goro", null),
                Operation.MOVE,
                from,
                to,
                Operation.MOVE.targets(from, to),
                30_000,
                60_000,
                List.of(),
                new TreeMap<>())));
    arbiter.publish();
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    show("tree");
    shows("#screen [role=status]", "1 lock held, 1 request waiting");
    assertThat(texts("#tree .row .number")).containsExactly("1 held", "1 held", "1 held");
    assertThat(texts("#tree .row .badge")).containsExactly("1 waiting", "1 waiting");
  }

  /** Also where a decision lacks what others have, as the refusal of a forced release does. */
  @Test
  void noScreen_showsWhatIsUndefined() {
    browser.beforeEachPage(
        """
        globalThis.written = new Set();
        const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...more) { written.add(text); write.call(this, text, ...more); };""");
    blockedDeletion();
    arbiter.decide(
        new ForceRelease(id("f"), account, new Owner("olga", null), null, id("none"), "gone?"));
    arbiter.publish();
    for (String screen : SCREENS) {
      show(
          screen,
          switch (screen) {
            case "life" -> "lockId=" + id("none");
            case "explain" -> "path=/Projects";
            case "tree" -> "path=/Projects&lock=" + id("d");
            default -> "lock=" + id("none");
          });
      shows("#live", "live");
      if (!screen.equals("explain")) {
        soon(() -> assertThat(browser.text("#screen [role=status]")).containsPattern("\\d"));
      }
      assertThat(string("document.body.innerText") + strings("return [...globalThis.written]"))
          .as(screen)
          .doesNotContain("undefined", "NaN", "null", "[object");
    }
  }
}
