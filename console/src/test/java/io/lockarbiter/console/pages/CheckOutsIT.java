package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** The screen of check-outs, and what can be done with one. */
class CheckOutsIT extends ConsolePage {
  private static final String PLAN = "/docs/2026/plan.docx";
  private static final String NOTE = "at home with it, back on Monday";

  private static final Owner BOB = new Owner("bob", null);

  private final Looks looks = new Looks();
  private final Map<String, Owner> live = new LinkedHashMap<>();

  private void checkOut(String name, Owner owner, String path, @Nullable String note) {
    live.put(name, owner);
    arbiter.checkOut(account, id(name), owner, path, Duration.ofDays(7), note);
  }

  private void checkOut(String name, String member, String path, @Nullable String note) {
    checkOut(name, new Owner(member, null), path, note);
  }

  private void release(String name, Owner owner) {
    arbiter.decide(new Release(id("end-" + name), account, owner, null, id(name), false));
    arbiter.publish();
  }

  /** Ann's is the oldest, and the last by its path. */
  private void three() {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.pass(Duration.ofDays(2));
    checkOut("photo", "carl", "/art/photo.jpg", null);
    arbiter.pass(Duration.ofHours(5));
    checkOut("budget", "bob", "/docs/2026/budget.xlsx", "for the board");
  }

  @AfterEach
  void end() {
    live.forEach(this::release);
  }

  private List<String> rows() {
    return strings(
        "return [...document.querySelectorAll('#check-outs .row')].map(row => row.innerText.replace(/\\s+/g, ' '))");
  }

  private List<String> paths() {
    return texts("#check-outs .row .name");
  }

  @Test
  void list_tellsWhoSinceWhenUntilWhenAndTheNote() {
    three();
    arbiter.acquire(account, id("up"), "ann", Operation.UPLOAD, "/docs/other.txt");
    show("tree");
    shows("#live", "live");
    browser.press("8");
    shows("#screen .found", "3 check-outs");
    soon(() -> assertThat(rows()).hasSize(3));
    assertThat(rows().get(0))
        .contains(PLAN, "ann", "“" + NOTE + "”", "checked out 2 d 5 h", "ends in 4 d 18 h");
    assertThat(browser.text("#screen")).doesNotContain("other.txt");
    assertThat(string("document.querySelector('#check-outs .row .time').title"))
        .startsWith("since ");
    soon(() -> assertThat(string("document.activeElement.id")).isEqualTo("check-outs"));
    browser.press(Keys.ARROW_DOWN);
    shows("#details", "ann", NOTE, PLAN, "Ask to end it …", "End check-out …");
  }

  @Test
  void order_isByAgeByMemberAndByFolder() {
    three();
    show("check-outs");
    soon(
        () ->
            assertThat(paths()).containsExactly(PLAN, "/art/photo.jpg", "/docs/2026/budget.xlsx"));
    browser.press("o");
    soon(
        () ->
            assertThat(paths()).containsExactly(PLAN, "/docs/2026/budget.xlsx", "/art/photo.jpg"));
    assertThat(string("location.hash")).contains("order=subAccount");
    browser.press("o");
    soon(
        () ->
            assertThat(paths()).containsExactly("/art/photo.jpg", "/docs/2026/budget.xlsx", PLAN));
    assertThat(texts("#screen [aria-pressed=true]")).containsExactly("By folder");
    browser.press("o");
    soon(() -> assertThat(string("location.hash")).doesNotContain("order="));
  }

  @Test
  void address_namesWordsMemberAndFolder() {
    three();
    checkOut("beside", "ann", "/docs/2026-old/plan.docx", null);
    show("check-outs", "under=/docs/2026", "order=path");
    shows("#screen .found", "2 check-outs fit");
    soon(() -> assertThat(paths()).containsExactly("/docs/2026/budget.xlsx", PLAN));
    show("check-outs", "member=ann");
    soon(() -> assertThat(paths()).containsExactly(PLAN, "/docs/2026-old/plan.docx"));
    show("check-outs", "member=an");
    shows("#screen", "0 check-outs fit", "Nothing fits");
    show("check-outs", "words=monday", "lock=" + id("plan"));
    shows("#screen .found", "1 check-out fits");
    shows("#check-outs .row.chosen", "plan.docx");
  }

  @Test
  void fields_narrowTheList_andEscapeLeavesThem() {
    three();
    show("check-outs");
    soon(() -> assertThat(rows()).hasSize(3));
    browser.press("/");
    browser.press("board", Keys.ENTER);
    soon(() -> assertThat(paths()).containsExactly("/docs/2026/budget.xlsx"));
    shows("#details", "bob", "for the board");
    browser.run("document.getElementById('search').select()");
    browser.press(Keys.BACK_SPACE);
    browser.run("document.getElementById('under').focus()");
    browser.press("art/", Keys.ESCAPE);
    soon(() -> assertThat(paths()).containsExactly("/art/photo.jpg"));
    assertThat(string("location.hash")).contains("under=art");
  }

