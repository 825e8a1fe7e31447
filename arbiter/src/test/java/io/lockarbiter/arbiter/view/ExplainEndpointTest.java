package io.lockarbiter.arbiter.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.arbiter.partition.PartitionStatuses;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.net.URI;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

class ExplainEndpointTest {
  private static final String OFFERED =
      Operation.known().stream()
          .filter(operation -> !operation.hasExplicitTargets())
          .map(Operation::name)
          .collect(Collectors.joining(", "));

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final PartitionStatuses statuses = new PartitionStatuses();
  private final MockMvcTester http =
      HttpView.of(new ExplainEndpoint(store, new ViewedState(store, statuses), Settings.DEFAULT));
  private final AccountLog log = new AccountLog(store, "acme");

  @Test
  void nothingInTheWay_wouldBeGranted() {
    log.acquire(1_000, "up", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/x\"");

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a&operation=MOVE&destination=/b"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"account":"acme","partition":%d,"at":1000,"verdict":"granted","operation":"MOVE",
             "targets":[{"path":"/a","mode":"EXCLUSIVE"},{"path":"/b","mode":"PUT"}],
             "blockedBy":[],"moreBlockers":false,"waiting":0,
             "summary":"MOVE /a to /b would be granted now: no lock and no waiting request of another owner stands in its way."}"""
                .formatted(log.partition()));
  }

  @Test
  void heldLockInTheWay_wouldBeBlocked() {
    log.acquire(
        1_000, "up", "u1", "\"session\":\"web\",\"operation\":\"UPLOAD\",\"path\":\"/a/b\"");

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a&operation=DELETE"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"account":"acme","partition":%d,"at":1000,"verdict":"blocked","operation":"DELETE",
             "targets":[{"path":"/a","mode":"DELETE"}],
             "blockedBy":[{"lockId":"up","subAccount":"u1","session":"web","operation":"UPLOAD","path":"/a/b",
              "mode":"PUT","expiresAt":31000,"relation":"DESCENDANT","waiting":false}],
             "moreBlockers":false,"waiting":0,
             "summary":"DELETE /a would wait, or with waitMs=0 be rejected CONFLICT: in its way stands the held UPLOAD of u1 on /a/b, lockId=up, expiresAt=31000."}"""
                .formatted(log.partition()));
  }

  @Test
  void waitingRequestInTheWay_wouldBeBlockedByItToo() {
    log.acquire(1_000, "down", "u1", "\"operation\":\"DOWNLOAD\",\"path\":\"/a\"");
    log.acquire(1_000, "del", "u2", "\"operation\":\"DELETE\",\"path\":\"/a\",\"waitMs\":5000");

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a/new&operation=UPLOAD"))
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.waiting", waiting -> assertThat(waiting).isEqualTo(1))
        .hasPathSatisfying(
            "$.blockedBy[*].lockId", ids -> assertThat(ids).asArray().containsExactly("del"))
        .extractingPath("$.summary")
        .isEqualTo(
            "UPLOAD /a/new would wait, or with waitMs=0 be rejected CONFLICT: in its way stands the waiting DELETE of u2 on /a, lockId=del, earlier in line.");
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1 other stands in its way too.",
    "3, 2 others stand in its way too.",
    "5, 4 others stand in its way too.",
    "6, more than 4 others stand in its way too."
  })
  void severalInTheWay_areCounted(int uploads, String end) {
    for (int i = 0; i < uploads; i++) {
      log.acquire(1_000, "up" + i, "u" + i, "\"operation\":\"UPLOAD\",\"path\":\"/a/" + i + "\"");
    }

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a&operation=DELETE"))
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.moreBlockers", more -> assertThat(more).isEqualTo(uploads > 5))
        .extractingPath("$.summary")
        .asString()
        .endsWith("lockId=up0, expiresAt=31000; " + end);
  }

  @ParameterizedTest
  @CsvSource({
    "'', blocked",
    "&subAccount=u1, blocked",
    "&subAccount=u1&session=web, granted",
    "&subAccount=u1&session=app, blocked",
    "&subAccount=u2&session=web, blocked"
  })
  void ownLocks_doNotBlock(String asker, String verdict) {
    log.acquire(
        1_000, "up", "u1", "\"session\":\"web\",\"operation\":\"UPLOAD\",\"path\":\"/a/b\"");

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a&operation=DELETE" + asker))
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.verdict")
        .isEqualTo(verdict);
  }

  /** It is read as the arbiter would read it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "path=/F&operation=MOVE&destination=/f/x | destination is below path, expected path itself or a place outside it",
        "path=/F&operation=COPY&destination=/f | destination is at or below path, expected a place outside it",
        "path=/F%5Cg&operation=UPLOAD | path: path=/F\\g has a \\ in a name, which this deployment refuses",
        "path=/F&operation=COPY&destination=/%5C | destination: path=/\\ has a \\ in a name, which this deployment refuses"
      })
  void requestThatTheSettingsRefuse_isRefusedWithTheReason(String query, String message) {
    tell(Setting.NAMES_WITHOUT_CASE, Setting.NAMES_WITHOUT_BACKSLASH);

    assertThat(http.get().uri(URI.create("/api/accounts/acme/explain?" + query)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo(message);
  }

  @Test
  void namesWithoutCase_areExplainedSo() {
    tell(Setting.NAMES_WITHOUT_CASE);
    log.acquire(1_000, "up", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/Docs/a\"");

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/docs&operation=DELETE"))
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying("$.verdict", verdict -> assertThat(verdict).isEqualTo("blocked"))
        .hasPathSatisfying("$.blockedBy[0].path", path -> assertThat(path).isEqualTo("/Docs/a"));
  }

  private void tell(Setting... flags) {
    SettingsChange change = SettingsChange.NOTHING.with(Setting.PARTITIONS, 12);
    for (Setting flag : flags) {
      change = change.with(flag, 1);
    }
    log.decide(500, new DecodedCommand.Valid(change));
  }

  @Test
  void explaining_changesNothing() {
    log.acquire(1_000, "up", "u1", "\"operation\":\"UPLOAD\",\"path\":\"/a/b\"");
    var before = store.state(log.partition());

    assertThat(http.get().uri("/api/accounts/acme/explain?path=/a&operation=DELETE")).hasStatusOk();

    assertThat(store.state(log.partition())).isNotNull().isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "operation=DELETE | path is missing",
        "path=/a | operation is missing",
        "path=a&operation=DELETE | path: path=a does not start with /",
        "path=/a/&operation=DELETE | path: path=/a/ ends with /",
        "path=/a&operation=FLY | operation=FLY is unknown, expected one of OFFERED",
        "path=/a&operation=delete | operation=delete is unknown, expected one of OFFERED",
        "path=/a&operation=CUSTOM | operation=CUSTOM names its targets itself, which is not offered here, expected one of OFFERED",
        "path=/a&operation=MOVE | destination is missing, operation MOVE has one",
        "path=/a&operation=DELETE&destination=/b | destination is given, but operation DELETE has none",
        "path=/a&operation=MOVE&destination=/b//c | destination: path=/b//c has an empty segment",
        "path=/a&operation=MOVE&destination=/a/b | destination is below path, expected path itself or a place outside it",
        "path=/a&operation=COPY&destination=/a | destination is at or below path, expected a place outside it",
        "path=/a&operation=COPY&destination=/a/b | destination is at or below path, expected a place outside it",
        "path=/a&operation=DELETE&subAccount= | subAccount is empty",
        "path=/a&operation=DELETE&subAccount=u1&session= | session is empty",
        "path=/a&operation=DELETE&session=web | session is given without subAccount"
      })
  void badRequest_isRefusedWithTheReason(String query, String message) {
    assertThat(http.get().uri("/api/accounts/acme/explain?" + query))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo(message.replace("OFFERED", OFFERED));
  }

  @Test
  void badAccount_isRefusedWithTheReason() {
    assertThat(
            http.get()
                .uri("/api/accounts/{account}/explain?path=/a&operation=DELETE", "x".repeat(129)))
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .isEqualTo("account has 129 UTF-8 bytes, at most 128 are allowed");
  }
}
