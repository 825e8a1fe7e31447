package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three gateways behind a plain round robin: any goes on where another one was killed. */
@EveryFifthDay
@Cluster
class GatewayInstancesIT {
  @TempDir private Path folder;
  private final List<GatewayProcess> processes = new ArrayList<>();
  private final List<GatewayCaller> instances = new ArrayList<>();

  @BeforeEach
  void start(Deployment deployment) throws Exception {
    deployment.log().createTopics();
    GatewayFiles files = GatewayFiles.in(folder, "me * * ask,hold,see,operate");
    String key = files.add("me");
    for (int n = 0; n < 3; n++) {
      processes.add(GatewayProcess.start(deployment, files.settings(deployment)));
    }
    for (GatewayProcess process : processes) {
      instances.add(GatewayCaller.of(process.awaitAddress(), key, "upload-7").awaitReady());
    }
  }

  @AfterEach
  void stop() {
    processes.forEach(GatewayProcess::close);
  }

  @Test
  void lockOfADeadInstance_isRenewedShownAndReleasedByAnother(Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    assertThat(instances.get(0).upload("first", "/a").status()).isEqualTo(201);
    processes.get(0).kill();
    long began = System.nanoTime();
    Answer renewed = instances.get(1).renew("first");
    assertThat(renewed.status()).as("%s", renewed.body()).isEqualTo(200);
    assertSafe(renewed, began);
    await().until(() -> instances.get(2).get("first").text("state").equals("granted"));
    assertThat(instances.get(2).release("first").status()).isEqualTo(200);
    assertThat(grants(deployment, "first")).isEqualTo(1);
  }

  @Test
  void instanceKilledBetweenGrantAndAnswer_leavesTheLockToWhoAsksAgain(Deployment deployment)
      throws Exception {
    CompletableFuture<Answer> lost = instances.get(0).acquireAsync("crash", body(0));
    await().until(() -> deployment.log().texts(deployment.commands()).toString().contains("crash"));
    processes.get(0).kill();
    assertThat(lost).failsWithin(60, TimeUnit.SECONDS);
    deployment.arbiter().awaitHealthy();
    await().until(() -> grants(deployment, "crash") == 1);

    long began = System.nanoTime();
    Answer again = instances.get(1).with("Request-Age", "5000").acquire("crash", body(0));
    assertThat(again.status()).as("%s", again.body()).isEqualTo(201);
    assertSafe(again, began);
    Answer andAgain = instances.get(2).with("Request-Age", "6000").acquire("crash", body(0));
    assertThat(andAgain.status()).isEqualTo(201);
    assertThat(andAgain.number("token")).isEqualTo(again.number("token"));
    assertThat(grants(deployment, "crash")).isEqualTo(1);
  }

  @Test
  void instanceKilledWhileRequestsWait_leavesThemToTheOthers(Deployment deployment)
      throws Exception {
    deployment.arbiter().awaitHealthy();
    GatewayCaller other = instances.get(2).with();
    assertThat(
            new GatewayCaller(other.address(), other.key(), "acme", List.of("Session", "holder"))
                .upload("holder", "/w")
                .status())
        .isEqualTo(201);
    List<CompletableFuture<Answer>> waits = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      waits.add(waiting(n, 0).acquireAsync("wait-" + n, body(60_000)));
    }
    await().until(() -> instances.get(2).get("wait-2").text("state").equals("queued"));
    processes.get(0).kill();
    for (CompletableFuture<Answer> wait : waits) {
      assertThat(wait).failsWithin(60, TimeUnit.SECONDS);
    }
    // Each gives its lock back, so that the next one gets its turn, in whatever order they wait.
    List<CompletableFuture<Answer>> again = new ArrayList<>();
    for (int n = 0; n < 3; n++) {
      GatewayCaller next = waiting(n, 1 + n % 2);
      String lockId = "wait-" + n;
      again.add(
          next.with("Request-Age", "3000")
              .acquireAsync(lockId, body(60_000))
              .thenCompose(
                  granted ->
                      next.sendAsync("DELETE", "/locks/" + lockId).thenApply(gone -> granted)));
    }
    assertThat(
            new GatewayCaller(
                    instances.get(1).address(), other.key(), "acme", List.of("Session", "holder"))
                .release("holder")
                .status())
        .isEqualTo(200);
    for (int n = 0; n < 3; n++) {
      Answer granted = again.get(n).get(60, TimeUnit.SECONDS);
      assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
      assertThat(grants(deployment, "wait-" + n)).isEqualTo(1);
    }
  }

  private GatewayCaller waiting(int n, int instance) {
    GatewayCaller at = instances.get(instance);
    return new GatewayCaller(
        at.address(), at.key(), "acme", List.of("Session", "s" + n, "Prefer", "wait=25"));
  }

  private static String body(int waitMs) {
    return "{\"operation\":\"UPLOAD\",\"path\":\"/w\",\"waitMs\":%d}".formatted(waitMs);
  }

  /** Safe no longer than the lease, less the clocks' difference, from its last possible send. */
  private static void assertSafe(Answer answer, long began) {
    long most = 29_500 + (System.nanoTime() - began) / 1_000_000;
    assertThat(answer.number("validForMs")).isBetween(10_000L, most);
  }

  /** Grants of a key that are not repeated: each is a lock of its own. */
  private static long grants(Deployment deployment, String lockId) {
    return deployment.log().events().stream().filter(event -> isGrant(event, lockId)).count();
  }

  private static boolean isGrant(Event event, String lockId) {
    return event instanceof Granted granted
        && !granted.repeated()
        && granted.subject().lockId().equals(lockId);
  }
}
