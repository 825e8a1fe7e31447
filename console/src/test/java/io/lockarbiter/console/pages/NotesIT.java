package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.testing.Seeds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** A lock's note stands wherever the lock is shown, or in the way. */
class NotesIT extends ConsolePage {
  private static final String PLAN = "/docs/2026/plan.docx";
  private static final String NOTE = "at home with it, back on Monday";
  private static final String HTML = "<img src=x onerror=document.title='broken'><b>bold</b>";
  private static final String TURNED = "\u202Eyadnom\u202C \u2066\u200Bx";

  private final Looks looks = new Looks();
  private final Map<String, Owner> live = new LinkedHashMap<>();

  private void checkOut(String name, String member, String path, String note) {
    Owner owner = new Owner(member, null);
    live.put(name, owner);
    arbiter.checkOut(account, id(name), owner, path, Duration.ofDays(7), note);
  }

  @AfterEach
  void end() {
    live.forEach(
        (name, owner) ->
            arbiter.decide(new Release(id("end-" + name), account, owner, null, id(name), false)));
    arbiter.publish();
  }

  @Test
  void note_standsWhereverTheCheckOutIsInTheWay() {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.acquire(account, id("up"), "bob", Operation.UPLOAD, PLAN);
    for (String screen :
        List.of("waits", "waits?by=waiter", "tree?path=" + PLAN, "tree?text=plan")) {
      showAddress(screen);
      soon(() -> assertThat(texts("#screen .row .note")).as(screen).contains("“" + NOTE + "”"));
    }
    show("tree", "mode=GUARD", "state=held");
    shows("#tree", NOTE);
    assertThat(strings("return [...document.querySelectorAll('select')].map(one => one.value)"))
        .containsExactly("held", "GUARD");
    show("explain", "operation=DELETE&path=/docs&subAccount=bob");
    shows("#screen .blockers .note", NOTE);
    show("life", "lockId=" + id("up"));
    shows("#screen .events", "behind ann CHECK_OUT " + PLAN, "“" + NOTE + "”");
    show("life", "lockId=" + id("plan"));
    shows(".life-head", "Note", NOTE);
    show("waits", "lock=" + id("up"));
    shows("#in-its-way", PLAN, "“" + NOTE + "”");
  }

  private List<String> places(String checkOut, String request) {
    return List.of(
        "check-outs",
        "check-outs?lock=" + id(checkOut),
        "waits",
        "waits?by=waiter",
        "waits?lock=" + id(request),
        "tree?path=" + PLAN,
        "tree?mode=GUARD",
        "explain?operation=DELETE&path=/docs",
        "life?lockId=" + id(request));
  }

  private void check(String place, String name) {
    looks.check(browser, "notes-%s-%s".formatted(place.replaceAll("\\W.*", ""), name));
  }

  private static Stream<Looks.Look> someLooks() {
    return Seeds.some(1, Looks.EACH);
  }

  @ParameterizedTest
  @MethodSource("someLooks")
  void everyPlaceOfANote_canBeReadAndIsCutNowhere(Looks.Look look) {
    checkOut("plan", "ann", PLAN, NOTE);
    arbiter.acquire(account, id("up"), "bob", Operation.UPLOAD, PLAN);
    browser.prefer(look.colours());
    browser.size(look.width(), 800);
    List<String> places = places("plan", "up");
    for (String place : places) {
      showAddress(place);
      shows("#main", "back on");
      shows("#live", "live");
      check(place, "%d-%s-%d".formatted(places.indexOf(place), look.colours(), look.width()));
    }
  }

  /** Three notes of the greatest length: markup, characters that turn a line, and one long word. */
  @ParameterizedTest
  @CsvSource({"1280", "400"})
  void hostileNotes_areShownAndNeverMarkup(int width) {
    int most = Acquire.MAX_ATTRIBUTE_BYTES - LockFields.NOTE.length();
    checkOut("html", HTML, PLAN, HTML + "<i>".repeat((most - HTML.length()) / 3));
    checkOut("turned", TURNED, "/docs/2026/" + TURNED, TURNED + "\n\t" + TURNED);
    checkOut("long", "x".repeat(128), "/docs/2026/" + "x".repeat(255), "x".repeat(most));
    arbiter.acquire(account, id("d"), "bob", Operation.DELETE, "/docs");
    browser.size(width, 800);
    List<String> places = places("long", "d");
    for (String place : places) {
      showAddress(place);
      shows("#main", "<img src=x", "⟨U+202E⟩yadnom");
      assertThat(browser.text("#main")).doesNotContain("\u202E", "\u2066", "\u200B");
      assertThat(browser.run("return document.querySelectorAll('main img, main b').length"))
          .isEqualTo(0L);
      check(place, "%d-hostile-%d".formatted(places.indexOf(place), width));
    }
    show("check-outs", "lock=" + id("long"));
    shows("#details", "Nobody would get anything by it.");
    browser.press("f");
    shows("#dialog", "End this check-out?", "xxxx");
    check("dialog", "hostile-" + width);
    browser.press(Keys.ESCAPE);
  }
}
