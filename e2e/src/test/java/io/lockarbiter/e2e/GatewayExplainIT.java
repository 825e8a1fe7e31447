package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The blockers that a request would meet, as an arbiter tells a gateway. */
@Cluster
class GatewayExplainIT {
  @TempDir private Path folder;

  @Test
  void requestThatWouldBeBlocked_isToldByWhom_toWhoMayAskForIt(Deployment deployment)
      throws Exception {
    ArbiterNode arbiter = deployment.arbiter();
    GatewayFiles files =
        GatewayFiles.in(folder, "ann acme self ask,hold,see", "eve acme self hold,see");
    Map<String, String> settings = new HashMap<>(files.settings(deployment));
    settings.put("lockarbiter.gateway.arbiter", arbiter.address());
    String annsKey = files.add("ann");
    String evesKey = files.add("eve");
    try (EmbeddedGateway gateway =
        EmbeddedGateway.start(deployment.infrastructure(), 0, settings)) {
      GatewayCaller tab1 = GatewayCaller.of(gateway.address(), annsKey, "tab-1").awaitReady();
      GatewayCaller tab2 = GatewayCaller.of(gateway.address(), annsKey, "tab-2");
      String path = "/explain?operation=DELETE&path=%2Fa%20b%26c";
      Answer free = tab2.send("GET", path, "");
      assertThat(free.status()).as("%s", free.body()).isEqualTo(200);
      assertThat(free.text("verdict")).isEqualTo("granted");
      assertThat(free.body().has("partition")).isFalse();

      assertThat(tab1.upload("l1", "/a b&c/d").status()).isEqualTo(201);
      await().until(() -> tab2.send("GET", path, "").text("verdict").equals("blocked"));
      Answer blocked = tab2.send("GET", path, "");
      assertThat(blocked.body().path("blockedBy").path(0).path("lockId").asString())
          .isEqualTo("l1");
      assertThat(blocked.text("summary")).contains("in its way stands the held UPLOAD of ann");
      Answer refused = tab2.acquire("l2", "{\"operation\":\"DELETE\",\"path\":\"/a b&c\"}");
      JsonNode said = refused.body().path("blockedBy").path(0);
      assertThat(said.path("lockId").asString()).isEqualTo("l1");
      assertThat(blocked.body().path("blockedBy").path(0).propertyNames())
          .as("no more than a refusal says, but for whether it waits")
          .isSubsetOf(Stream.concat(said.propertyNames().stream(), Stream.of("waiting")).toList());
      assertThat(tab1.send("GET", path, "").text("verdict")).as("its own").isEqualTo("granted");

      assertThat(tab1.send("GET", "/explain?operation=DELETE&path=a", "").text("field"))
          .isEqualTo("path");
      assertThat(tab1.send("GET", "/explain?operation=MOVE&path=%2Fa", "").status()).isEqualTo(400);
      assertThat(tab1.send("GET", "/explain?operation=FREEZE&path=%2Fa", "").status())
          .as("to freeze takes operate")
          .isEqualTo(403);
      assertThat(GatewayCaller.of(gateway.address(), evesKey, "s").send("GET", path, "").status())
          .isEqualTo(403);
      arbiter.close();
      Answer away = tab2.send("GET", path, "");
      assertThat(away.status()).as("%s", away.body()).isEqualTo(503);
      assertThat(away.text("reason")).isEqualTo("ARBITER_UNREACHABLE");
    }
  }
}
