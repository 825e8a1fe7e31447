package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.locks.AccountMove.Result;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The old deployment is changed by others while an account's senders are switched. */
class AccountMoveMeanwhileTest extends TwoDeployments {
  private AccountMove move(Predicate<String> senders) {
    return move(from, to, senders);
  }

  /** The new deployment must not grant while the old one is to open by itself. */
  @Test
  void settingThatCutsTheTimeMeanwhile_keepsItClosedUntilTheSettingIsGone() {
    AccountMove move =
        move(
            account -> {
              before.set(Setting.LONGEST_KEEP_MS, 3_600_000);
              return true;
            });
    assertThat(move.run(ACCOUNT))
        .isInstanceOfSatisfying(
            Result.Closed.class, closed -> assertThat(closed.why()).contains("longestKeepMs"));
    assertThat(move(account -> false).run(ACCOUNT)).isInstanceOf(Result.Closed.class);
    assertThat(refusal(newSenders)).isNotNull();

    before.set(Setting.LONGEST_KEEP_MS, 0);
    assertThat(move(account -> false).run(ACCOUNT)).isEqualTo(new Result.MovedBefore());
    before.pass(Duration.ofHours(2));
    assertMoved();
  }

  /** Those who are refused ask on, until the account may ask nothing any more. */
  @Test
  void sendersThatAskTooOften_doNotLeaveItClosed() throws InterruptedException {
    before.set(Setting.ENDINGS_PER_ACCOUNT, 20);
    CountDownLatch asked = new CountDownLatch(1);
    AccountMove move =
        move(
            account -> {
              while (Objects.requireNonNull(refusal(oldSenders)).reason()
                  != RejectReason.RATE_LIMITED) {
                Thread.onSpinWait();
              }
              asked.countDown();
              return true;
            });
    CompletableFuture<Result> result =
        CompletableFuture.supplyAsync(() -> move.run(ACCOUNT), ThreadPerTask.EXECUTOR);
    assertThat(asked.await(1, TimeUnit.MINUTES)).isTrue();
    while (!result.isDone()) {
      before.pass(Duration.ofMillis(100));
      LockSupport.parkNanos(1_000_000);
    }
    assertThat(result.join()).isInstanceOf(Result.Moved.class);
    assertMoved();
  }
}
