package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Wait chains of many requests. */
class WaitsIT extends ConsolePage {
  private static final String FOUND = "#screen .found";

  @Test
  void moreThanIsInSight_isSaidAndComesWhenItIsScrolledTo() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    for (int n = 0; n < 150; n++) {
      arbiter.acquire(account, id("d" + n), "mina" + n % 2, Operation.DELETE, "/Projects");
    }
    show("waits");
    shows("#waits", "holds up 150");
    shows(FOUND, "150 requests wait, held up by 1 lock · shown: 80 requests, 1 lock");
    browser.press(Keys.HOME, Keys.END);
    soon(() -> assertThat(browser.text(FOUND)).isEqualTo("150 requests wait, held up by 1 lock"));
    browser.press(Keys.END);
    shows("#waits .chosen", "150.");
    browser.press(Keys.HOME, Keys.ARROW_LEFT);
    soon(() -> assertThat(texts("#waits .row")).hasSize(1));
  }
}
