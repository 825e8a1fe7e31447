package io.lockarbiter.client.fence;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.contracts.lock.Mode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryFencingGuardTest extends FencingGuardKit {
  private final MemoryFencingGuard guard = new MemoryFencingGuard();
  private final ExecutorService threads = Executors.newFixedThreadPool(8);

  @AfterEach
  void stopThreads() {
    threads.shutdownNow();
  }

  @Override
  protected void with(Consumer<FencingGuard> work) {
    work.accept(guard);
  }

  @Override
  protected int histories() {
    return 200;
  }

  @Test
  void refusedAction_doesNotItsWork() {
    List<String> done = new ArrayList<>();
    guard.act(FencingAction.of(account, 6, Mode.DELETE, "/d"), () -> done.add("delete"));
    assertThatThrownBy(
            () -> guard.act(FencingAction.of(account, 5, Mode.PUT, "/d/x"), () -> done.add("put")))
        .isInstanceOf(FencedException.class);
    assertThat(done).containsExactly("delete");
  }

  @Test
  void workOfAGuardWithoutCase_isComparedSo() {
    MemoryFencingGuard withoutCase = guard.withoutCase();
    withoutCase.act(FencingAction.of(account, 6, Mode.PUT, "/Plan"), () -> true);
    assertThatThrownBy(
            () ->
                withoutCase.act(
                    List.of(FencingAction.of(account, 5, Mode.PUT, "/plan")), () -> true))
        .isInstanceOf(FencedException.class);
  }

  /** The order of the actions in one work does not matter. */
  @Test
  void lastActionAmongSeveralOfALock_isTheLast() {
    FencingAction part = FencingAction.of(account, 5, Mode.PUT, "/d").run(10);

    guard.act(List.of(part.asLast(), part.run(12), part), () -> "done");

    assertThat(guard.admit(part.run(12))).get().isInstanceOf(FencingRefusal.Done.class);
    assertThat(guard.admit(part.run(13))).get().isInstanceOf(FencingRefusal.Done.class);
  }

  @Test
  void sizeOfAnAccountNobodyHeardOf_isNothing() {
    assertThat(guard.size("nobody")).isZero();
  }

  @Test
  void forgetting_givesTheMemoryBack() {
    for (long token = 1; token <= 1000; token++) {
      guard.require(FencingAction.of(account, token, Mode.PUT, "/d/" + token).run(token).asLast());
    }
    assertThat(guard.size(account)).isEqualTo(2002);
    guard.forgetBelow(account, 1000);
    assertThat(guard.size(account)).isEqualTo(4);
  }

  @Test
  void compatibleActions_areAtWorkAtTheSameTime() throws Exception {
    CyclicBarrier all = new CyclicBarrier(8);
    List<Future<Integer>> uploads = new ArrayList<>();
    for (long token = 1; token <= 8; token++) {
      FencingAction upload = FencingAction.of(account, token, Mode.PUT, "/d/" + token);
      uploads.add(threads.submit(() -> guard.act(upload, () -> all.await())));
    }

    for (Future<Integer> upload : uploads) {
      assertThat(upload.get(LIMIT.toSeconds(), TimeUnit.SECONDS)).isBetween(0, 7);
    }
  }

  @Test
  void conflictingAction_waitsForThatBeforeAndRefusesLateOnesMeanwhile() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    List<String> done = Collections.synchronizedList(new ArrayList<>());
    Future<?> upload =
        threads.submit(
            () ->
                guard.act(
                    action(5, Mode.PUT, "/d/x"),
                    () -> {
                      begun.countDown();
                      goOn.await();
                      return done.add("upload");
                    }));
    begun.await();
    Future<?> deletion =
        threads.submit(() -> guard.act(action(9, Mode.DELETE, "/d"), () -> done.add("deletion")));
    await().until(() -> guard.admit(action(6, Mode.PUT, "/d/y")).isPresent());
    guard.act(action(10, Mode.PUT, "/e"), () -> done.add("elsewhere"));
    assertThatThrownBy(() -> guard.act(action(6, Mode.PUT, "/d/y"), () -> done.add("late")))
        .isInstanceOf(FencedException.class);
    assertThat(deletion).isNotDone();
    goOn.countDown();
    deletion.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

    upload.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(done).containsExactly("elsewhere", "upload", "deletion");
  }

  /** Both runs are under one lock, so no token distinguishes them. */
  @Test
  void laterRunOfALock_waitsForTheWorkOfTheOneBefore() throws Exception {
    FencingAction first = action(5, Mode.ADD, "/d").run(10);
    for (FencingAction next : List.of(first.run(20), first.run(20).asLast())) {
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      List<String> done = Collections.synchronizedList(new ArrayList<>());
      FencingAction before = next.last() ? first.run(20) : first;
      threads.submit(
          () ->
              guard.act(
                  before,
                  () -> {
                    begun.countDown();
                    goOn.await();
                    return done.add("before");
                  }));
      begun.await();
      Future<?> after = threads.submit(() -> guard.act(next, () -> done.add("after")));
      await().until(() -> guard.admit(first).isPresent());
      assertThat(done).isEmpty();
      goOn.countDown();
      after.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      assertThat(done).containsExactly("before", "after");
    }
  }

  @Test
  void workThatFails_leavesTheWayFreeAndNothingOpen() throws Exception {
    assertThatThrownBy(
            () ->
                guard.act(
                    action(5, Mode.PUT, "/d/x"),
                    () -> {
                      throw new IOException("no space left");
                    }))
        .isInstanceOf(IOException.class);
    guard.act(action(6, Mode.DELETE, "/d"), () -> "done");
    guard.forgetBelow(account, 7);

    assertThat(guard.size(account)).isZero();
  }

  @Test
  void workOfSeveralLocks_isAdmittedWholeOrNotAtAll() throws Exception {
    guard.require(action(7, Mode.DELETE, "/to"));
    List<FencingAction> move =
        List.of(action(5, Mode.EXCLUSIVE, "/from"), action(6, Mode.PUT, "/to/x"));

    assertThatThrownBy(() -> guard.act(move, () -> "moved")).isInstanceOf(FencedException.class);
    guard.require(action(4, Mode.PUT, "/from/y"));
    assertThat(guard.act(List.of(move.get(0), action(8, Mode.PUT, "/to/x")), () -> "moved"))
        .isEqualTo("moved");
    assertThatThrownBy(
            () -> guard.act(List.of(action(9, Mode.PUT, "/a"), other(9, "/b")), () -> "moved"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected one account");
  }

  private FencingAction other(long token, String path) {
    return FencingAction.of(account + "-other", token, Mode.PUT, path);
  }

  @Test
  void workWithinWorkOfItsAccount_isRefusedForItMightWaitForItself() {
    assertThatThrownBy(
            () ->
                guard.act(
                    action(5, Mode.PUT, "/d"),
                    () -> guard.act(action(6, Mode.PUT, "/e"), () -> "inner")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("act(List, Work)");
    assertThat(guard.act(action(7, Mode.DELETE, "/"), () -> guard.act(other(1, "/"), () -> 3)))
        .isEqualTo(3);
  }

  @Test
  void actsOfManyThreads_overlapOnlyWhereTheTableLetsThemAndAreInAnOrderTheNaiveGuardAdmits()
      throws Exception {
    AtomicLong tokens = new AtomicLong();
    List<FencingAction> begun = new ArrayList<>();
    Set<FencingAction> open = new HashSet<>();
    AtomicInteger together = new AtomicInteger();
    List<Future<?>> runs = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      long seed = thread;
      runs.add(
          threads.submit(
              () -> {
                RandomActions actions = new RandomActions(new Random(seed));
                for (int i = 0; i < 500; i++) {
                  FencingAction action = actions.next(account, tokens.incrementAndGet());
                  try {
                    guard.act(
                        action,
                        () -> {
                          synchronized (begun) {
                            assertThat(open)
                                .noneMatch(other -> NaiveFencingGuard.conflicts(action, other));
                            begun.add(action);
                            open.add(action);
                            together.accumulateAndGet(open.size(), Math::max);
                          }
                          Thread.yield();
                          synchronized (begun) {
                            return open.remove(action);
                          }
                        });
                  } catch (FencedException e) {
                    assertThat(e.refusal().action()).isEqualTo(action);
                  }
                }
              }));
    }
    for (Future<?> run : runs) {
      run.get();
    }

    NaiveFencingGuard naive = new NaiveFencingGuard();
    assertThat(begun).hasSizeGreaterThan(100).allMatch(naive::admits);
    assertThat(together).hasValueGreaterThan(1);
  }

  private FencingAction action(long token, Mode mode, String path) {
    return FencingAction.of(account, token, mode, path);
  }
}
