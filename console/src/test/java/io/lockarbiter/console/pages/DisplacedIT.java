package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.lock.Operation;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** A page that lost its place in the stream to another one of the same reader. */
@TestPropertySource(properties = "lockarbiter.console.streams-per-reader=1")
class DisplacedIT extends ConsolePage {
  private static final String FOLLOW_ELSEWHERE =
      "globalThis.other = new EventSource('/api/events');"
          + " other.addEventListener('displaced', () => { other.close(); globalThis.lost = true; });";

  @Test
  void displacedPage_saysSoAndFollowsAgainWhenItIsAskedTo() {
    show("tree");
    shows("#live", "live");
    browser.run(FOLLOW_ELSEWHERE);
    shows("#following", "at as many places as one reader may", "Follow here again");
    assertThat(browser.text("#live")).isEqualTo("not followed");
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/docs");

    browser.click("#following button");
    shows("#live", "live");
    shows("#tree", "docs");
    soon(() -> assertThat(browser.text("#following")).isEmpty());
    soon(() -> assertThat(browser.run("return globalThis.lost")).isEqualTo(true));
  }
}
