package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Support is asked why somebody waits: wait chains by waiter. */
class WaitersIT extends ConsolePage {
  /** Ann's deletion waits for seven downloads, and an upload waits for the deletion. */
  @BeforeEach
  void queue() {
    for (int n = 0; n < 7; n++) {
      arbiter.acquire(account, id("m" + n), "goro", Operation.DOWNLOAD, "/media/1/clip " + n);
    }
    arbiter.acquire(account, id("ann"), "ann", Operation.DELETE, "/media/1");
    arbiter.acquire(account, id("new"), "otto", Operation.UPLOAD, "/media/1/new");
  }

  private List<String> rows() {
    return strings(
        "return [...document.querySelectorAll('#waits .row')].map(row => row.innerText.replace(/\\s+/g, ' '))");
  }

  @Test
  void waiter_isFoundByNameWithAllThatIsInItsWay() {
    show("waits");
    shows("#waits", "holds up 2");
    browser.press("/");
    browser.press("ann");
    shows("#screen [role=status]", "1 of 2 waiting requests");
    soon(() -> assertThat(rows()).hasSize(8));
    assertThat(rows().get(0))
        .contains("1.", "/media/1", "ann", "DELETE", "7 locks in its way", "waits");
    assertThat(rows().subList(1, 8))
        .allMatch(row -> row.contains("held") && row.contains("goro") && row.contains("DOWNLOAD"));
    assertThat(string("location.hash")).contains("by=waiter", "words=ann");

    browser.press(Keys.ENTER, Keys.ARROW_DOWN);
    shows("#details", "goro", "Lock id", id("m"));
    browser.press(Keys.ARROW_UP, Keys.ARROW_LEFT);
    soon(() -> assertThat(rows()).hasSize(1));
  }

  @Test
  void earlierRequests_areInTheWayToo() {
    show("waits", "by=waiter");
    soon(() -> assertThat(rows()).hasSize(8 + 2));
    assertThat(rows().get(8)).contains("2.", "otto", "1 request in its way");
    assertThat(rows().get(9)).contains("waiting", "ann", "DELETE");
    browser.press("w");
    shows("#waits", "holds up 2");
  }

  /** Six of the seven have nothing beneath them, and say for whom they stand there. */
  @Test
  void lockWhoseWaiterStandsElsewhere_namesIt() {
    show("waits");
    shows("#waits", "holds up 2");
    assertThat(rows().stream().filter(row -> row.contains("holds up 2")))
        .hasSize(7)
        .filteredOn(row -> row.contains("DELETE of ann waits for this too"))
        .hasSize(6);
  }

  /** So "holds up 2" above a single row does not look like a mistake. */
  @Test
  void lockOneOfWhoseWaitersStandsElsewhere_saysSo() {
    arbiter.acquire(account, id("early"), "kim", Operation.UPLOAD, "/docs/2025/film");
    arbiter.acquire(account, id("jo"), "jonas", Operation.DELETE, "/docs/2026");
    arbiter.acquire(account, id("maria"), "maria", Operation.UPLOAD, "/docs/2026/report");
    arbiter.acquire(account, id("tom"), "tom", Operation.DELETE, "/docs");
    show("waits");
    shows("#waits", "/docs/2026", "maria", "tom");
    String row =
        rows().stream()
            .filter(one -> one.contains("jonas") && one.contains("holds up"))
            .findFirst()
            .orElseThrow();
    int at = rows().indexOf(row);
    assertThat(rows().subList(at, Math.min(rows().size(), at + 3)).toString())
        .contains("holds up")
        .contains("tom");
  }

  @Test
  void addressOfALockThatIsInTheWay_marksItsRow() {
    show("waits", "by=waiter", "lock=" + id("m3"));
    shows("#details", "/media/1/clip 3");
    shows("#waits .row.chosen", "/media/1/clip 3", "goro");
  }

  @Test
  void longPath_showsItsEnd() {
    String folder = "/media" + "/a folder far down".repeat(15);
    arbiter.acquire(account, id("b"), "kim", Operation.UPLOAD, folder + "/report.pdf");
    arbiter.acquire(account, id("bd"), "jo", Operation.DELETE, folder);
    show("waits", "lock=" + id("b"));
    shows("#waits .row.chosen", "report.pdf");
    assertThat(
            string(
                """
                (() => {
                  const name = document.querySelector('#waits .row.chosen .name');
                  const words = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
                  let last = null;
                  while (words.nextNode()) if (words.currentNode.length > 0) last = words.currentNode;
                  const end = document.createRange();
                  end.setStart(last, last.length - 10);
                  end.setEnd(last, last.length);
                  const [inner, outer] = [end.getBoundingClientRect(), name.getBoundingClientRect()];
                  return end.toString() + (inner.left >= outer.left && inner.right <= outer.right + 1);
                })()"""))
        .isEqualTo("report.pdftrue");
  }

  @Test
  void spacesOfAName_areAllShown() {
    arbiter.acquire(account, id("b"), "kim", Operation.UPLOAD, "/media/two  spaces");
    arbiter.acquire(account, id("bd"), "jo", Operation.DELETE, "/media/two  spaces");
    show("waits", "lock=" + id("b"));
    shows("#waits", "/media/two  spaces");
    shows("#details .lock-path", "/media/two  spaces");
  }

  @Test
  void nameThatNobodyWaitsUnder_isSaid() {
    show("waits", "words=nobody");
    shows("#screen", "Nobody fits", "0 of 2 waiting requests");
  }

  /** Requests that were not looked at are unknown; that must not be told as an answer. */
  @Test
  void nameBeyondWhatIsLookedAt_isNotDenied() {
    arbiter.decide(
        SettingsChange.NOTHING
            .with(Setting.WAITERS_PER_ACCOUNT, 2_000)
            .with(Setting.WAITERS_PER_SUB_ACCOUNT, 2_000));
    arbiter.publish();
    patient("all", "boss", Operation.DELETE, "/crowd");
    for (int n = 0; n < 1_010; n++) {
      patient("w" + n, "m" + n, Operation.UPLOAD, "/crowd/" + n);
    }
    show("waits", "words=m1005");
    soon(() -> assertThat(browser.text("#screen .found")).contains("of 1,010 waiting requests"));
    assertThat(browser.text("#screen")).doesNotContain("No waiting request has these words");
    shows("#screen", "None among the first 1,000", "10 requests further back were not looked at.");
    browser.press("w");
    shows("#waits", "holds up 1,000 or more");
    show("waits", "words=m1005");
    shows("#screen .nothing", "Search them in the tree");
    browser.click("#screen .nothing a");
    shows("#tree", "m1005", "waiting");
  }

  /** Every command takes a tenth of a second of log time; so the usual minute would not do. */
  private void patient(String name, String subAccount, Operation operation, String path) {
    Owner owner = new Owner(subAccount, null);
    arbiter.acquire(account, id(name), owner, operation, path, 600_000, 600_000, Map.of());
  }
}
