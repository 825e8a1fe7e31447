package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.testing.Needs;
import io.lockarbiter.contracts.testing.OptionalTool;
import io.lockarbiter.e2e.watch.Prometheus;
import io.lockarbiter.e2e.watch.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No alert fires in a deployment in which nothing is wrong, though its arbiters are replaced one
 * after the other as in a roll-out. The rules are those of operators, and the scrapes as their page
 * has them. {@code ./test SilentAlertsIT -Dminutes=60} watches for longer.
 */
@Tag("nightly")
@Needs(OptionalTool.PROMETHEUS)
class SilentAlertsIT {
  private static final Duration SCRAPES = Duration.ofSeconds(15);
  private static final int MINUTES = Integer.getInteger("minutes", 20);
  private static final int LEAST_PER_MINUTE = 600;

  @Test
  void noAlert_firesWithoutAFault(@TempDir Path folder) throws Exception {
    Instant begin = Instant.now();
    try (WatchedDeployment watched = new WatchedDeployment(folder, Rules.real(), SCRAPES)) {
      Duration part = Duration.ofMinutes(MINUTES).dividedBy(4);
      awaitSilently(watched, begin.plus(part));
      for (int number = 1; number <= 2; number++) {
        watched.replaceArbiter(number);
        awaitSilently(watched, begin.plus(part.multipliedBy(1 + number)));
      }
      awaitSilently(watched, begin.plus(part.multipliedBy(4)));

      Prometheus prometheus = watched.prometheus();
      String ever = "count_over_time(ALERTS{alertstate=\"%s\"}[" + (MINUTES + 1) + "m])";
      assertThat(prometheus.query(ever.formatted("firing"))).isEmpty();
      prometheus
          .query(ever.formatted("pending"))
          .forEach(alert -> System.out.println("pending for a while, and never firing: " + alert));
      double decided =
          prometheus
              .query("sum(increase(lockarbiter_decisions_total[%dm]))".formatted(MINUTES))
              .path(0)
              .path("value")
              .path(1)
              .asDouble(0);
      System.out.printf("%.0f decisions in %d minutes%n", decided, MINUTES);
      assertThat(decided).isGreaterThan(LEAST_PER_MINUTE * MINUTES);
    }
  }

  private static void awaitSilently(WatchedDeployment watched, Instant end) {
    await()
        .atMost(Duration.ofMinutes(MINUTES + 2L))
        .pollInterval(Duration.ofSeconds(5))
        .until(
            () -> {
              assertThat(watched.prometheus().firing()).isEmpty();
              return Instant.now().isAfter(end);
            });
  }
}