  @Test
  void folderThatIsNone_isRefusedInWords() {
    three();
    show("check-outs", "under=/docs//plan");
    shows("#screen .nothing", "This cannot be shown now", "under");
    assertThat(browser.text("#screen .nothing")).doesNotContain("asks again");
    soon(() -> assertThat(browser.complaints()).anyMatch(line -> line.contains("400")));
  }

  @Test
  void accountWithoutCheckOuts_saysSo() {
    arbiter.acquire(account, id("up"), "ann", Operation.UPLOAD, PLAN);
    show("check-outs");
    shows("#screen", "0 check-outs", "Nothing is checked out");
  }

  @Test
  void whatHappens_showsByItself_andTellingsAskNothing() {
    show("check-outs");
    shows("#screen", "Nothing is checked out");
    shows("#live", "live");
    checkOut("plan", "ann", PLAN, NOTE);
    shows("#check-outs", "plan.docx", NOTE, "ends in 6 d 23 h");
    arbiter.pass(Duration.ofDays(1));
    arbiter.decide(new Renew(id("more"), account, new Owner("ann", null), null, id("plan"), null));
    arbiter.publish();
    shows("#check-outs", "checked out 1 d", "ends in 6 d 23 h");
    browser.run(
        "const later = globalThis.setTimeout; globalThis.pauses = 0; globalThis.setTimeout = (call, ms, ...more) => { if (ms === 300) pauses++; return later(call, ms, ...more); };");
    arbiter.pass(Duration.ofHours(1));
    arbiter.decide(new Tick());
    arbiter.publish();
    shows("#check-outs", "checked out 1 d 1 h");
    assertThat(string("globalThis.pauses")).as("questions after a telling").isEqualTo("0");
    release("plan", new Owner("ann", null));
    shows("#screen", "Nothing is checked out");
    assertThat(string("globalThis.pauses")).isNotEqualTo("0");
  }

