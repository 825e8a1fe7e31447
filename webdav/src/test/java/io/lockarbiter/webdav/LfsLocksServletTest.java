package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Mode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The four routes of Git LFS's locking API, at two servers in turn. */
class LfsLocksServletTest {
  private static final Pattern CURSOR = Pattern.compile("\"next_cursor\":\"([^\"]+)\"");

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

  @Test
  void pages_endAlsoWhereOneCheckOutHasSeveralPaths() throws Exception {
    lfs.arbiter
        .client("other")
        .checkOut(
            LockRequest.custom("acme", "bob", "/plans/a", Mode.GUARD)
                .target("/plans/b", Mode.GUARD),
            Duration.ofMinutes(10),
            null)
        .get();
    lfs.created("ann", "c");
    String first = lfs.ask("ann", "GET", "/locks?limit=1", "").body();

    assertThat(first).contains("\"path\":\"a\"", "\"path\":\"b\"");
    assertThat(
            lfs.ask("ann", "GET", "/locks?limit=1&cursor=" + LfsServers.first(CURSOR, first), "")
                .body())
        .contains("\"path\":\"c\"")
        .doesNotContain("next_cursor");
  }

  @Test
  void pathThatIsTooLong_isRefused() throws Exception {
    String path = "a".repeat(4_080);

    assertThat(lfs.ask("ann", "POST", "/locks", "{\"path\":\"" + path + "\"}").statusCode())
        .isEqualTo(400);
  }

  @Test
  void lock_isMadeOnce_listed_andReleasedByItsOwner() throws Exception {
    String id = lfs.created("ann", "art/logo.psd");

    HttpResponse<String> again = lfs.ask("bob", "POST", "/locks", "{\"path\":\"art/logo.psd\"}");
    assertThat(again.statusCode()).isEqualTo(409);
    assertThat(again.body())
        .contains("\"id\":\"" + id, "\"name\":\"ann\"", "\"path\":\"art/logo.psd\"", "message");
    assertThat(lfs.ask("ann", "POST", "/locks", "{\"path\":\"art/logo.psd\"}").statusCode())
        .isEqualTo(409);
    assertThat(lfs.ask("bob", "GET", "/locks?path=art/logo.psd", "").body())
        .contains(id, "locked_at");
    assertThat(lfs.ask("bob", "GET", "/locks?id=" + id, "").body()).contains(id);
    assertThat(lfs.ask("bob", "GET", "/locks?path=art/other.psd", "").body())
        .isEqualTo("{\"locks\":[]}");
    assertThat(lfs.ask("bob", "POST", "/locks/" + id + "/unlock", "{}").statusCode())
        .isEqualTo(403);
    assertThat(lfs.ask("bob", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").statusCode())
        .isEqualTo(403);
    assertThat(lfs.ask("ann", "POST", "/locks/" + id + "/unlock", "{\"force\":false}").body())
        .contains(id);
    assertThat(lfs.ask("ann", "POST", "/locks/" + id + "/unlock", "{}").statusCode())
        .isEqualTo(404);
    assertThat(lfs.created("bob", "art/logo.psd")).isNotEqualTo(id);
  }

  @Test
  void force_endsALockOfAnother() throws Exception {
    String id = lfs.created("ann", "art/logo.psd");
    assertThat(lfs.ask("bob", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").body())
        .contains(
            "the lock is ann's, so it stays; ask them to unlock it, or somebody who may use --force");

    assertThat(lfs.ask("ops", "POST", "/locks/" + id + "/unlock", "{\"force\":true}").statusCode())
        .isEqualTo(200);
    assertThat(lfs.arbiter.locks("acme")).isEmpty();
  }

  @Test
  void verify_tellsOursFromTheirs_inPages() throws Exception {
    String anns = lfs.created("ann", "a");
    String bobs = lfs.created("bob", "b");
    lfs.created("ann", "c");

    HttpResponse<String> one = lfs.ask("ann", "POST", "/locks/verify", "{\"limit\":2}");
    assertThat(one.body()).contains("\"ours\":[{\"id\":\"" + anns, "\"theirs\":[{\"id\":\"" + bobs);
    String cursor = LfsServers.first(CURSOR, one.body());
    assertThat(
            lfs.ask("ann", "POST", "/locks/verify", "{\"limit\":2,\"cursor\":\"" + cursor + "\"}")
                .body())
        .contains("\"path\":\"c\"", "\"theirs\":[]")
        .doesNotContain("next_cursor");
    assertThat(lfs.ask("ann", "GET", "/locks?limit=1&cursor=" + cursor, "").body())
        .contains("\"path\":\"c\"")
        .doesNotContain("next_cursor");
  }

  @Test
  void locksOfOtherPrograms_areTheSameLocks() throws Exception {
    try (LockClient client = lfs.arbiter.client("others")) {
      client
          .checkOut(
              LockRequest.checkOut("acme", "cem", "/plans/art/logo.psd"), Duration.ofDays(2), null)
          .get();

      assertThat(lfs.ask("ann", "POST", "/locks", "{\"path\":\"art/logo.psd\"}").body())
          .contains("already locked by cem");
      assertThat(lfs.ask("ann", "POST", "/locks/verify", "{}").body())
          .contains("\"ours\":[]", "\"path\":\"art/logo.psd\"", "\"name\":\"cem\"");
      lfs.created("ann", "art/other.psd");
      assertThat(
              client.tryAcquire(
                  LockRequest.upload("acme", "bob", "/plans/art/other.psd"), Duration.ZERO))
          .isEmpty();
      try (Lease push = client.acquire(LockRequest.upload("acme", "ann", "/plans/art/other.psd"))) {
        assertThat(push.isValid()).isTrue();
      }
    }
  }

  @Test
  void nonsense_isRefused() throws Exception {
    assertThat(lfs.ask("ann", "POST", "/locks", "{}").statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "POST", "/locks", "[]").statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "POST", "/locks", " ".repeat(65_537)).statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "POST", "/locks", "{\"path\":\"../x\"}").statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "GET", "/locks?limit=many", "").statusCode()).isEqualTo(400);
    assertThat(lfs.ask("ann", "GET", "/elsewhere", "").statusCode()).isEqualTo(404);
    assertThat(lfs.ask("ann", "POST", "/locks/nobody/unlock", "{}").statusCode()).isEqualTo(404);
  }
}
