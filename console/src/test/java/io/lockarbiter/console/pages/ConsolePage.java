package io.lockarbiter.console.pages;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.ConsoleApplication;
import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.ModelServices;
import io.lockarbiter.console.MovingPositions;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.openqa.selenium.JavascriptException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The common part of the tests of pages: one application on top of the model and one browser for
 * all of them, and an account for each test. {@code olga} is an operator, {@code vera} a viewer.
 */
@Needs(OptionalTool.BROWSER)
@EveryFifthDay
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class, PageServices.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=console",
      "lockarbiter.console.logins-per-minute=1000",
      // The console notices only after seconds that a page was left.
      "lockarbiter.console.streams=500",
      "lockarbiter.console.streams-per-reader=500"
    })
@ActiveProfiles("without-services")
abstract class ConsolePage {
  static final List<String> SCREENS =
      List.of(
          "tree", "waits", "life", "explain", "partitions", "activity", "timeline", "check-outs");

  /** Pages repeat their questions after a tenth of the time. */
  private static final String HURRIED =
      """
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (call, ms, ...more) => later(call, ms > 1000 ? ms / 10 : ms, ...more);""";

  @Autowired ModelArbiter arbiter;
  @Autowired MovingPositions positions;
  @Autowired Browser browser;
  @Autowired Visitor visitor;
  @Autowired private MockProducer<byte[], byte[]> producer;

  final String account = "acme-" + UUID.randomUUID().toString().substring(0, 8);

  @DynamicPropertySource
  static void users(DynamicPropertyRegistry registry) throws IOException {
    BCryptPasswordEncoder bcrypt = new BCryptPasswordEncoder(4);
    Path users = Files.createTempFile("users", "");
    users.toFile().deleteOnExit();
    Files.write(
        users,
        List.of(
            "olga:" + bcrypt.encode("secret of olga") + ":operator",
            "vera:" + bcrypt.encode("secret of vera") + ":viewer"));
    registry.add("lockarbiter.console.users-file", users::toString);
  }

  @BeforeEach
  void begin() {
    producer.clear();
    positions.well();
    browser.prefer("light");
    browser.size(1280, 800);
    visitor.be("olga");
  }

  @AfterEach
  void page_complainsOfNothingAndAsksNobodyElse() {
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.strangers(visitor.server())).isEmpty();
    assertThat(String.valueOf(browser.run("return document.title")))
        .endsWith("Lock Arbiter console");
    browser.open("about:blank");
    browser.beforeEachPage("");
  }

  /** Makes pages ask the console again after tenths of a second, until the end of the test. */
  void hurry() {
    browser.beforeEachPage(HURRIED);
  }

  /**
   * Leaves a page whose connections a {@link CutLink} has cut, because the browser logs an error
   * for each of them.
   */
  void leavePageThatWasCutOff() {
    browser.open("about:blank");
    assertThat(browser.complaints()).allMatch(line -> line.contains("net::ERR_"));
    browser.strangers(visitor.server());
  }

  /**
   * An upload holds a file, the deletion of its folder waits for that, and another upload waits for
   * the deletion.
   */
  void blockedDeletion() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    arbiter.acquire(account, id("x"), "otto", Operation.UPLOAD, "/Projects/next.pdf");
  }

  /** Ends what other tests have left: log time that stands would be told on every screen. */
  void endWhatIsLeft() {
    for (int n = 0; n < 3; n++) {
      arbiter.pass(Duration.ofMinutes(2));
      arbiter.decide(new Tick());
    }
    arbiter.publish();
  }

  /** Returns a lock id of this test's own. */
  String id(String name) {
    return account + "-" + name;
  }

  /** Waits until the console has published a command. */
  void awaitPublished() {
    soon(() -> assertThat(producer.history()).isNotEmpty());
  }

  /** Decides the commands that the console has published; returns their number. */
  int decideWhatWasPublished() {
    List<ProducerRecord<byte[], byte[]>> published = producer.history();
    producer.clear();
    for (ProducerRecord<byte[], byte[]> one : published) {
      arbiter.decide(
          ((DecodedCommand.Valid) CommandCodec.decode(one.key(), one.value())).command());
    }
    arbiter.publish();
    return published.size();
  }

  /** Opens a screen for the account of this test, in a new page. */
  void show(String screen, String... parameters) {
    StringBuilder address =
        new StringBuilder(visitor.server())
            .append("/#/")
            .append(screen)
            .append("?account=")
            .append(URLEncoder.encode(account, StandardCharsets.UTF_8));
    for (String parameter : parameters) {
      address.append('&').append(parameter);
    }
    browser.open("about:blank");
    browser.open(address.toString());
    soon(() -> assertThat(browser.text("#tabs")).contains("Timeline"));
  }

  /** Opens a screen with the parameters that stand behind a question mark. */
  void showAddress(String address) {
    String[] parts = address.split("\\?", -1);
    show(parts[0], Arrays.copyOfRange(parts, 1, parts.length));
  }

  /** Waits until the visible text of an element has these words. */
  void shows(String selector, String... words) {
    soon(() -> assertThat(browser.text(selector)).contains(words));
  }

  static void soon(ThrowingRunnable assertion) {
    await()
        .atMost(LIMIT)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        // An element that a script reads may not be there yet.
        .ignoreException(JavascriptException.class)
        .untilAsserted(assertion);
  }

  /** Returns the texts of all elements, in order. */
  List<String> texts(String selector) {
    return strings(
        "return [...document.querySelectorAll('%s')].map(one => one.textContent)"
            .formatted(selector));
  }

  /** Returns the list that a script returns. */
  List<String> strings(String script) {
    return ((List<?>) Objects.requireNonNull(browser.run(script)))
        .stream().map(String::valueOf).toList();
  }

  /** Returns the text that a script returns. */
  String string(String script) {
    return String.valueOf(browser.run("return " + script));
  }
}
