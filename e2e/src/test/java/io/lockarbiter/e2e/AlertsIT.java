package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.testing.Browser;
import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.docs.Queries;
import io.lockarbiter.e2e.watch.DashboardPage;
import io.lockarbiter.e2e.watch.Prometheus;
import io.lockarbiter.e2e.watch.Rules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each alert fires by its fault in a running deployment that a Prometheus watches, and is silent
 * once the fault is mended. The times of the rules are a twentieth, and so are the scrapes; {@code
 * -Dfaster=10} makes them a tenth, for a busy machine. Then each panel of the dashboard has
 * something to show of all that. {@code ./test AlertsIT -Dlockarbiter.pictures=../docs/images}
 * takes its pictures anew.
 */
@Tag("nightly")
@Needs(OptionalTool.PROMETHEUS)
@Needs(OptionalTool.BROWSER)
class AlertsIT {
  private static final int FASTER = Integer.getInteger("faster", 20);
  private static final Duration SCRAPES = Duration.ofSeconds(20).dividedBy(FASTER);
  private static final int SCRAPES_PER_RATE = 15;
  private static final int PICTURES = 3;

  @TempDir private Path folder;

  @Test
  void eachAlert_firesByItsFault_andIsSilentOnceItIsMended() throws Exception {
    Instant begin = Instant.now();
    try (WatchedDeployment started = new WatchedDeployment(folder, Rules.faster(FASTER), SCRAPES)) {
      AlertLog log = new AlertLog(started.prometheus());
      log.awaitSilence();
      ArbiterFaults arbiters = new ArbiterFaults(started, log);
      arbiters.partitions();
      arbiters.redis();
      log.awaitSilence();
      arbiters.clocksAndCertificates();
      log.awaitSilence();
      CallerFaults callers = new CallerFaults(started, log);
      callers.senders();
      log.awaitSilence();
      callers.callers();
      callers.audits();
      log.awaitSilence();
      callers.grownTopic();
      System.out.println(log.table());
      dashboard(started.prometheus(), begin);
      assertThat(log.fired()).isEqualTo(Queries.ofAlerts().keySet());
    }
  }

  private void dashboard(Prometheus prometheus, Instant begin) throws Exception {
    DashboardPage page =
        DashboardPage.of(prometheus, begin, Instant.now(), SCRAPES.multipliedBy(SCRAPES_PER_RATE));
    String pictures = System.getProperty("lockarbiter.pictures");
    if (pictures != null) {
      List<String> rows = page.rows();
      try (Browser browser = new Browser()) {
        for (int number = 1; number <= PICTURES; number++) {
          List<String> some = rows.subList(2 * (number - 1), Math.min(2 * number, rows.size()));
          Path file = folder.resolve("dashboard.html");
          Files.writeString(file, page.html(some));
          browser.size(DashboardPage.WIDTH, page.height(some));
          browser.prefer("light");
          browser.open(file.toUri().toString());
          browser.picture(Path.of(pictures, "dashboard-%d.png".formatted(number)));
          assertThat(browser.complaints()).isEmpty();
        }
      }
    }
    assertThat(page.empty()).isEmpty();
  }
}
