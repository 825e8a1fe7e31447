package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.lock.Operation;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** A lock that ended while the page was cut off is not shown as held. */
class EndedMeanwhileIT extends ConsolePage {
  @Autowired private EventHub hub;

  @Test
  void chosenLockThatEndedMeanwhile_isNotShownAsHeld() throws Exception {
    blockedDeletion();
    try (CutLink link = new CutLink(URI.create(visitor.server()).getPort())) {
      browser.open("about:blank");
      browser.open(
          "http://127.0.0.1:%d/#/waits?account=%s&lock=%s"
              .formatted(link.port(), account, id("u")));
      shows("#details", "goro", "1 request would be granted");
      shows("#live", "live");
      link.cut();
      arbiter.release(account, id("u"), "goro");
      hub.restart(0);
      arbiter.acquire(account, id("o"), "rita", Operation.UPLOAD, "/Other/a.txt");
      shows("#waits", "holds up 1", "mina");
      shows("#live", "live");
      soon(
          () ->
              assertThat(browser.text("#details"))
                  .doesNotContain("Held", "Lease", "Force release"));
    }
  }

  /** A browser logs an error for every connection that is cut. */
  @Override
  @AfterEach
  void page_complainsOfNothingAndAsksNobodyElse() {
    leavePageThatWasCutOff();
  }
}
