package io.lockarbiter.console.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.console.ModelArbiter;
import io.lockarbiter.console.stream.EventHub;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.Heap;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.AccountPage;
import io.lockarbiter.lua.store.AccountPages;
import io.lockarbiter.lua.store.HeldUntil;
import io.lockarbiter.lua.store.WaitingRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The accounts in memory stay within their bound. */
@Timeout(600)
class AccountMirrorsTest {
  private static final long MOST = 400_000;
  private static final long DEFAULT_MOST = 256L << 20;
  private static final String BIG = "x".repeat(4_000);

  private final EventHub hub = new EventHub(1, 10_000, 1 << 24, System::nanoTime);
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final ModelArbiter arbiter = new ModelArbiter(store, hub);
  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private volatile boolean isSlow;
  private final AtomicLong now = new AtomicLong();
  private final AccountMirrors mirrors = new AccountMirrors(hub, new Counted(), MOST, now::get);

  /** Counts how often an account is read. */
  private final class Counted implements AccountPages {
    @Override
    public @Nullable AccountPage<HeldUntil> heldPage(int partition, String account, byte[] cursor) {
      reads.incrementAndGet();
      begun.countDown();
      if (isSlow) {
        try {
          mayEnd.await();
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return store.heldPage(partition, account, cursor);
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
  }

  private static LockFields fields(String id, List<String> paths, int attributes) {
    TreeMap<String, String> given = new TreeMap<>();
    for (int n = 0; n < attributes; n++) {
      given.put("a" + n, BIG + n);
    }
    return new LockFields(
        id,
        new Owner("u1", null),
        Operation.CUSTOM,
        null,
        null,
        paths.stream().map(path -> new Target(LockPath.of(path), Mode.PUT)).toList(),
        30_000,
        60_000,
        List.of(),
        given);
  }

  private void hold(String account, String id) {
    arbiter.decide(new Acquire(account, null, fields(id, List.of("/d/" + id), 1)));
    arbiter.publish();
  }

  private void grow(String account, AccountMirror mirror, long bytes) {
    for (int n = 0; n < 200 && mirror.bytes() < bytes; n++) {
      hold(account, account + n);
    }
    assertThat(mirror.bytes()).isGreaterThanOrEqualTo(bytes);
  }

  private AccountMirror asked(String account) {
    now.incrementAndGet();
    return mirrors.of(account);
  }

  @Test
  void namesThatNobodyHas_takeNoPlaceOfAnAccount() {
    hold("acme", "a");
    AccountMirror acme = asked("acme");
    for (int n = 0; n < 150; n++) {
      asked("nobody" + n);
    }
    assertThat(asked("acme")).isSameAs(acme);
  }

  @Test
  void accountsThatGrow_areBoundedTogether() {
    hold("acme", "a");
    hold("beta", "b");
    AccountMirror acme = asked("acme");
    AccountMirror beta = asked("beta");
    AccountMirror idle = asked("idle");
    asked("acme");
    grow("acme", acme, 2 * MOST / 3);
    assertThat(asked("beta")).isSameAs(beta);
    assertThat(asked("idle")).isSameAs(idle);
    int before = reads.get();
    grow("beta", beta, MOST / 2);
    assertThat(asked("beta")).as("asked for last but one").isSameAs(beta);
    assertThat(asked("idle")).as("asked for last").isSameAs(idle);
    assertThat(reads.get()).isEqualTo(before);
    assertThat(asked("acme")).as("not asked for the longest").isNotSameAs(acme);
  }

  @Test
  void accountThatGrowsTooLargeAlone_goes() {
    hold("acme", "a");
    asked("acme");
    for (int n = 0; n < 100; n++) {
      hold("acme", "a" + n);
    }
    refused("acme");
    assertThat(reads).as("nor is it read again at once").hasValue(1);
  }

  private void refused(String account) {
    assertThatThrownBy(() -> mirrors.of(account))
        .isInstanceOf(MirrorUnavailableException.class)
        .hasMessageStartingWith(
            "the account takes more memory than lockarbiter.console.mirror-bytes=400000");
  }

  @Test
  void attributesWeigh_andWhatIsTooLargeIsNotReadAnewForSomeSeconds() {
    for (int n = 0; n < 100; n++) {
      hold("acme", "a" + n);
    }
    refused("acme");
    assertThat(reads).hasValue(1);
    refused("acme");
    now.addAndGet(Duration.ofSeconds(9).toNanos());
    refused("acme");
    assertThat(reads).as("what is refused is remembered").hasValue(1);
    for (int n = 0; n < 99; n++) {
      arbiter.release("acme", "a" + n, "u1");
    }
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    assertThat(mirrors.of("acme").<Integer>look(seen -> seen.locks().size())).isEqualTo(1);
  }

  @Test
  void whatIsTooLargeAgain_isNotReadAnewForTwiceAsLong() {
    for (int n = 0; n < 100; n++) {
      hold("acme", "a" + n);
    }
    refused("acme");
    now.addAndGet(Duration.ofSeconds(10).toNanos());
    refused("acme");
    now.addAndGet(Duration.ofSeconds(19).toNanos());
    refused("acme");
    assertThat(reads).hasValue(2);
    now.addAndGet(Duration.ofSeconds(1).toNanos());
    refused("acme");
    assertThat(reads).hasValue(3);
  }

  @Test
  void accountThatTwoAskFor_isReadOnce() throws InterruptedException {
    hold("acme", "a");
    isSlow = true;
    CompletableFuture<AccountMirror> first =
        CompletableFuture.supplyAsync(() -> mirrors.of("acme"), ThreadPerTask.EXECUTOR);
    begun.await();
    Thread second = new Thread(() -> mirrors.of("acme"));
    second.start();
    await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
    mayEnd.countDown();
    second.join();
    assertThat(mirrors.of("acme")).isSameAs(first.join());
    assertThat(reads).hasValue(1);
  }

  @Test
  void fewLocksWithDeepPaths_fit() {
    AccountMirror mirror = new AccountMirror("acme", 0);
    int some = 96;
    for (int n = 0; n < some; n++) {
      mirror.add(lock(n, deepPaths(n, "segment"), 0));
    }
    assertThat(mirror.nodes()).isEqualTo(1 + some * 4 * 64);
    assertThat(mirror.bytes() * 10).isLessThan(DEFAULT_MOST);
  }

  @Test
  void usualLocks_fitByTheHundredThousand() {
    AccountMirror mirror = new AccountMirror("acme", 0);
    int some = 1_000;
    for (int n = 0; n < some; n++) {
      mirror.add(
          lock(n, List.of("/projects/2026/customer-%d/report-%d.docx".formatted(n / 10, n)), 0));
    }
    assertThat(mirror.bytes() * 100).isLessThan(DEFAULT_MOST);
  }

  private static List<String> deepPaths(int n, String segment) {
    return IntStream.range(0, 4)
        .mapToObj(
            target ->
                IntStream.range(0, 64)
                    .mapToObj(level -> "/" + segment + n + target)
                    .collect(Collectors.joining()))
        .toList();
  }

  private static LiveLock lock(int n, List<String> paths, int attributes) {
    return new LiveLock(
        fields("lock-%032d".formatted(n), paths, attributes), n % 2 == 0, n, 1, 2, 3);
  }

  /** A lock with a session of its own. */
  private static LiveLock bound(int n) {
    LockFields fields =
        new LockFields(
            "lock-%032d".formatted(n),
            new Owner("u1", "session-" + n),
            Operation.CUSTOM,
            null,
            null,
            List.of(new Target(LockPath.of("/d/" + n % 100 + "/file-" + n), Mode.PUT)),
            LockFields.BOUND_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>());
    return new LiveLock(fields, false, n, 1, 2, 3, 4);
  }

  /** Accounts of very different kinds: small, deep, with long names, other letters, sessions. */
  @Test
  void whatIsReckoned_isNotLessThanWhatIsTaken_norMuchMore() {
    List<AccountMirror> filled = new ArrayList<>();
    long before = Heap.used();
    for (int kind = 0; kind < 5; kind++) {
      AccountMirror mirror = new AccountMirror("acme", 0);
      for (int n = 0; mirror.bytes() < 16L << 20; n++) {
        mirror.add(
            switch (kind) {
              case 0 -> lock(n, List.of("/d/" + n % 100 + "/file-" + n), 0);
              case 1 -> lock(n, deepPaths(n, "s"), 0);
              case 2 -> lock(n, List.of("/" + n + BIG), 4);
              case 3 -> bound(n);
              default -> lock(n, List.of("/\u4e00\u4e8c" + n + "/" + "\u4e09".repeat(50)), 0);
            });
      }
      filled.add(mirror);
    }
    long taken = Heap.used() - before;
    long reckoned = filled.stream().mapToLong(AccountMirror::bytes).sum();
    assertThat(taken).isBetween(reckoned / 2, reckoned);
  }
}
