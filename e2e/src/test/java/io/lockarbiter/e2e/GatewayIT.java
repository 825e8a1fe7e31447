package io.lockarbiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.embedded.server.EmbeddedGateway;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Locks over plain HTTP, on Kafka, Redis and an arbiter. */
@Cluster
class GatewayIT {
  private static EmbeddedGateway gateway;
  private static GatewayCaller tab1;
  private static GatewayCaller tab2;

  @BeforeAll
  static void start(Deployment deployment) {
    deployment.arbiter("lockarbiter.limits.waiters-per-sub-account", "3");
    gateway = deployment.gateway();
    tab1 = GatewayCaller.of(gateway.address(), gateway.key(), "tab-1");
    tab2 = GatewayCaller.of(gateway.address(), gateway.key(), "tab-2");
  }

  @Test
  void lock_isGrantedRenewedShownAndReleased() throws Exception {
    long began = System.nanoTime();
    Answer granted = tab1.upload("happy", "/happy/a.pdf");
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    assertThat(granted.header("Location")).contains("/v1/accounts/acme/locks/happy");
    assertThat(granted.text("state")).isEqualTo("granted");
    assertThat(granted.number("token")).isPositive();
    // Less than the lease by the clocks' difference, from when it was sent on, after the request.
    long most = 29_500 + (System.nanoTime() - began) / 1_000_000;
    assertThat(granted.number("validForMs")).isBetween(20_000L, most);
    assertThat(granted.body().path("attributes").path("subject").asString()).isEqualTo("me");

    Answer renewed = tab1.renew("happy");
    assertThat(renewed.status()).isEqualTo(200);
    assertThat(renewed.number("validForMs")).isBetween(20_000L, 31_000L);
    assertThat(renewed.number("token")).isEqualTo(granted.number("token"));

    Answer seen = tab2.get("happy");
    assertThat(seen.status()).isEqualTo(200);
    assertThat(seen.text("state")).isEqualTo("granted");
    assertThat(seen.body().has("validForMs")).isFalse();

    Answer released = tab1.release("happy?failed=true&result=disk%20full");
    assertThat(released.status()).isEqualTo(200);
    assertThat(released.text("reason")).isEqualTo("RELEASED");
    assertThat(released.text("result")).isEqualTo("disk full");
    assertThat(tab1.release("happy").status()).as("once more").isEqualTo(200);
    assertThat(tab1.renew("happy").status()).isEqualTo(404);
    assertThat(tab1.release("never").text("reason")).isEqualTo("NOT_HELD");
    assertThat(tab1.get("never").status()).isEqualTo(404);
  }

