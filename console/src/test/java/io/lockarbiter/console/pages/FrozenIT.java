package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** The banner of freezes, on every screen of an account. */
class FrozenIT extends ConsolePage {
  private static final Owner OPS = new Owner("ops", null);
  private static final String NOTE = "nightly backup";

  private final Looks looks = new Looks();
  private final List<String> live = new ArrayList<>();

  private void freeze(String name, String path, String note) {
    live.add(name);
    arbiter.acquire(
        account,
        id(name),
        OPS,
        Operation.FREEZE,
        path,
        Duration.ofHours(2).toMillis(),
        0,
        Map.of(LockFields.NOTE, note));
  }

  private void release(String name) {
    arbiter.decide(new Release(id("end-" + name), account, OPS, null, id(name), false));
    arbiter.publish();
  }

  @AfterEach
  void end() {
    live.forEach(this::release);
  }

  private boolean isShown() {
    return !string("document.getElementById('frozen').innerText").isEmpty();
  }

  @Test
  void freeze_isSaidOnEveryScreenUntilItEnds() {
    show("tree");
    shows("#live", "live");
    assertThat(isShown()).isFalse();

    freeze("f", "/", NOTE);

    for (String screen : List.of("tree", "waits", "activity", "check-outs")) {
      show(screen);
      shows("#frozen", "/ stands still by ops, ends in 1 h 59 min", "“" + NOTE + "”");
    }
    release("f");
    soon(() -> assertThat(isShown()).isFalse());
  }

  @Test
  void operator_liftsIt() {
    arbiter.acquire(account, id("other"), "ann", Operation.DOWNLOAD, "/docs");
    freeze("f", "/docs", NOTE);
    show("tree");
    shows("#frozen", "/docs stands still by ops");
    browser.click("#frozen button:not(.danger)");
    shows("#details", "FREEZE", NOTE, "End freeze …", "Ask to end it …");
    browser.click("#frozen .danger");
    shows("#dialog", "End this freeze?", "A copy that is made now may be torn", NOTE);
    browser.press("the backup is done", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#force-verdict", "Done: it stands still no longer");
    browser.press(Keys.ENTER);
    soon(() -> assertThat(isShown()).isFalse());
    live.clear();
    arbiter.release(account, id("other"), "ann");
  }

  @Test
  void viewer_readsAndLiftsNothing() {
    visitor.be("vera");
    freeze("f", "/docs", NOTE);
    show("tree");
    shows("#frozen", "/docs stands still by ops");
    assertThat(texts("#frozen button")).containsExactly("Show");
  }

  @Test
  void manyFreezes_leaveRoomForTheScreen() {
    for (int n = 0; n < 5; n++) {
      freeze("f" + n, "/docs/" + n, NOTE);
    }
    show("tree");
    shows("#frozen", "/docs/0", "/docs/2", "and 2 more");
    assertThat(browser.text("#frozen")).doesNotContain("/docs/3");
    browser.click("#frozen a");
    shows("#screen .found", "5 matches");
  }

  /** Another account's banner would frighten its members. */
  @Test
  void otherAccount_hasNone() {
    freeze("f", "/", NOTE);
    show("tree");
    shows("#frozen", "stands still");
    browser.run("location.hash = '#/tree?account=other'");
    soon(() -> assertThat(isShown()).isFalse());
  }

  private static Stream<Looks.Look> someLooks() {
    return Seeds.some(1, Looks.EACH);
  }

  @ParameterizedTest
  @MethodSource("someLooks")
  void banner_canBeReadAndIsCutNowhere(Looks.Look look) {
    freeze(
        "f", "/" + "a very long folder ".repeat(40), "\u001b[2J\u202eforged " + "漢字 ".repeat(60));
    freeze("g", "/docs", NOTE);
    browser.prefer(look.colours());
    browser.size(look.width(), 800);
    show("tree");
    shows("#frozen", "/docs stands still");
    shows("#live", "live");
    looks.check(browser, "frozen-%s-%d".formatted(look.colours(), look.width()));
  }
}
