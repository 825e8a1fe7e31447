package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.testing.Seeds;
import io.lockarbiter.e2e.ClientCalls.Means;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Two hundred clients at work in three hot trees, behind three gateways of which one is killed
 * every five seconds, for two minutes; {@code -Dlockarbiter.minutes=10} is a longer run. A third of
 * the requests are bound to sessions.
 */
@Cluster
@Tag("nightly")
class GatewayKillsIT {
  private static final int CLIENTS = 200;
  private static final Duration LENGTH =
      Duration.ofMinutes(Integer.getInteger("lockarbiter.minutes", 2));
  private static final Duration SHORT = Duration.ofSeconds(40);
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration END = Duration.ofMinutes(3);
  private static final String MANY = "1000000";

  @TempDir private Path folder;
  private final RunTally tally = new RunTally();

  @Test
  void gatewaysThatAreKilled_leaveEachLockToOneClientAndToItsTime(Deployment deployment)
      throws Exception {
    ViewJudge judge = judged(deployment, ClientFlaw.NONE, LENGTH);
    assertThat(judge.found()).isEmpty();
    assertThat(tally.wrong()).isEmpty();
    CleanHistory.check(deployment);
    assertThat(tally.of("kills of one that was ready"))
        .as("%s", tally.counts())
        .isGreaterThan(LENGTH.toMinutes());
    assertThat(tally.counts())
        .containsKeys(
            "granted",
            "granted bound",
            "waits",
            "silent",
            "silent sessions",
            "cut",
            "acquires sent again",
            "renewals",
            "keep-alives");
  }

  /** The judgement must be able to fail. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void flawedClients_areFound(ClientFlaw flaw, Deployment deployment) throws Exception {
    assertThat(judged(deployment, flaw, SHORT).found())
        .anySatisfy(violation -> assertThat(violation).contains(flaw.found()));
  }

  private ViewJudge judged(Deployment deployment, ClientFlaw flaw, Duration length)
      throws Exception {
    deployment.log().createTopics();
    deployment.process(deployment.settings());
    GatewayFiles files = GatewayFiles.in(folder, "me * * ask,hold,see");
    String key = files.add("me");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.requests-per-minute", MANY);
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try (KilledGateways gateways = KilledGateways.start(deployment, settings, key)) {
      await().until(gateways::areAllReady);
      gateways.keepSpares((int) (length.toSeconds() / EVERY.toSeconds()));
      GatewayCaller probe = GatewayCaller.of(gateways.next(), key, "probe");
      await("an answer of the arbiter").until(() -> probe.renew("none").status() == 404);
      HttpClient http =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .executor(threads)
              .connectTimeout(Duration.ofSeconds(10))
              .build();
      Means means = new Means(gateways, http, timer, key, new SharedClock(), tally, flaw);
      List<LockView> views = lived(deployment, means, length);
      List<Event> events = ended(deployment);
      ViewJudge judge = ViewJudge.of(views, events);
      System.out.printf(
          "%d clients, %d s, flaw %s: %s%n%,d requests for locks, %,d events; locks outlived their client's last word and lease by %.0f ms at most; clients stopped acting %.0f ms before the end of their lock at least; %d violations, %d wrong answers%n",
          CLIENTS,
          length.toSeconds(),
          flaw,
          tally.counts(),
          views.size(),
          events.size(),
          judge.longestOutlivedMs(),
          judge.leastMarginMs(),
          judge.found().size(),
          tally.wrong().size());
      return judge;
    } finally {
      timer.shutdownNow();
      threads.shutdownNow();
    }
  }

  /** Lets the clients work while gateways are killed; returns what they saw. */
  private List<LockView> lived(Deployment deployment, Means means, Duration length)
      throws Exception {
    Random random = new Random(Seeds.fresh());
    List<TreeClient> clients = new ArrayList<>();
    List<CompletableFuture<List<LockView>>> ends = new ArrayList<>();
    for (int n = 0; n < CLIENTS; n++) {
      String account = deployment.accountIn(n % deployment.partitions());
      TreeClient client = new TreeClient("u" + n, account, means, new Random(random.nextLong()));
      clients.add(client);
      ends.add(client.start());
    }
    kill(means.gateways(), length, ends);
    clients.forEach(TreeClient::stop);
    CompletableFuture<Void> all =
        CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new));
    assertThat(all).succeedsWithin(END);
    List<LockView> views = new ArrayList<>();
    ends.forEach(end -> views.addAll(end.join()));
    return views;
  }

  private void kill(
      KilledGateways gateways, Duration length, List<CompletableFuture<List<LockView>>> ends) {
    long began = System.nanoTime();
    for (long due = EVERY.toNanos(); due < length.toNanos(); due += EVERY.toNanos()) {
      long at = began + due;
      await().until(() -> System.nanoTime() - at >= 0);
      gateways.killOne();
      tally.count("kills");
      assertThat(ends).noneMatch(CompletableFuture::isDone);
    }
    tally.count("kills of one that was ready", gateways.readyBefore());
  }

  /** Waits until no lock is held or waits in the log; returns its events. */
  private static List<Event> ended(Deployment deployment) {
    return await()
        .pollInterval(Duration.ofSeconds(2))
        .until(
            () -> deployment.log().events(),
            events -> LockStory.of(events).values().stream().allMatch(LockStory::hasEnded));
  }
}
