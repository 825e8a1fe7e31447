package io.lockarbiter.console.pages;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Browser;
import org.openqa.selenium.Keys;
import org.springframework.core.env.Environment;

/** The user of the browser, logged in with a password. */
final class Visitor {
  private static final String LOG_OUT =
      "return (async () => { const s = await (await fetch('/api/session')).json();"
          + " await fetch('/api/logout', { method: 'POST', headers: { [s.csrfHeader]: s.csrfToken }"
          + " }); })()";

  private final Browser browser;
  private final Environment environment;
  private String name = "";

  Visitor(Browser browser, Environment environment) {
    this.browser = browser;
    this.environment = environment;
  }

  /** Returns the console's address. */
  String server() {
    return "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port");
  }

  /** Becomes this user; logs in if that is another one than before. */
  void be(String wanted) {
    if (name.equals(wanted)) {
      return;
    }
    if (!name.isEmpty()) {
      leave();
    }
    browser.open(server() + "/login.html");
    logIn(wanted);
  }

  /** Ends the login of the present user without telling the page. */
  void leave() {
    if (!server().equals(browser.run("return location.origin"))) {
      browser.open(server() + "/login.html");
    }
    browser.run(LOG_OUT);
    name = "";
  }

  /** Notes that the user has logged out by the page itself. */
  void forget() {
    name = "";
  }

  /** Logs in on the login page, which is open. */
  void logIn(String wanted) {
    await().until(() -> !browser.text("#login").isEmpty());
    browser.type("[name=username]", wanted);
    browser.type("[name=password]", "secret of " + wanted);
    browser.press(Keys.ENTER);
    await().atMost(LIMIT).untilAsserted(() -> assertThat(browser.text("#who")).startsWith(wanted));
    name = wanted;
  }
}
