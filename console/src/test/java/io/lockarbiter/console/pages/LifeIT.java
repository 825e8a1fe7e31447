package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** The life of a lock from request to end, and the answer that a request would get. */
class LifeIT extends ConsolePage {
  /** Returns the first number of each event, which is its offset. */
  private List<String> events() {
    return strings(
        "return [...document.querySelectorAll('#screen .events li')].map(one => one.innerText.replace(/\\s+/g, ' '))");
  }

  @Test
  void life_isToldFromRequestToEnd() {
    blockedDeletion();
    arbiter.renew(account, id("u"), "goro");
    arbiter.release(account, id("u"), "goro");
    arbiter.renew(account, id("d"), "mina");
    arbiter.renew(account, id("d"), "mina");
    arbiter.release(account, id("d"), "mina");
    show("life", "lockId=" + id("d"));
    soon(() -> assertThat(events()).hasSize(5));
    assertThat(events().get(0))
        .contains("queued", "position 1", "behind goro UPLOAD /Projects/plan.pdf");
    assertThat(events().get(1)).contains("granted", "after waiting 300 ms", "token");
    assertThat(events().get(2)).contains("renewed", "until");
    assertThat(events().get(4)).contains("released", "held for 300 ms").doesNotContain("RELEASED");
    String offset = string("document.querySelector('#screen .offset').textContent");
    assertThat(offset).matches("offset \\d+ · seq \\d+");
    assertThat(browser.text(".life-head"))
        .contains(
            "/Projects", "mina", "DELETE", "Waited", "300 ms", "Renewals", "2", "released at");
  }

  @Test
  void lockThatIsLive_goesOn() {
    blockedDeletion();
    show("life", "lockId=" + id("u"));
    soon(() -> assertThat(events()).hasSize(1));
    shows("#live", "live");
    shows(".life-head", "so far", "live, as far as was looked");
    arbiter.renew(account, id("u"), "goro");
    soon(() -> assertThat(events()).hasSize(2));
  }

  @Test
  void grantThatIsCut_saysWhatTheSettingsLeave() {
    arbiter.decide(
        SettingsChange.NOTHING
            .with(Setting.RULES, Settings.NEWEST_RULES)
            .with(Setting.LONGEST_LEASE_MS, 10_000)
            .with(Setting.LONGEST_HOLD_MS, 25_000));
    try {
      arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    } finally {
      arbiter.decide(
          SettingsChange.NOTHING
              .with(Setting.LONGEST_LEASE_MS, 0)
              .with(Setting.LONGEST_HOLD_MS, 0));
    }
    show("life", "lockId=" + id("u"));
    shows("#screen .events", "cut by the settings: lease 10 s, longest time 25 s");
  }

  @Test
  void replacement_leadsFromOneLifeToTheOther() {
    Owner ann = new Owner("ann", null);
    arbiter.checkOut(account, id("plan"), ann, "/plan", Duration.ofDays(7), "back on Monday");
    LockPath path = LockPath.of("/plan");
    arbiter.decide(
        new Acquire(
            account,
            null,
            new LockFields(
                id("bobs"),
                new Owner("bob", null),
                Operation.CHECK_OUT,
                path,
                null,
                Operation.CHECK_OUT.targets(path, null),
                60_000,
                0,
                0,
                List.of(),
                new LockRef(id("plan"), ann),
                new TreeMap<>())));
    arbiter.publish();
    show("life", "lockId=" + id("plan"));
    shows("#screen .events", "released REPLACED", "replaced by lock " + id("bobs") + " of bob");
    browser.click("#screen .events li:last-child .link");
    shows("#screen .events", "in the place of lock " + id("plan") + " of ann");
    browser.click("#screen .events .link");
    shows("#screen .events", "released REPLACED");
  }

  @Test
  void requestWhosePathWasMoved_saysWhereItIs() {
    Owner mina = new Owner("mina", null);
    arbiter.decide(asked(id("m"), mina, Operation.MOVE, "/Projects", "/old"));
    arbiter.decide(
        asked(id("u"), new Owner("goro", null), Operation.UPLOAD, "/Projects/plan.pdf", null));
    arbiter.decide(new Release(id("r"), account, mina, null, id("m"), true));
    arbiter.publish();
    show("life", "lockId=" + id("u"));
    shows("#screen .events", "rejected PATH_GONE", "moved to /old/plan.pdf");
  }

