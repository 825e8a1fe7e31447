package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

class WaitingEndpointTest {
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final MockMvcTester http =
      HttpView.of(new WaitingEndpoint(store, new ViewedState(store, statuses), Settings.DEFAULT));
  private final AccountLog log = new AccountLog(store, "ac/me");

  @Test
  void waitingRequests_areShownInOrderWithFieldsBlockersAndTheTimeToCompareWith() {
    log.acquire(1_000, "up", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/a/b\"");
    log.acquire(
        2_000,
        "del",
        "u2",
        "\"session\":\"web\",\"operation\":\"DELETE\",\"path\":\"/a\",\"waitMs\":5000,\"attributes\":{\"k\":\"v\"}");
    log.acquire(
        3_000,
        "move",
        "u3",
        "\"operation\":\"MOVE\",\"path\":\"/a/c\",\"destination\":\"/d\",\"waitMs\":9000");

    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/waiting")))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"account":"ac/me","partition":%d,"at":3000,"waiting":[
             {"position":1,"deadline":7000,"requestedAt":2000,
              "lockId":"del","subAccount":"u2","session":"web","operation":"DELETE","path":"/a",
              "targets":[{"path":"/a","mode":"DELETE"}],"leaseMs":30000,"waitMs":5000,"attributes":{"k":"v"},
              "blockedBy":[{"lockId":"up","subAccount":"u1","operation":"UPLOAD","path":"/a/b","mode":"PUT",
               "expiresAt":31000,"relation":"DESCENDANT","waiting":false}],"moreBlockers":false},
             {"position":2,"deadline":12000,"requestedAt":3000,
              "lockId":"move","subAccount":"u3","operation":"MOVE","path":"/a/c","destination":"/d",
              "targets":[{"path":"/a/c","mode":"EXCLUSIVE"},{"path":"/d","mode":"PUT"}],"leaseMs":30000,"waitMs":9000,
              "blockedBy":[{"lockId":"del","subAccount":"u2","session":"web","operation":"DELETE","path":"/a",
               "mode":"DELETE","relation":"ANCESTOR","waiting":true}],"moreBlockers":false}]}"""
                .formatted(log.partition()));
  }

  @Test
  void moreBlockersThanListed_areAdmitted() {
    for (int i = 0; i < 6; i++) {
      log.acquire(1_000, "up" + i, "u" + i, "\"operation\":\"UPLOAD\",\"path\":\"/a/" + i + "\"");
    }
    log.acquire(1_000, "del", "d", "\"operation\":\"DELETE\",\"path\":\"/a\",\"waitMs\":5000");

    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/waiting")))
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.waiting[0].moreBlockers", more -> assertThat(more).isEqualTo(true))
        .extractingPath("$.waiting[0].blockedBy")
        .asArray()
        .hasSize(5);
  }

  @Test
  void limit_cutsTheEndOfTheQueue() {
    log.acquire(1_000, "held", "u0", "\"operation\":\"DELETE\",\"path\":\"/a\"");
    for (int i = 1; i <= 3; i++) {
      log.acquire(
          1_000, "w" + i, "u" + i, "\"operation\":\"UPLOAD\",\"path\":\"/a/x\",\"waitMs\":5000");
    }

    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/waiting?limit=2")))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.waiting[*].lockId")
        .asArray()
        .containsExactly("w1", "w2");
  }

  @Test
  void accountWhereNobodyWaits_hasAnEmptyQueue() {
    new AccountLog(store, "nobody")
        .acquire(1, "up", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/a\"");
    assertThat(http.get().uri("/api/accounts/nobody/waiting"))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.waiting")
        .asArray()
        .isEmpty();
  }

  @Test
  void badLimit_isRefusedWithTheReason() {
    for (String limit : new String[] {"0", "1001"}) {
      assertThat(http.get().uri("/api/accounts/acme/waiting?limit=" + limit))
          .hasStatus(400)
          .bodyJson()
          .extractingPath("$.detail")
          .isEqualTo("limit is not 1 to 1000");
    }
  }

  @Test
  void limitThatIsNoNumber_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/acme/waiting?limit=x"))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("limit is not a whole number");
  }

  @Test
  void badAccount_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/{account}/waiting", "x".repeat(129)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("account has 129 UTF-8 bytes, at most 128 are allowed");
  }
}
