package io.lockarbiter.client.hold;

import static io.lockarbiter.contracts.testing.Patience.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.ask.ClientLoop;
import io.lockarbiter.client.ask.RepeatWindows;
import io.lockarbiter.client.ask.ThreadLoop;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

/** Closing a lease waits for the answer, but not where others would wait for that. */
class ReleaseWaitTest {
  private static final Duration LONG = LIMIT.multipliedBy(10);

  private final ThreadLoop loop = new ThreadLoop("turns");
  private final CallbackThreads callbacks = CallbackThreads.of(FakeArbiter.options(), "callbacks");
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  @AfterEach
  void close() {
    loop.close();
    callbacks.close();
  }

  private ReleaseWait upTo(Duration limit) {
    return new ReleaseWait(loop, callbacks, new RepeatWindows(Duration.ZERO), limit);
  }

  private static Thread started(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Test
  void whoCloses_waitsForTheAnswer() throws Exception {
    Thread closing = started(() -> upTo(LONG).await("acme", answer));
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);

    loop.execute(() -> answer.complete("released"));

    closing.join(LIMIT.toMillis());
    assertThat(closing.isAlive()).isFalse();
  }

  @Test
  void turnOfTheLoop_doesNotWaitForTheNext() {
    CompletableFuture<String> turn = new CompletableFuture<>();
    loop.execute(
        () -> {
          upTo(LONG).await("acme", answer);
          turn.complete("went on");
        });

    assertThat(turn).succeedsWithin(LIMIT);
  }

  @Test
  void callback_doesNotKeepOthersWaiting() {
    List<CompletableFuture<Void>> called = new ArrayList<>();
    called.add(
        CompletableFuture.runAsync(() -> upTo(LONG).await("acme", answer), callbacks.callbacks()));
    called.add(
        CompletableFuture.runAsync(() -> upTo(LONG).await("acme", answer), callbacks.losses()));

    assertThat(called).allSatisfy(each -> assertThat(each).succeedsWithin(LIMIT));
  }

  /** An executor may run one callback within another. */
  @Test
  void restOfACallback_isStillACallback() {
    try (CallbackThreads direct =
        CallbackThreads.of(FakeArbiter.options().withCallbacks(Runnable::run), "callbacks")) {
      List<Boolean> known = new ArrayList<>();
      direct
          .callbacks()
          .execute(
              () -> {
                direct.callbacks().execute(() -> known.add(direct.isCallback()));
                known.add(direct.isCallback());
              });
      known.add(direct.isCallback());

      assertThat(known).containsExactly(true, true, false);
    }
  }

  @Test
  void threadOfReactorThatMustNotBlock_doesNot() {
    CompletableFuture<String> went = new CompletableFuture<>();
    Schedulers.parallel()
        .schedule(
            () -> {
              upTo(LONG).await("acme", answer);
              went.complete("on");
            });

    assertThat(went).succeedsWithin(LIMIT);
  }

  @Test
  void interruptedThread_waitsNoMoreAndStaysInterrupted() throws Exception {
    List<Boolean> interrupted = new ArrayList<>();
    ReleaseWait wait = upTo(LONG);
    Thread closing =
        started(
            () -> {
              wait.await("acme", answer);
              interrupted.add(Thread.currentThread().isInterrupted());
              wait.await("acme", answer);
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);

    closing.interrupt();

    closing.join(LIMIT.toMillis());
    assertThat(interrupted).containsExactly(true, true);
  }

  @Test
  void noAnswer_isWaitedForUpToTheLimit() throws Exception {
    Thread closing = started(() -> upTo(Duration.ofMillis(1)).await("acme", answer));

    closing.join(LIMIT.toMillis());
    assertThat(closing.isAlive()).isFalse();
  }

  /** Nobody answers; it counts how often somebody waits. */
  private static final class SilentLoop implements ClientLoop {
    private int waits;

    @Override
    public boolean await(Future<?> answer, Duration limit) {
      waits++;
      return false;
    }

    @Override
    public boolean isInTurn() {
      return false;
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public void executeAt(long nanos, Runnable task) {
      throw new UnsupportedOperationException("no timer is set");
    }
  }

  @Test
  void thousandLeasesWithoutAnArbiter_areWaitedForOnce() {
    SilentLoop silent = new SilentLoop();
    ReleaseWait wait = new ReleaseWait(silent, callbacks, new RepeatWindows(Duration.ZERO), LONG);
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int n = 0; n < 1_000; n++) {
      answers.add(new CompletableFuture<>());
      wait.await("acme", answers.get(n));
    }
    assertThat(silent.waits).isEqualTo(1);

    answers.subList(1, 1_000).forEach(each -> each.complete("released"));
    wait.await("acme", answers.get(0));
    assertThat(silent.waits).isEqualTo(1);

    answers.forEach(each -> each.complete("released"));
    wait.await("acme", answer);
    assertThat(silent.waits).isEqualTo(2);
  }

  @Test
  void limitOfZero_waitsNever() {
    SilentLoop silent = new SilentLoop();
    new ReleaseWait(silent, callbacks, new RepeatWindows(Duration.ZERO), Duration.ZERO)
        .await("acme", answer);

    assertThat(silent.waits).isZero();
  }
}
