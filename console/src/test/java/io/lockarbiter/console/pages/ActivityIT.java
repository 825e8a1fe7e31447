package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.springframework.beans.factory.annotation.Autowired;

/** The live tail of decisions. */
class ActivityIT extends ConsolePage {
  @Autowired private EventHub hub;

  /** Visible rows, the latest first. */
  private List<String> rows() {
    return texts("#activity .row");
  }

  private void force(String reason) {
    arbiter.decide(
        new ForceRelease(
            "f-" + arbiter.seq(), account, new Owner("olga", null), null, id("u"), reason));
    arbiter.publish();
  }

  @Test
  void activity_tellsWhatIsDecidedAndWhatOperatorsDid() {
    show("activity");
    soon(() -> assertThat(browser.text("#screen")).contains("No such decision lately"));
    blockedDeletion();
    soon(() -> assertThat(rows()).hasSize(3));
    force("device lost");
    soon(
        () ->
            assertThat(browser.text(".forced-strip"))
                .contains("1 end by force", "FORCED", "by olga: “device lost”", "goro"));
    soon(
        () ->
            assertThat(rows()).element(1).asString().contains("FORCED", "by olga: “device lost”"));
    assertThat(browser.text("#announcement")).contains("olga", "device lost");
  }

  @Test
  void notes_standWithTheLockAndWithWhoIsRefusedBecauseOfIt() {
    String path = "/docs/plan.docx";
    Owner ann = new Owner("ann", null);
    arbiter.checkOut(account, id("plan"), ann, path, Duration.ofDays(7), "back on Monday");
    arbiter.acquire(account, id("up"), "bob", Operation.UPLOAD, path);
    show("activity");
    soon(() -> assertThat(rows()).hasSize(2));
    assertThat(rows().get(0)).contains("bob", "behind ann: “back on Monday”");
    assertThat(rows().get(1)).contains("ann", "“back on Monday”", "token");
    arbiter.decide(new Release(id("end"), account, ann, null, id("plan"), false));
    arbiter.publish();
  }

  /** The event that ends the lock has no comment; the request that attached the end has. */
  @Test
  void endThatSomebodyAskedFor_tellsWhy() {
    blockedDeletion();
    arbiter.decide(
        new Yield(
            id("y"),
            account,
            new Owner("mina", null),
            null,
            id("u"),
            1_000L,
            "the folder is to go"));
    arbiter.publish();
    arbiter.pass(Duration.ofSeconds(2));
    arbiter.decide(new Tick());
    arbiter.publish();
    show("activity");
    String why = "by mina, who had asked for it: “the folder is to go”";
    shows(".forced-strip", "1 end by force", why);
    assertThat(rows())
        .anyMatch(row -> row.contains("ends at") && row.contains("by mina: “the folder is to go”"));
    soon(() -> assertThat(rows()).anyMatch(row -> row.contains("FORCED") && row.contains(why)));
    show("life", "lockId=" + id("u"));
    shows("#screen .events", "by mina: “the folder is to go”", "by mina, who had asked for it");
  }

  @Test
  void longReasonOfAForce_canBeReadWhole() {
    String reason = "asked by phone, ".repeat(12) + "at last";
    blockedDeletion();
    force(reason);
    show("activity");
    shows(".forced-strip", reason);
    Looks looks = new Looks();
    assertThat(looks.clipped(browser, ".forced-strip .forced-by, .forced-strip .link")).isEmpty();
    browser.press(Keys.HOME, Keys.ARROW_DOWN, Keys.ENTER);
    shows("#details .decision", "by olga: “" + reason + "”");
    assertThat(looks.clipped(browser, "#details .decision")).isEmpty();
  }

  @Test
  void activityFilters_narrowWhatComesAndWhatCame() {
    blockedDeletion();
    arbiter.renew(account, id("u"), "goro");
    show("activity");
    soon(() -> assertThat(rows()).hasSize(4));
    browser.type("#search", "otto upload");
    soon(() -> assertThat(rows()).hasSize(1));
    browser.run("document.getElementById('search').value = ''");
    browser.type("#search", " ");
    browser.type("#lock-id", id("u"));
    soon(() -> assertThat(rows()).hasSize(2).allMatch(row -> row.contains("goro")));
    browser.run(
        "const type = document.getElementById('type'); type.value = 'renewed';"
            + " type.dispatchEvent(new Event('change'))");
    soon(() -> assertThat(rows()).hasSize(1));
    arbiter.renew(account, id("u"), "goro");
    soon(() -> assertThat(rows()).hasSize(2));
    assertThat(string("location.hash")).contains("type=renewed", "lockId=");
  }

  @Test
  void pausedActivity_standsStillAndCounts() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    browser.press(" ");
    arbiter.renew(account, id("u"), "goro");
    shows("#screen .found", "paused, 1 new");
    assertThat(rows()).hasSize(3);
    browser.press(" ");
    soon(() -> assertThat(rows()).hasSize(4));
  }

  @Test
  void reset_isAGapInTheActivity() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    hub.restart(0);
    soon(
        () ->
            assertThat(rows())
                .hasSize(4)
                .first()
                .asString()
                .contains("A gap: what was decided after"));
    arbiter.renew(account, id("u"), "goro");
    soon(() -> assertThat(rows()).hasSize(5).first().asString().contains("renewed"));
  }

  @Test
  void decision_leadsToItsLocksLife() {
    blockedDeletion();
    show("activity");
    soon(() -> assertThat(rows()).hasSize(3));
    browser.press(Keys.ARROW_DOWN, Keys.END, Keys.ENTER);
    soon(() -> assertThat(browser.text("#details")).contains(id("u"), "Its life"));
    assertThat(browser.run("return document.querySelector('#details a').getAttribute('href')"))
        .isEqualTo("#/life?account=" + account + "&lockId=" + id("u"));
  }
}
