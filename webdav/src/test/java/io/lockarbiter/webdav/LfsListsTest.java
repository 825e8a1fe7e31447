package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.testing.FakeLock;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Git LFS: the bounds of its lists, how long its locks are kept, and whose they are. */
class LfsListsTest {
  private static final Pattern PATH = Pattern.compile("\"path\":\"([^\"]+)\"");

  @TempDir private Path folder;

  private LfsServers lfs;

  @BeforeEach
  void start() throws Exception {
    lfs = new LfsServers(folder, "/plans");
  }

  @AfterEach
  void close() throws Exception {
    lfs.close();
  }

  private static List<String> paths(HttpResponse<String> answer) {
    return PATH.matcher(answer.body()).results().map(each -> each.group(1)).toList();
  }

  @Test
  void pages_haveAHundredLocks_oneAtLeast_andAThousandAtMost() throws Exception {
    try (LockClient client = lfs.arbiter.client("others")) {
      List<CompletableFuture<?>> made = new ArrayList<>();
      for (int i = 0; i < 1_001; i++) {
        made.add(
            client.checkOut(
                LockRequest.checkOut("acme", "u" + i % 2, "/plans/" + i),
                Duration.ofDays(2),
                null));
      }
      made.forEach(CompletableFuture::join);
    }

    assertThat(paths(lfs.ask("ann", "GET", "/locks", ""))).hasSize(100);
    assertThat(paths(lfs.ask("ann", "POST", "/locks/verify", "{}"))).hasSize(100);
    assertThat(paths(lfs.ask("ann", "GET", "/locks?limit=0", ""))).containsExactly("0");
    assertThat(paths(lfs.ask("ann", "GET", "/locks?limit=5000", ""))).hasSize(1_000);
  }

  @Test
  void pages_areInTheOrderOfTheGrants() throws Exception {
    lfs.created("ann", "z");
    lfs.created("ann", "a");

    assertThat(paths(lfs.ask("bob", "GET", "/locks", ""))).containsExactly("z", "a");
  }

  @Test
  void idOrPath_choosesALock() throws Exception {
    String first = lfs.created("ann", "a");
    lfs.created("ann", "b");

    assertThat(paths(lfs.ask("bob", "GET", "/locks?id=" + first, ""))).containsExactly("a");
    assertThat(paths(lfs.ask("bob", "GET", "/locks?id=none", ""))).isEmpty();
    assertThat(paths(lfs.ask("bob", "GET", "/locks?path=b", ""))).containsExactly("b");
  }

  @Test
  void locksOfOtherRepositories_areNobodysHere() throws Exception {
    try (LockClient client = lfs.arbiter.client("others")) {
      String id =
          client
              .checkOut(LockRequest.checkOut("acme", "ann", "/else/a"), Duration.ofDays(2), null)
              .get()
              .lockId();

      assertThat(paths(lfs.ask("ann", "GET", "/locks", ""))).isEmpty();
      assertThat(paths(lfs.ask("ann", "POST", "/locks/verify", "{}"))).isEmpty();
      assertThat(lfs.ask("ann", "POST", "/locks/" + id + "/unlock", "{}").statusCode())
          .isEqualTo(404);
      assertThat(lfs.arbiter.locks("acme")).hasSize(1);
    }
  }

  @Test
  void accountThatIsOneRepository_showsTheLocksOfOtherPrograms(@TempDir Path other)
      throws Exception {
    try (LfsServers whole = new LfsServers(other, "");
        LockClient client = whole.arbiter.client("others")) {
      client
          .checkOut(LockRequest.checkOut("acme", "ann", "/art/a"), Duration.ofDays(2), null)
          .get();

      assertThat(paths(whole.ask("bob", "GET", "/locks?path=art/a", ""))).containsExactly("art/a");
    }
  }

  @Test
  void path_has3500BytesAtMost() throws Exception {
    lfs.created("ann", "a".repeat(3_500));

    assertThat(lfs.create("ann", "a".repeat(3_501)).body())
        .isEqualTo("{\"message\":\"the path has more than 3500 bytes\"}");
    assertThat(lfs.create("ann", "ä".repeat(1_751)).body())
        .isEqualTo("{\"message\":\"the path has more than 3500 bytes\"}");
  }

