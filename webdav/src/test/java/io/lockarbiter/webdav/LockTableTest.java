package io.lockarbiter.webdav;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockTableTest {
  private static final String UUID = "11111111-1111-4111-8111-111111111111";

  private final FakeArbiter arbiter = new FakeArbiter();
  private final LockClient client =
      arbiter.client(FakeArbiter.options().withCallbacks(Runnable::run));

  @AfterEach
  void close() {
    client.close();
  }

  @Test
  void locks_areFoundAboveAndBelow() {
    checkOut("ann", "/a/b");
    checkOut("bob", "/a/b-c");
    checkOut("ann", "/a/b/c/d");

    assertThat(members(table().covering("acme", LockPath.of("/a/b/c")))).containsExactly("ann");
    assertThat(members(table().within("acme", LockPath.of("/a/b")))).containsExactly("ann", "ann");
    assertThat(members(table().within("acme", LockPath.ROOT)))
        .containsExactlyInAnyOrder("ann", "bob", "ann");
    assertThat(table().within("acme", LockPath.of("/a/b/c/d/e"))).isEmpty();
    assertThat(table().within("else", LockPath.ROOT)).isEmpty();
  }

  @Test
  void endedLock_isNotFound() {
    checkOut("ann", "/a").release();

    assertThat(table().within("acme", LockPath.ROOT)).isEmpty();
    assertThat(table().size()).isZero();
  }

  @Test
  void replacedLock_keepsItsToken() {
    LockRequest dav =
        LockRequest.checkOut("acme", "ann", "/a")
            .attribute(DavLock.KIND, DavLock.kind(false, true))
            .attribute(DavLock.TOKEN, UUID);
    CheckOut first = client.checkOut(dav.session("dav:1"), Duration.ofDays(1), null).join();
    CheckOut second =
        client.checkOut(dav.session("dav:2").replacing(first), Duration.ofDays(1), null).join();

    List<DavLock> found = table().covering("acme", LockPath.of("/a"));
    assertThat(found).extracting(DavLock::lockId).containsExactly(second.lockId());
    assertThat(found).extracting(DavLock::uuid).containsExactly(UUID);
    second.release().join();
    assertThat(table().covering("acme", LockPath.of("/a"))).isEmpty();
  }

  @Test
  void toldAgain_isEnough() {
    checkOut("ann", "/a");
    arbiter.pass(Duration.ofHours(1));

    LockTable table = new LockTable(1 << 20);
    long late = arbiter.events().get(arbiter.events().size() - 1).head().at() - 660_000;
    arbiter.events().stream().filter(event -> event.head().at() >= late).forEach(table::see);

    assertThat(members(table.covering("acme", LockPath.of("/a")))).containsExactly("ann");
  }

  @Test
  void moreLocksThanItHasRoomFor_areNotHidden() {
    LockTable table = new LockTable(10_000);
    for (int i = 0; i < 20; i++) {
      checkOut("ann", "/" + i);
    }
    arbiter.events().forEach(table::see);

    assertThat(table.isWhole()).isFalse();
    assertThatThrownBy(table::requireWhole).hasMessageContaining("10000");
  }

  @Test
  void lockThatWasLeftOut_isMissedUntilItIsToldAgain() {
    LockTable table = new LockTable(1_500);
    CheckOut first = checkOut("ann", "/a");
    CheckOut second = checkOut("ann", "/b");
    first.release().join();
    arbiter.pass(Duration.ofMinutes(1));
    checkOut("ann", "/c").release().join();
    arbiter.events().forEach(table::see);
    assertThat(table.isWhole()).isFalse();

    int seen = arbiter.events().size();
    arbiter.pass(Duration.ofMinutes(11));
    second.extend().join();
    arbiter.events().stream().skip(seen).forEach(table::see);

    assertThat(table.isWhole()).isTrue();
    assertThat(members(table.covering("acme", LockPath.of("/b")))).containsExactly("ann");
  }

  @Test
  void renewal_isSeen() {
    CheckOut lock = checkOut("ann", "/a");
    long before = table().covering("acme", LockPath.of("/a")).get(0).expiresAt();
    arbiter.pass(Duration.ofMinutes(1));
    lock.extend().join();

    assertThat(table().covering("acme", LockPath.of("/a")))
        .extracting(each -> each.expiresAt() - before)
        .containsExactly(60_000L);
  }

  private CheckOut checkOut(String member, String path) {
    return client
        .checkOut(LockRequest.checkOut("acme", member, path), Duration.ofDays(7), null)
        .join();
  }

  private LockTable table() {
    LockTable table = new LockTable(1 << 20);
    arbiter.events().forEach(table::see);
    return table;
  }

  private static List<String> members(List<DavLock> locks) {
    return locks.stream().map(DavLock::member).toList();
  }
}
