package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.testing.EveryFifthDay;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events as a stream, of two gateways: any goes on where a reader stood at the other one. */
@EveryFifthDay
@Cluster
class GatewayEventsIT {
  private static final int EVENTS = 1_000;

  @TempDir private Path folder;
  private final List<GatewayProcess> processes = new ArrayList<>();
  private final List<GatewayCaller> instances = new ArrayList<>();
  private GatewayFiles files;

  @BeforeEach
  void start(Deployment deployment) throws Exception {
    deployment.arbiter();
    files = GatewayFiles.in(folder, "me * * ask,hold,see,operate", "ann acme self ask,hold,see");
    String key = files.add("me");
    for (int n = 0; n < 2; n++) {
      processes.add(GatewayProcess.start(deployment, files.settings(deployment)));
    }
    for (GatewayProcess process : processes) {
      instances.add(GatewayCaller.of(process.awaitAddress(), key, "-").awaitReady());
    }
  }

  @AfterEach
  void stop() {
    processes.forEach(GatewayProcess::close);
  }

  @Test
  void readerThatGoesToAndFro_getsEachOfAThousandEventsOnce(Deployment deployment)
      throws Exception {
    List<String> told = new ArrayList<>();
    String id = instances.get(0).send("GET", "/locks", "").text("position");
    int sent = 0;
    for (int hop = 0; told.size() < EVENTS; hop++) {
      try (GatewayStream stream =
          GatewayStream.open(instances.get(hop % 2), "?members=*", id, each -> {})) {
        for (; sent < Math.min(EVENTS, (hop + 1) * 60); sent++) {
          deployment.log().acquire("acme");
        }
        deployment.log().flush();
        int least = Math.min(EVENTS - told.size(), 40);
        await().until(() -> stream.all().size() >= least);
        List<GatewayStream.Told> read = stream.all();
        told.addAll(locks(read));
        id = read.get(read.size() - 1).id();
      }
    }
    assertThat(told).isEqualTo(granted(deployment));
  }

  @Test
  void readerOfAnInstanceThatIsKilled_goesOnAtTheOther(Deployment deployment) throws Exception {
    List<String> told = new ArrayList<>();
    String id;
    try (GatewayStream stream =
        GatewayStream.open(instances.get(0), "?members=*", null, each -> {})) {
      assertThat(stream.status()).isEqualTo(200);
      await().until(() -> !stream.lastId().isEmpty());
      for (int n = 0; n < EVENTS; n++) {
        deployment.log().acquire("acme");
      }
      deployment.log().flush();
      await().until(() -> stream.all().size() > 20);
      processes.get(0).kill();
      await().until(stream::hasEnded);
      told.addAll(locks(stream.all()));
      id = stream.lastId();
    }
    try (GatewayStream stream =
        GatewayStream.open(instances.get(1), "?members=*", id, each -> {})) {
      int left = EVENTS - told.size();
      await().until(() -> stream.all().size() >= left);
      told.addAll(locks(stream.all()));
    }
    assertThat(told).isEqualTo(granted(deployment));
  }

  @Test
  void memberHearsOfItsOwnLocks_untilItsKeyIsTaken() throws Exception {
    GatewayCaller ann =
        new GatewayCaller(
            instances.get(0).address(), files.add("ann"), "acme", List.of("Session", "tab-1"));
    await().until(() -> ann.get("none").status() != 401);
    GatewayCaller me = instances.get(1);
    try (GatewayStream stream = GatewayStream.open(ann.with(), "", null, each -> {});
        GatewayStream other =
            GatewayStream.open(
                new GatewayCaller(ann.address(), ann.key(), "acme", List.of("Session", "tab-2")),
                "",
                null,
                each -> {})) {
      await().until(() -> !stream.lastId().isEmpty() && !other.lastId().isEmpty());
      assertThat(me.upload("mine", "/b").status()).isEqualTo(201);
      assertThat(ann.upload("held", "/a").status()).isEqualTo(201);
      assertThat(me.send("POST", "/locks/held/yield", "{\"comment\":\"please\"}").status())
          .isEqualTo(200);
      assertThat(ann.renew("held").status()).isEqualTo(200);
      assertThat(ann.upload("refused", "/b").status()).isEqualTo(409);
      assertThat(ann.release("held").status()).isEqualTo(200);
      await()
          .untilAsserted(
              () ->
                  assertThat(stream.words())
                      .containsExactly(
                          "granted held",
                          "yieldRequested held",
                          "renewed held",
                          "rejected refused",
                          "released held"));
      GatewayStream.Told renewed = stream.all().get(2);
      assertThat(renewed.data().path("state").asString()).isEqualTo("granted");
      assertThat(renewed.data().path("asked").path("comment").asString()).isEqualTo("please");
      assertThat(stream.all().get(4).data()).isEqualTo(ann.get("held").body());
      assertThat(other.words()).isEmpty();
      assertThat(ann.send("GET", "/events?members=me", "").status()).isEqualTo(400);
      assertThat(ann.with("Sub-Account", "me").send("GET", "/events", "").status()).isEqualTo(403);

      files.revoke("ann");
      await().until(() -> stream.hasEnded() && other.hasEnded());
      assertThat(ann.send("GET", "/events", "").status()).isEqualTo(401);
    }
  }

  @Test
  void positionThatNobodyKnows_isAReset_andAStopEndsTheStream() throws Exception {
    GatewayStream lost = GatewayStream.open(instances.get(0), "", "0:-1:77", each -> {});
    await().until(() -> lost.all().size() == 1);
    assertThat(lost.all().get(0).name()).isEqualTo("reset");
    assertThat(lost.all().get(0).data().path("message").asString())
        .contains("; list the locks anew, then ask for the events after the position");
    assertThat(instances.get(0).upload("live", "/live").status()).isEqualTo(201);
    await().until(() -> lost.words().contains("granted live"));
    processes.get(0).terminate();
    await().until(lost::hasEnded);
    lost.close();
  }

  private static List<String> locks(List<GatewayStream.Told> told) {
    return told.stream().map(GatewayStream.Told::lockId).toList();
  }

  private static List<String> granted(Deployment deployment) {
    List<String> all =
        deployment.log().events().stream()
            .filter(Granted.class::isInstance)
            .map(event -> ((Granted) event).subject().lockId())
            .toList();
    assertThat(new HashSet<>(all)).hasSize(EVENTS);
    return all;
  }
}
