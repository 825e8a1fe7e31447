package io.lockarbiter.arbiter.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.Halt;
import io.lockarbiter.arbiter.partition.HaltReason;
import io.lockarbiter.arbiter.partition.PartitionStatus;
import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.arbiter.partition.RecoveryProgress;
import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.CommandCodec;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

class LocksEndpointTest {
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final MockMvcTester http =
      HttpView.of(new LocksEndpoint(store, new ViewedState(store, statuses), Settings.DEFAULT));

  @BeforeEach
  void acquire() {
    String command =
        """
        {"type":"acquire","commandId":"a1","account":"ac/me","subAccount":"u1","session":"s","operation":"MOVE",
         "path":"/a/b","destination":"/c","attributes":{"k":"v"}}""";
    LogRecord record =
        new LogRecord(
            0, 1_000, 0, CommandCodec.decode("ac/me".getBytes(UTF_8), command.getBytes(UTF_8)));
    store.decide(AccountHash.partition("ac/me", 12), FeedPosition.START, List.of(record));
  }

  @Test
  void heldLock_isShownWithItsFieldsAndTheTimeToCompareWith() {
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks")))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"account":"ac/me","partition":%d,"at":1000,"locks":[{"lockId":"a1","subAccount":"u1","session":"s",
             "operation":"MOVE","path":"/a/b","destination":"/c",
             "targets":[{"path":"/a/b","mode":"EXCLUSIVE"},{"path":"/c","mode":"PUT"}],
             "leaseMs":30000,"waitMs":0,"attributes":{"k":"v"},"token":1,"grantedAt":1000,"expiresAt":31000,"waitedMs":0}]}"""
                .formatted(AccountHash.partition("ac/me", 12)));
  }

  @Test
  void lockElsewhere_isNotShown() {
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?under=/x")))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.locks")
        .asArray()
        .isEmpty();
  }

  @Test
  void locksOfAMode_areShownAlone() {
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?mode=PUT")))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.locks[0].lockId")
        .isEqualTo("a1");
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?mode=PUT&under=/a")))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.locks")
        .asArray()
        .isEmpty();
  }

  @Test
  void locksOfASubAccount_areShownInPages() {
    String first = "/api/accounts/ac%2Fme/locks?subAccount=u1&session=s&limit=1";
    assertThat(http.get().uri(URI.create(first)))
        .bodyJson()
        .extractingPath("$.locks[*].lockId")
        .isEqualTo(List.of("a1"));
    acquireMore();
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?subAccount=u1")))
        .bodyJson()
        .extractingPath("$.locks[*].lockId")
        .asArray()
        .containsExactlyInAnyOrder("a1", "a2");
    String next = next(first);
    assertThat(http.get().uri(URI.create(first + "&after=" + next)))
        .bodyJson()
        .isLenientlyEqualTo("{\"locks\":[{\"lockId\":\"a2\"}]}");
    assertThat(http.get().uri(URI.create(first + "&after=" + next)))
        .bodyJson()
        .doesNotHavePath("$.next");
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?subAccount=u2")))
        .bodyJson()
        .extractingPath("$.locks")
        .asArray()
        .isEmpty();
    assertThat(
            http.get().uri(URI.create("/api/accounts/ac%2Fme/locks?subAccount=u2&after=" + next)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("after: it is of another view");
  }

  private void acquireMore() {
    String command =
        """
        {"type":"acquire","commandId":"a2","account":"ac/me","subAccount":"u1","session":"s","operation":"UPLOAD","path":"/x"}""";
    LogRecord record =
        new LogRecord(
            1, 1_000, 0, CommandCodec.decode("ac/me".getBytes(UTF_8), command.getBytes(UTF_8)));
    store.decide(AccountHash.partition("ac/me", 12), new FeedPosition(0, 1), List.of(record));
  }

  private String next(String uri) {
    String body =
        new String(
            http.get().uri(URI.create(uri)).exchange().getResponse().getContentAsByteArray(),
            UTF_8);
    return body.replaceAll(".*\"next\":\"([^\"]+)\".*", "$1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sub=u1 | sub is no parameter here, expected under, mode, subAccount, session, after, limit",
        "session=s | session has no meaning here: subAccount is missing",
        "after=AA | after has no meaning here: subAccount is missing",
        "subAccount=u1&under=/a | under has no meaning here: subAccount is given",
        "subAccount=u1&mode=PUT | mode has no meaning here: subAccount is given",
        "subAccount=u1&after=*** | after is no next of an earlier answer",
        "subAccount= | subAccount is empty"
      })
  void parametersThatMakeNoSense_areRefused(String query, String why) {
    assertThat(http.get().uri(URI.create("/api/accounts/acme/locks?" + query)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo(why);
  }

  @Test
  void unknownMode_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/acme/locks?mode=put"))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("mode is not one of [READ, ADD, PUT, DELETE, EXCLUSIVE, GUARD, FREEZE, CLOSE]");
  }

  @Test
  void unknownAccount_hasNoLocks() {
    store.decide(AccountHash.partition("nobody", 12), FeedPosition.START, List.of());
    assertThat(http.get().uri("/api/accounts/nobody/locks"))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.locks")
        .asArray()
        .isEmpty();
  }

  /** Otherwise nothing would seem to be locked there. */
  @Test
  void partitionWithoutItsState_isNotShown() {
    store.drop(AccountHash.partition("ac/me", 12));
    assertNotShown("has no state in Redis, or half of one");
  }

  /** The state is whole, but not the one for the next decisions. */
  @Test
  void partitionThatIsBroughtBackOrHalted_isNotShown() {
    int partition = AccountHash.partition("ac/me", 12);
    PartitionStatuses.Entry entry = statuses.open(partition);
    entry.post(
        PartitionStatus.starting(partition)
            .recovering(new RecoveryProgress("Redis lost writes", "lock.commands", 0, 1, 2)));
    assertNotShown("partition=%d is RECOVERING: Redis lost writes".formatted(partition));

    entry.post(entry.status().halted(new Halt(HaltReason.AHEAD, "it is another's"), "4f2a90c1"));
    assertNotShown("partition=%d is HALTED: it is another's".formatted(partition));
  }

  private void assertNotShown(String why) {
    assertThat(http.get().uri(URI.create("/api/accounts/ac%2Fme/locks")))
        .hasStatus(503)
        .hasHeader("Retry-After", "1")
        .bodyJson()
        .extractingPath("$.detail")
        .asString()
        .contains(why);
  }

  @Test
  void badPath_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/acme/locks?under=/a/"))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("under: path=/a/ ends with /");
  }

  @Test
  void badLimit_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/acme/locks?limit=0"))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("limit is not 1 to 10000");
    assertThat(http.get().uri("/api/accounts/acme/locks?limit=x")).hasStatus(400);
  }

  @Test
  void badAccount_isRefusedWithTheReason() {
    assertThat(http.get().uri("/api/accounts/{account}/locks", "x".repeat(129)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("account has 129 UTF-8 bytes, at most 128 are allowed");
  }
}