  @Test
  void anotherSession_isRefused_andMayWait() throws Exception {
    assertThat(tab1.upload("held", "/wait/a").status()).isEqualTo(201);
    String deletion = "{\"operation\":\"DELETE\",\"path\":\"/wait\"%s}";

    Answer refused = tab2.acquire("refused", deletion.formatted(""));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header("Content-Type")).contains("application/problem+json");
    assertThat(refused.text("reason")).isEqualTo("CONFLICT");
    assertThat(refused.body().path("blockedBy").path(0).path("lockId").asString())
        .isEqualTo("held");
    Answer ended = tab2.release("refused");
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.text("state")).isEqualTo("rejected");
    assertThat(ended.text("reason")).isEqualTo("CONFLICT");

    String waiting = deletion.formatted(",\"waitMs\":60000");
    Answer queued = tab2.acquire("waiter", waiting);
    assertThat(queued.status()).isEqualTo(202);
    assertThat(queued.number("position")).isEqualTo(1);
    assertThat(tab2.get("waiter").text("state")).isEqualTo("queued");

    CompletableFuture<Answer> asked =
        tab2.with("Prefer", "wait=25", "Request-Age", "100").acquireAsync("waiter", waiting);
    CompletableFuture<Answer> looked = tab1.sendAsync("GET", "/locks/waiter?wait=25");
    assertThat(tab1.release("held").status()).isEqualTo(200);
    Answer granted = asked.get(60, TimeUnit.SECONDS);
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    assertThat(granted.number("validForMs")).isPositive();
    assertThat(looked.get(60, TimeUnit.SECONDS).text("state")).isEqualTo("granted");
    assertThat(tab1.release("waiter").text("reason")).isEqualTo("NOT_HOLDER");
    assertThat(tab2.release("waiter").status()).isEqualTo(200);
  }

  @Test
  void everyReason_hasItsStatus() throws Exception {
    String freeze = "{\"operation\":\"FREEZE\",\"path\":\"/frozen\",\"leaseMs\":60000}";
    assertThat(tab1.acquire("freeze", freeze).status()).isEqualTo(201);
    assertThat(tab2.upload("cold", "/frozen/a").status()).isEqualTo(423);
    assertThat(tab1.release("freeze").status()).isEqualTo(200);

    assertThat(tab1.acquire("mover", "{\"operation\":\"DELETE\",\"path\":\"/gone\"}").status())
        .isEqualTo(201);
    CompletableFuture<Answer> late =
        tab2.with("Prefer", "wait=25")
            .acquireAsync(
                "late", "{\"operation\":\"UPLOAD\",\"path\":\"/gone/a\",\"waitMs\":60000}");
    awaitState("late", "queued");
    assertThat(tab1.release("mover?gone=true").status()).isEqualTo(200);
    assertThat(late.get(60, TimeUnit.SECONDS).status()).isEqualTo(410);

    assertThat(tab1.upload("full", "/full/a").status()).isEqualTo(201);
    String queue = "{\"operation\":\"DELETE\",\"path\":\"/full\",\"waitMs\":30000}";
    for (int n = 0; n < 3; n++) {
      assertThat(tab2.acquire("full-" + n, queue).status()).isEqualTo(202);
    }
    Answer tooMany = tab2.acquire("full-3", queue);
    assertThat(tooMany.status()).isEqualTo(429);
    assertThat(tooMany.text("reason")).isEqualTo("QUEUE_FULL");
    assertThat(tooMany.header("Retry-After")).contains("1");
    for (int n = 0; n < 3; n++) {
      assertThat(tab2.release("full-" + n).text("reason")).isEqualTo("CANCELLED");
    }

    Answer otherContent = tab1.upload("full", "/full/b");
    assertThat(otherContent.status()).isEqualTo(422);
    assertThat(otherContent.text("reason")).isEqualTo("ID_CONFLICT");
    Answer invalid = tab1.upload("invalid", "no/root");
    assertThat(invalid.status()).isEqualTo(400);
    assertThat(invalid.text("field")).isEqualTo("path");
    assertThat(tab1.acquire("field", "{\"operation\":\"UPLOAD\",\"pth\":\"/a\"}").status())
        .isEqualTo(400);
    assertThat(tab1.acquire("json", "{\"path\":\"/a\",\"path\":\"/b\"}").text("detail"))
        .startsWith("the body is not valid JSON, or has a field twice");
    Answer late2 = tab1.with("Request-Age", "45000").upload("aged", "/aged");
    assertThat(late2.status()).as("%s", late2.body()).isEqualTo(422);
    assertThat(late2.text("reason")).isEqualTo("LATE_COPY");
  }

  @Test
  void gatewayThatKnowsNoArbiter_saysHowElseToLearnWhoIsInTheWay() throws Exception {
    Answer answer = tab1.send("GET", "/explain?operation=DELETE&path=%2Fa", "");
    assertThat(answer.status()).isEqualTo(501);
    assertThat(answer.text("reason")).isEqualTo("NO_ARBITER");
    assertThat(answer.text("detail"))
        .contains("Ask for the lock without waitMs: a refusal names who is in the way")
        .endsWith("set lockarbiter.gateway.arbiter");
  }

  /** A caller that is wrong about the age of its copy takes nothing from others. */
  @Test
  void wrongAges_areRefused_orDecidedAsAnyOtherRequest() throws Exception {
    for (String bad : List.of("-1", "1.5", "9999999999999")) {
      Answer refused = tab1.with("Request-Age", bad).upload("age", "/age");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.text("detail"))
          .isEqualTo("Request-Age is no whole number of at most 12 digits");
    }
    Answer late = tab1.with("Request-Age", "999999999999").upload("age", "/age");
    assertThat(late.text("reason")).isEqualTo("LATE_COPY");
    Answer first = tab1.upload("age", "/age");
    assertThat(first.status()).as("%s", first.body()).isEqualTo(201);
    Answer copy = tab1.with("Request-Age", "0").upload("age", "/age");
    assertThat(copy.status()).as("%s", copy.body()).isEqualTo(201);
    assertThat(copy.number("token")).as("one lock for a key").isEqualTo(first.number("token"));
    assertThat(tab1.release("age").status()).isEqualTo(200);
    Answer others = tab2.upload("age-2", "/age");
    assertThat(others.status()).isEqualTo(201);
    Answer again = tab1.with("Request-Age", "0").upload("age", "/age");
    assertThat(again.text("reason")).as("%s", again.body()).isEqualTo("ENDED");
    Answer forgotten = tab1.upload("age-3", "/age");
    assertThat(forgotten.text("reason")).as("as one that is new").isEqualTo("CONFLICT");
    assertThat(tab2.renew("age-2").number("token")).isEqualTo(others.number("token"));
  }

  private static void awaitState(String lockId, String state) {
    await().until(() -> tab1.get(lockId).text("state").equals(state));
  }

  @Test
  void holder_isAskedToLetGo_andDeclines_andIsForced() throws Exception {
    assertThat(tab1.upload("asked", "/asked/a").status()).isEqualTo(201);
    Answer wish = tab2.send("POST", "/locks/asked/yield", "{\"comment\":\"the folder goes\"}");
    assertThat(wish.status()).as("%s", wish.body()).isEqualTo(200);
    await().until(() -> tab1.get("asked").body().path("asked").has("comment"));
    Answer renewed = tab1.renew("asked");
    assertThat(renewed.body().path("asked").path("comment").asString())
        .isEqualTo("the folder goes");
    Answer declined =
        tab1.send("POST", "/locks/asked/renew", "{\"declined\":\"two minutes more\"}");
    assertThat(declined.text("declined")).isEqualTo("two minutes more");
    assertThat(declined.body().has("asked")).isFalse();

    Answer forced = tab2.send("POST", "/locks/asked/force", "{\"comment\":\"device lost\"}");
    assertThat(forced.status()).isEqualTo(200);
    assertThat(forced.text("reason")).isEqualTo("FORCED");
    assertThat(forced.text("by")).isEqualTo("me");
    Answer lost = tab1.renew("asked");
    assertThat(lost.status()).isEqualTo(404);
  }

  @Test
  void session_isKeptAlive_andAllThatIsBoundEndsWithIt() throws Exception {
    GatewayCaller desk = GatewayCaller.of(gateway.address(), gateway.key(), "desk");
    String keepAlive = "/sessions/desk/keep-alive";
    String bound = "{\"operation\":\"UPLOAD\",\"path\":\"/desk/%s\",\"bound\":true}";
    Answer early = desk.acquire("desk-0", bound.formatted("0"));
    assertThat(early.status()).isEqualTo(409);
    assertThat(early.text("reason")).isEqualTo("NO_SESSION");
    assertThat(early.text("detail")).contains("POST its keep-alive");

    Answer begun = desk.send("POST", keepAlive, "{\"leaseMs\":10000}");
    assertThat(begun.status()).as("%s", begun.body()).isEqualTo(200);
    assertThat(begun.number("validForMs")).isBetween(1L, 10_000L);
    assertThat(begun.number("expiresAt") - begun.number("beganAt")).isEqualTo(10_000);
    Answer granted = desk.acquire("desk-1", bound.formatted("1"));
    assertThat(granted.status()).as("%s", granted.body()).isEqualTo(201);
    assertThat(granted.body().path("bound").asBoolean()).isTrue();
    assertThat(granted.body().has("leaseMs")).isFalse();
    assertThat(granted.number("validForMs")).isBetween(1L, 10_000L);
    awaitState("desk-1", "granted");
    assertThat(tab1.get("desk-1").body().has("expiresAt")).isFalse();
    Answer longer = desk.send("POST", keepAlive, "{\"leaseMs\":60000}");
    assertThat(longer.number("beganAt")).isEqualTo(begun.number("beganAt"));
    Answer renewed = desk.renew("desk-1");
    assertThat(renewed.number("validForMs")).isGreaterThan(30_000);

    assertThat(tab1.send("POST", "/sessions/-/keep-alive", "").status()).isEqualTo(400);
    assertThat(tab1.send("POST", keepAlive, "").status()).as("another Session").isEqualTo(400);
    String job = bound.formatted("job").replace("}", ",\"attributes\":{\"pool\":\"web\"}}");
    assertThat(desk.acquire("desk-2", job).text("detail")).contains("attributes has pool");
    assertThat(desk.send("POST", keepAlive, "{\"leaseMs\":1}").text("field")).isEqualTo("leaseMs");

    Answer ended = desk.send("DELETE", "/sessions/desk", "");
    assertThat(ended.status()).isEqualTo(200);
    assertThat(ended.number("released")).isEqualTo(1);
    assertThat(ended.number("cancelled")).isZero();
    assertThat(desk.renew("desk-1").status()).isEqualTo(404);
  }

  @Test
  void sessionThatIsNotKeptAlive_endsWithWhatIsBoundToIt() throws Exception {
    GatewayCaller away = GatewayCaller.of(gateway.address(), gateway.key(), "away");
    assertThat(away.send("POST", "/sessions/away/keep-alive", "{\"leaseMs\":6000}").status())
        .isEqualTo(200);
    assertThat(
            away.acquire("away-1", "{\"operation\":\"UPLOAD\",\"path\":\"/away\",\"bound\":true}")
                .status())
        .isEqualTo(201);

    awaitState("away-1", "released");

    assertThat(tab1.get("away-1").text("reason")).isEqualTo("SESSION_ENDED");
  }

  @Test
  void myLocks_comeInPages_byMemberAndSession() throws Exception {
    GatewayCaller paging = GatewayCaller.of(gateway.address(), gateway.key(), "pages");
    for (int n = 0; n < 3; n++) {
      assertThat(paging.upload("page-" + n, "/pages/" + n).status()).isEqualTo(201);
    }
    await().until(() -> paging.send("GET", "/locks", "").body().path("locks").size() == 3);
    Answer first = paging.send("GET", "/locks?limit=2", "");
    assertThat(first.body().path("locks").size()).isEqualTo(2);
    assertThat(first.text("next")).isEqualTo("page-1");
    Answer last = paging.send("GET", "/locks?limit=2&after=page-1", "");
    assertThat(last.body().path("locks").path(0).path("lockId").asString()).isEqualTo("page-2");
    assertThat(last.body().has("next")).isFalse();
    assertThat(
            paging.with("Sub-Account", "ann").send("GET", "/locks", "").body().path("locks").size())
        .isZero();
  }
}