  @Test
  void body_has64KiBAtMost() throws Exception {
    String body = "{\"path\":\"a\"}";
    String spaces = " ".repeat((64 << 10) - body.getBytes(UTF_8).length);

    assertThat(lfs.ask("ann", "POST", "/locks", body + spaces + " ").statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "POST", "/locks", body + spaces).statusCode()).isEqualTo(201);
  }

  @Test
  void requestsOfOneMemberAtOnce_makeOneLock() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 40; round++) {
        String path = "art/" + round;
        Future<Integer> one = pool.submit(() -> lfs.create("ann", path).statusCode());
        Future<Integer> two = pool.submit(() -> lfs.create("ann", path).statusCode());

        assertThat(List.of(one.get(), two.get())).containsExactlyInAnyOrder(201, 409);
        assertThat(lfs.arbiter.locks("acme")).hasSize(round + 1);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** The end of a member's lock. */
  private Instant end(String member) {
    return lfs.arbiter.locks("acme").stream()
        .filter(each -> each.lock().owner().subAccount().equals(member))
        .map(FakeLock::expiresAt)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  @Test
  void lock_isKeptFor30Days_andRenewedWhenItsMemberPushes() throws Exception {
    lfs.created("ann", "a");
    lfs.created("bob", "b");
    Instant anns = end("ann");
    Instant bobs = end("bob");
    lfs.ask("ann", "POST", "/locks/verify", "{}");
    assertThat(end("ann")).isEqualTo(anns);
    lfs.arbiter.pass(Duration.ofDays(16));

    assertThat(lfs.ask("ann", "POST", "/locks/verify", "{}").statusCode()).isEqualTo(200);

    assertThat(Duration.between(anns, end("ann"))).isGreaterThanOrEqualTo(Duration.ofDays(16));
    assertThat(end("bob")).isEqualTo(bobs);
    lfs.arbiter.pass(Duration.ofDays(15));
    assertThat(paths(lfs.ask("ann", "GET", "/locks", ""))).containsExactly("a");
  }

  @Test
  void lockOfAnotherProgram_isNotRenewed() throws Exception {
    try (LockClient client = lfs.arbiter.client("others")) {
      client
          .checkOut(LockRequest.checkOut("acme", "ann", "/plans/a"), Duration.ofDays(2), null)
          .get();
      Instant before = end("ann");
      lfs.arbiter.pass(Duration.ofDays(1));

      assertThat(lfs.ask("ann", "POST", "/locks/verify", "{}").body()).contains("\"path\":\"a\"");

      assertThat(end("ann")).isEqualTo(before);
    }
  }

  @Test
  void whoMayForce_hasToAskForIt_andIsNamed() throws Exception {
    String id = lfs.created("ann", "a");

    assertThat(lfs.ask("ops", "POST", "/locks/" + id + "/unlock", "{}").statusCode())
        .isEqualTo(403);
    assertThat(lfs.arbiter.locks("acme")).hasSize(1);
    assertThat(lfs.ask("ops", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").statusCode())
        .isEqualTo(200);
    assertThat(lfs.arbiter.events())
        .filteredOn(each -> each instanceof Released)
        .extracting(each -> ((Released) each).by())
        .containsExactly("ops");
    assertThat(lfs.arbiter.events())
        .filteredOn(each -> each instanceof Released)
        .extracting(each -> ((Released) each).reason())
        .containsExactly(ReleaseReason.FORCED);
  }

  @Test
  void tooManyRequests_areToldWhenToComeAgain() throws Exception {
    lfs.arbiter.set(Setting.ACQUIRES_PER_WINDOW, 1);
    lfs.arbiter.set(Setting.WINDOW_MS, 60_000);
    lfs.created("ann", "a");

    HttpResponse<String> refused = lfs.create("ann", "b");

    assertThat(refused.statusCode()).isEqualTo(503);
    assertThat(refused.headers().firstValueAsLong("Retry-After").orElseThrow()).isBetween(50L, 60L);
  }
}
