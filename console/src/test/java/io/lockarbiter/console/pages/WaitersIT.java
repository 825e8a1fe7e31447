package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import java.util.List;
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
    assertThat(rows().get(0)).contains("1.", "/media/1", "ann", "DELETE", "← 7 locks", "waits");
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
    assertThat(rows().get(8)).contains("2.", "otto", "← 1 earlier request");
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

  @Test
  void nameThatNobodyWaitsUnder_isSaid() {
    show("waits", "words=nobody");
    shows("#screen", "Nobody fits", "0 of 2 waiting requests");
  }
}