  @Test
  void requestThatComesAfterTheMove_saysOfWhichEvent() {
    arbiter.decide(
        SettingsChange.NOTHING
            .with(Setting.RULES, Settings.NEWEST_RULES)
            .with(Setting.REMEMBERS_MOVES, 1));
    Owner mina = new Owner("mina", null);
    arbiter.decide(asked(id("m"), mina, Operation.MOVE, "/Late", "/old"));
    arbiter.decide(new Release(id("r"), account, mina, null, id("m"), true));
    Acquire late = asked(id("u"), new Owner("goro", null), Operation.UPLOAD, "/Late/plan", null);
    arbiter.decide(new Acquire(account, null, late.fields().existing(LockFields.EXISTING_NOW)));
    arbiter.decide(SettingsChange.NOTHING.with(Setting.REMEMBERS_MOVES, 0));
    arbiter.publish();
    show("life", "lockId=" + id("u"));
    shows(
        "#screen .events",
        "rejected PATH_GONE",
        "said that its paths exist",
        "moved to /old/plan by event ");
  }

  private Acquire asked(
      String id, Owner owner, Operation operation, String path, @Nullable String destination) {
    LockPath from = LockPath.of(path);
    LockPath to = destination == null ? null : LockPath.of(destination);
    return new Acquire(
        account,
        null,
        new LockFields(
            id,
            owner,
            operation,
            from,
            to,
            operation.targets(from, to),
            60_000,
            60_000,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void idThatWasUsedAgain_headTellsOfItsLastLockOnly() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.renew(account, id("u"), "goro");
    arbiter.release(account, id("u"), "goro");
    arbiter.pass(Duration.ofSeconds(90));
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    show("life", "lockId=" + id("u"));
    soon(() -> assertThat(events()).hasSize(4));
    shows("#live", "live");
    shows("#lives", "Its id was used 2 times; this is the last of these locks.");
    shows(".life-head", "so far", "live, as far as was looked");
    assertThat(browser.text(".life-head").replaceAll("\\s+", " "))
        .contains("Renewals 0")
        .doesNotContain("released");
  }

  @Test
  void lockThatNoEventIsAbout_isSaidWithWhatToDo() {
    show("life");
    shows("#screen", "Which lock?");
    browser.press("4");
    soon(() -> assertThat(string("document.activeElement.id")).isEqualTo("path"));
    browser.press(Keys.ESCAPE, "3");
    shows("#screen", "Which lock?");
    browser.press("/");
    browser.press("no-such-lock", Keys.ENTER);
    shows("#screen", "No event is about this lock", "Look further back");
    assertThat(browser.text("#screen [role=status]")).startsWith("0 events among");
  }

  @Test
  void explain_saysWhatWouldMeetADeletion() {
    blockedDeletion();
    show("explain");
    shows("#screen", "What would meet", "Nothing is looked at yet", "Give a path");
    soon(() -> assertThat(string("document.activeElement.id")).isEqualTo("path"));
    browser.press("Projects", Keys.ENTER);
    shows(
        "#screen",
        "It would wait.",
        "would be refused with CONFLICT",
        "goro",
        "below it",
        "otto",
        "waits, earlier in the line");
    shows("#live", "live");
    arbiter.release(account, id("u"), "goro");
    soon(() -> assertThat(browser.text("#screen")).doesNotContain("goro"));
    show("explain", "path=/Elsewhere");
    shows("#screen", "It would be granted now.", "Nothing that is held or waits is in the way.");
  }

  @Test
  void longLook_saysHowLongItTakesAndCanBeCancelled() {
    blockedDeletion();
    browser.beforeEachPage(
        """
        const ask = globalThis.fetch;
        globalThis.slow = true;
        globalThis.fetch = (address, options) => slow && String(address).startsWith('/api/life?')
          ? new Promise((_, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason))) : ask(address, options);""");
    try {
      show("life", "lockId=" + id("u"));
      soon(() -> assertThat(secondsOfTheLook()).isPositive());
      int seconds = secondsOfTheLook();
      shows("#reading", "Reads lock.events", "after 10 s or a million records");
      soon(() -> assertThat(secondsOfTheLook()).isGreaterThan(seconds));
      browser.click("#give-up");
      shows("#given-up", "Cancelled before an answer came.", "press Look again");
      assertThat(browser.text("#screen [role=status]")).isEmpty();
      browser.run(
          "globalThis.slow = false; document.querySelector('#screen form').requestSubmit()");
      soon(() -> assertThat(events()).hasSize(1));
      assertThat(texts("#given-up")).isEmpty();
    } finally {
      browser.beforeEachPage("");
    }
  }

  private int secondsOfTheLook() {
    String status = browser.text("#screen [role=status]");
    assertThat(status).matches("looking … \\d+ s");
    return Integer.parseInt(status.replaceAll("\\D", ""));
  }

  @Test
  void pathThatIsNone_isRefusedInWords() {
    show("explain", "path=relative");
    shows("#screen", "path");
    shows("#screen .nothing", "This cannot be shown now", "path");
    soon(() -> assertThat(browser.complaints()).anyMatch(line -> line.contains("400")));
  }
}
