package io.lockarbiter.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.ConsoleApplication;
import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.ModelServices;
import io.lockarbiter.console.MovingPositions;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * What tests of pages share: one application upon the model and one browser for all of them, an
 * account of each test's own. {@code olga} is an operator, {@code vera} a viewer.
 */
@Needs(OptionalTool.BROWSER)
@SpringBootTest(
    classes = {ConsoleApplication.class, ModelServices.class, PageServices.class},
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "spring.config.name=console",
      "lockarbiter.console.logins-per-minute=1000",
      // A page that is left is noticed seconds later only.
      "lockarbiter.console.streams=500",
      "lockarbiter.console.streams-per-reader=500"
    })
@ActiveProfiles("without-services")
abstract class ConsolePage {
  static final List<String> SCREENS =
      List.of("tree", "waits", "life", "explain", "partitions", "activity", "timeline");

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
  }

  /** For a page whose connections are cut, of which a browser complains, by a {@link CutLink}. */
  void leavePageThatWasCutOff() {
    browser.open("about:blank");
    assertThat(browser.complaints()).allMatch(line -> line.contains("net::ERR_"));
    browser.strangers(visitor.server());
  }

  /** An upload holds a file, the deletion of its folder waits for it, another upload for that. */
  void blockedDeletion() {
    arbiter.acquire(account, id("u"), "goro", Operation.UPLOAD, "/Projects/plan.pdf");
    arbiter.acquire(account, id("d"), "mina", Operation.DELETE, "/Projects");
    arbiter.acquire(account, id("x"), "otto", Operation.UPLOAD, "/Projects/next.pdf");
  }

  /** A lock id of this test's own. */
  String id(String name) {
    return account + "-" + name;
  }

  /** Decides what the console has published; answers how many commands these were. */
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

  /** Goes to a screen of the account of this test, whose page is made anew. */
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

  /** Everything in sight of an element has these words, soon. */
  void shows(String selector, String... words) {
    soon(() -> assertThat(browser.text(selector)).contains(words));
  }

  static void soon(ThrowingRunnable assertion) {
    await()
        .atMost(Duration.ofSeconds(15))
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(assertion);
  }

  /** Texts of all elements, in order. */
  List<String> texts(String selector) {
    return strings(
        "return [...document.querySelectorAll('%s')].map(one => one.textContent)"
            .formatted(selector));
  }

  /** What a script returns as a list. */
  List<String> strings(String script) {
    return ((List<?>) Objects.requireNonNull(browser.run(script)))
        .stream().map(String::valueOf).toList();
  }

  /** What a script returns as text. */
  String string(String script) {
    return String.valueOf(browser.run("return " + script));
  }
}
