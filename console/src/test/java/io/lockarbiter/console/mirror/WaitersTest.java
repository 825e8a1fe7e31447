package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.lua.model.ReferenceLockStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Wait chains by waiter. */
class WaitersTest {
  private final EventHub hub = new EventHub(1, 10_000, 1 << 24, System::nanoTime);
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final AccountMirrors mirrors = new AccountMirrors(hub, store, 1 << 26, () -> 0L);
  private final ModelArbiter arbiter = new ModelArbiter(store, hub);

  private static List<String> inTheWay(WaitChains.Waiter waiter) {
    return waiter.inTheWay().stream().map(LiveLock::lockId).toList();
  }

  @Test
  void whatIsInTheWay_isHeldLocksFirst_thenEarlierRequestsInTheirOrder() {
    arbiter.acquire("acme", "u1", "goro", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "u2", "goro", Operation.UPLOAD, "/d/b");
    arbiter.acquire("acme", "first", "mina", Operation.DELETE, "/d");
    arbiter.acquire("acme", "second", "otto", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "third", "rita", Operation.UPLOAD, "/d/a");
    List<WaitChains.Waiter> waiters = WaitChains.of(mirrors.of("acme")).waiters();
    assertThat(inTheWay(waiters.get(0))).containsExactlyInAnyOrder("u1", "u2");
    assertThat(inTheWay(waiters.get(1))).containsExactly("u1", "first");
    assertThat(inTheWay(waiters.get(2))).containsExactly("u1", "first", "second");
  }

  @Test
  void manyInTheWay_areCountedAndTheFirstOfThemKept() {
    for (int n = 0; n < 50; n++) {
      arbiter.acquire("acme", "u" + n, "goro", Operation.UPLOAD, "/d/" + n);
    }
    arbiter.acquire("acme", "d", "mina", Operation.DELETE, "/d");
    WaitChains.Waiter waiter = WaitChains.of(mirrors.of("acme")).waiters().get(0);
    assertThat(waiter.held()).isEqualTo(50);
    assertThat(waiter.inTheWay()).hasSize(WaitChains.MOST_IN_THE_WAY);
  }

  @Test
  void words_selectByOwnerPathOrId_eachOfThem() {
    arbiter.acquire("acme", "u", "goro", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "d1", "mina", Operation.DELETE, "/d");
    arbiter.acquire("acme", "d2", "otto", Operation.DELETE, "/d/a");
    WaitChains chains = WaitChains.of(mirrors.of("acme"));
    assertThat(chains.with(List.of())).hasSize(2);
    assertThat(chains.with(List.of("MINA")))
        .extracting(one -> one.lock().lockId())
        .containsExactly("d1");
    assertThat(chains.with(List.of("/d", "otto")))
        .extracting(one -> one.lock().lockId())
        .containsExactly("d2");
    assertThat(chains.with(List.of("mina", "otto"))).isEmpty();
    assertThat(chains.with(List.of("goro"))).as("who only holds").isEmpty();
  }

  @Test
  void rootNamesItsOldestRequest() {
    arbiter.acquire("acme", "u1", "goro", Operation.UPLOAD, "/d/a");
    arbiter.acquire("acme", "u2", "goro", Operation.UPLOAD, "/d/b");
    arbiter.acquire("acme", "old", "mina", Operation.DELETE, "/d");
    arbiter.acquire("acme", "young", "otto", Operation.DELETE, "/d/b");
    assertThat(WaitChains.of(mirrors.of("acme")).roots())
        .hasSize(2)
        .allMatch(root -> root.oldest().lockId().equals("old"));
  }
}