  @Test
  void member_isAskedToEndACheckOut_inWordsThatFit() {
    arbiter.decide(SettingsChange.NOTHING.with(Setting.RULES, Settings.NEWEST_RULES));
    checkOut("plan", "ann", PLAN, NOTE);
    show("check-outs", "lock=" + id("plan"));
    shows("#details", "Ask to end it …");
    browser.press("y");
    shows(
        "#dialog",
        "Ask to end this check-out?",
        "ann is told by an event, and may end the check-out or say no.",
        "No process keeps a check-out",
        "Its note: “" + NOTE + "”");
    browser.press("the board waits for it", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#asked", "by olga: “the board waits for it”", "No answer yet.");
    shows("#check-outs .row", "asked for by olga", NOTE);
    show("check-outs", "lock=" + id("plan"));
    shows("#check-outs .row", "asked for by olga");
    release("plan", new Owner("ann", null));
    shows("#asked", "It was released.");
    shows("#screen .found", "0 check-outs");
  }

  @Test
  void operator_endsACheckOut_andOthersGetThePath() {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.acquire(account, id("up"), "bob", Operation.UPLOAD, PLAN);
    show("check-outs", "lock=" + id("plan"));
    shows("#details", "End check-out …", "1 request would be granted");
    browser.press("f");
    shows(
        "#dialog",
        "End this check-out?",
        "ann has checked it out, and is told by the event that ends it.",
        "an upload under it has a lock of its own, and goes on",
        NOTE,
        "bob");
    assertThat(browser.text("#dialog")).doesNotContain("forced");
    assertThat(texts("#dialog button")).containsExactly("Cancel", "End it");
    browser.press("ann has left the company", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows(
        "#force-verdict", "Done: it is checked out no longer, released FORCED.", "Granted by it:");
    assertThat(browser.text("#dialog-title")).isEqualTo("This check-out was ended");
    browser.press(Keys.ENTER);
    shows("#screen", "Nothing is checked out");
  }

  private void beginHandOver() {
    show("check-outs", "lock=" + id("plan"));
    shows("#details", "Hand over …");
    browser.click("#hand-over");
    shows("#dialog", "Hand this check-out over?");
  }

  @Test
  void operator_handsACheckOutOver_andWhoWaitsForItWaitsOn() {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.acquire(account, id("up"), "carl", Operation.UPLOAD, PLAN);
    beginHandOver();
    shows("#dialog", "ann has it checked out.", "for another 7 d");
    assertThat(string("document.getElementById('reason').value")).isEqualTo(NOTE);
    assertThat(string("document.activeElement.id")).isEqualTo("hand-over-to");
    assertThat(string("String(document.getElementById('hand-over-go').disabled)"))
        .isEqualTo("true");
    browser.press("ann");
    assertThat(string("String(document.getElementById('hand-over-go').disabled)"))
        .isEqualTo("true");
    browser.press(Keys.BACK_SPACE, Keys.BACK_SPACE, Keys.BACK_SPACE, "bob", Keys.TAB);
    browser.run("document.getElementById('reason').select()");
    browser.press("from ann", Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#hand-over-verdict", "Done: bob has it, granted", "Whoever waited for it waits on.");
    assertThat(browser.text("#dialog-title")).isEqualTo("It was handed over");
    browser.press(Keys.ENTER);
    shows("#details", "bob", "from ann", "Hand over …");
    shows("#check-outs .row.chosen", "bob", "“from ann”");
    assertThat(browser.text("#check-outs")).doesNotContain("ann\n");
    String given = string("decodeURIComponent(location.hash.match(/lock=([^&]*)/)[1])");
    live.clear();
    arbiter.decide(new Release(id("end"), account, new Owner("bob", null), null, given, false));
    arbiter.publish();
    shows("#screen", "Nothing is checked out");
  }

  /** Ann's upload would go on under Bob's check-out. */
  @Test
  void uploadOfThePresentMember_isInTheWayOfAHandOver() {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.acquire(account, id("up"), "ann", Operation.UPLOAD, PLAN);
    beginHandOver();
    browser.press("bob", Keys.TAB, Keys.ENTER);
    soon(() -> assertThat(decideWhatWasPublished()).isEqualTo(1));
    shows("#hand-over-verdict", "The arbiter answered: CONFLICT.", "ann keeps it.", "ann UPLOAD");
    assertThat(browser.text("#dialog-title")).isEqualTo("Nothing was handed over");
    browser.press(Keys.ENTER);
    shows("#details", "ann", NOTE, "Hand over …");
    arbiter.release(account, id("up"), "ann");
  }

  @Test
  void checkOutThatEndsBeforeItIsHandedOver_isSaid() {
    checkOut("plan", "ann", PLAN, NOTE);
    beginHandOver();
    release("plan", new Owner("ann", null));
    shows("#dialog", "It has ended meanwhile", "There is nothing left to hand over.");
    assertThat(texts("#dialog button")).containsExactly("Close");
  }

  @Test
  void viewer_readsAndEndsNothing() {
    visitor.be("vera");
    checkOut("plan", "ann", PLAN, NOTE);
    show("check-outs", "lock=" + id("plan"));
    shows("#details", NOTE, "takes the role operator");
    assertThat(texts("#details button")).containsExactly("✕");
    browser.press("f", "y");
    assertThat(browser.run("return document.getElementById('dialog').open")).isEqualTo(false);
  }

  private static Stream<Looks.Look> someLooks() {
    return Seeds.some(1, Looks.EACH);
  }

  @ParameterizedTest
  @MethodSource("someLooks")
  void listAndDialogs_canBeReadAndAreCutNowhere(Looks.Look look) {
    three();
    arbiter.acquire(account, id("up"), "bob", Operation.UPLOAD, PLAN);
    arbiter.decide(new Yield(id("y"), account, BOB, null, id("plan"), null, "today"));
    arbiter.publish();
    browser.prefer(look.colours());
    browser.size(look.width(), 800);
    String name = "check-outs-%s-%d".formatted(look.colours(), look.width());
    show("check-outs");
    shows("#check-outs", "back on Monday");
    shows("#live", "live");
    looks.check(browser, name);
    show("check-outs", "lock=" + id("plan"));
    shows("#check-outs .chosen", "back on Monday");
    shows("#details", "1 request would be granted");
    looks.check(browser, name + "-chosen");
    browser.press("f");
    shows("#dialog", "1 request would be granted");
    looks.check(browser, name + "-end");
    browser.press(Keys.ESCAPE, "y");
    shows("#dialog", "Ask to end");
    looks.check(browser, name + "-ask");
    browser.press(Keys.ESCAPE);
  }

  /** 1,001 are one more than an answer has. */
  @Test
  void moreThanAreListed_isSaid() {
    for (int n = 0; n < 1_001; n++) {
      checkOut("n" + n, "m" + n % 2, "/many/" + n, null);
    }
    show("check-outs");
    shows("#screen .found", "1,001 check-outs, the first 1,000 are shown");
    browser.press(Keys.HOME, Keys.END);
    shows("#check-outs .row.chosen", "/many/999");
  }
}
