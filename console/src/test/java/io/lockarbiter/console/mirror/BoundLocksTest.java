package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.WaitingRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A session that is kept alive takes the ends of its locks along. */
class BoundLocksTest {
  private static final String ACCOUNT = "acme";

  private final EventHub hub = new EventHub(1, 100, 1 << 20, System::nanoTime);
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final AccountMirrors mirrors = new AccountMirrors(hub, store, 1 << 26, () -> 0L);
  private final ModelArbiter arbiter = new ModelArbiter(store, hub);

  @Test
  void sessionThatIsKeptAlive_movesTheEndsOfItsLocks_butNotTheirOwn() {
    Owner web = new Owner("ann", "web");
    arbiter.decide(new KeepAlive("k1", ACCOUNT, web, null, 30_000));
    arbiter.acquire(
        ACCOUNT, "a", web, Operation.UPLOAD, "/a", LockFields.BOUND_LEASE_MS, 0, Map.of());
    arbiter.acquire(
        ACCOUNT, "b", web, Operation.UPLOAD, "/b", LockFields.BOUND_LEASE_MS, 0, Map.of());
    AccountMirror mirror = mirrors.of(ACCOUNT);
    long first = until(mirror, "a");

    arbiter.decide(new Yield("y", ACCOUNT, new Owner("bob", null), null, "b", 40_000L, null));
    arbiter.pass(Duration.ofSeconds(20));
    arbiter.decide(new KeepAlive("k2", ACCOUNT, web, null, 30_000));
    arbiter.publish();

    assertThat(until(mirror, "a")).isEqualTo(arbiter.at() + 30_000).isGreaterThan(first);
    assertThat(until(mirror, "b")).isBetween(first + 1, until(mirror, "a") - 1);
    assertThat(locks(mirror)).isEqualTo(expected());
  }

  @Test
  void lockWhoseLongestTimeIsCut_keepsThatEnd_whenItsHolderIsAsked() {
    Owner web = new Owner("ann", "web");
    AccountMirror mirror = mirrors.of(ACCOUNT);
    arbiter.decide(SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 40_000));
    arbiter.decide(new KeepAlive("k1", ACCOUNT, web, null, 30_000));
    arbiter.acquire(
        ACCOUNT, "a", web, Operation.UPLOAD, "/a", LockFields.BOUND_LEASE_MS, 0, Map.of());
    long grantedAt = arbiter.at();

    arbiter.decide(new Yield("y", ACCOUNT, new Owner("bob", null), null, "a", null, null));
    arbiter.decide(new KeepAlive("k2", ACCOUNT, web, null, 60_000));
    arbiter.publish();

    assertThat(until(mirror, "a")).isEqualTo(grantedAt + 40_000);
    assertThat(locks(mirror)).isEqualTo(expected());
  }

  @Test
  void sessionThatIsKeptAliveBetweenTwoPages_movesTheEndsOnBoth() {
    Owner web = new Owner("ann", "web");
    arbiter.decide(new KeepAlive("k1", ACCOUNT, web, null, 30_000));
    for (String id : List.of("a", "b")) {
      arbiter.acquire(
          ACCOUNT, id, web, Operation.UPLOAD, "/" + id, LockFields.BOUND_LEASE_MS, 0, Map.of());
    }
    AccountPages pages =
        new AccountPages() {
          @Override
          public @Nullable AccountPage<HeldUntil> heldPage(
              int partition, String account, byte[] cursor) {
            AccountPage<HeldUntil> all =
                Objects.requireNonNull(store.heldPage(partition, account, FIRST));
            int at = cursor.length;
            if (at == 0) {
              arbiter.decide(new KeepAlive("k2", ACCOUNT, web, null, 60_000));
              arbiter.publish();
            }
            return new AccountPage<>(
                all.entries().subList(at, at + 1),
                new byte[1 - at],
                all.seq(),
                all.last(),
                all.at());
          }

          @Override
          public @Nullable AccountPage<WaitingRequest> waitingPage(
              int partition, String account, byte[] cursor) {
            return store.waitingPage(partition, account, cursor);
          }

          @Override
          public @Nullable Boolean isLive(int partition, String account, String lockId) {
            return store.isLive(partition, account, lockId);
          }
        };
    AccountMirror mirror = new AccountMirrors(hub, pages, 1 << 26, () -> 0L).of(ACCOUNT);
    assertThat(locks(mirror)).isEqualTo(expected()).hasSize(2);
  }

  private static long until(AccountMirror mirror, String lockId) {
    return mirror.look(seen -> Objects.requireNonNull(seen.lock(lockId)).until());
  }

  private List<LiveLock> expected() {
    return StateLocks.of(Objects.requireNonNull(store.state(0)), ACCOUNT);
  }

  private static List<LiveLock> locks(AccountMirror mirror) {
    return mirror.look(seen -> StateLocks.sorted(seen.locks().stream()));
  }
}
