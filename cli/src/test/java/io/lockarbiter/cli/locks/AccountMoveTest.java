package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.cli.locks.AccountMove.Result;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps of {@code move-account}, between two arbiters in memory. */
class AccountMoveTest extends TwoDeployments {
  private final List<String> switched = new ArrayList<>();

  private AccountMove move() {
    return move(from, to, switched::add);
  }

  @Test
  void freeAccount_isMoved() {
    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Moved.class);

    assertThat(switched).containsExactly(ACCOUNT);
    assertMoved();
    assertThat(move().run(ACCOUNT)).isEqualTo(new Result.MovedBefore());
    assertMoved();
  }

  @Test
  void holders_areAskedToLetGo() {
    Lease held = oldSenders.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join();
    held.onYieldRequested(
        asked -> {
          var unused = held.release();
        });

    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Moved.class);
    assertMoved();
  }

  @Test
  void accountWithACheckOut_staysAsItWas() {
    oldSenders
        .checkOut(
            LockRequest.checkOut(ACCOUNT, "ann", "/docs/plan"), Duration.ofDays(7), "till Friday")
        .join();
    CompletableFuture<Result> result =
        CompletableFuture.supplyAsync(() -> move().run(ACCOUNT), ThreadPerTask.EXECUTOR);
    while (!result.isDone()) {
      before.pass(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }

    assertThat(result.join()).isInstanceOf(Result.Stays.class);
    assertThat(((Result.Stays) result.join()).why())
        .contains("/docs/plan of ann until ", "Z (till Friday)");
    assertThat(switched).isEmpty();
    assertThat(before.locks(ACCOUNT)).hasSize(1);
    assertThat(after.locks(ACCOUNT)).isEmpty();
    assertThat(refusal(oldSenders)).isNull();
  }

  @Test
  void accountInUseInTheNewDeployment_stays() {
    var unused = newSenders.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join();

    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Stays.class);
    assertThat(before.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void settingThatCutsTheTime_isNamed() {
    before.set(Setting.LONGEST_KEEP_MS, 3_600_000);

    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Stays.class);
    assertThat(((Result.Stays) move().run(ACCOUNT)).why()).contains("longestKeepMs");
    assertThat(before.locks(ACCOUNT)).isEmpty();
    assertThat(after.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void sendersThatWereNotSwitched_findItClosedUntilItGoesOnOrIsUndone() {
    assertThat(move(from, to, account -> false).run(ACCOUNT)).isInstanceOf(Result.Closed.class);
    assertThat(refusal(oldSenders)).isNotNull();
    assertThat(refusal(newSenders)).isNotNull();

    assertThat(move().undo(ACCOUNT)).isEmpty();
    assertThat(refusal(oldSenders)).isNull();
    assertThat(refusal(newSenders)).isNotNull();

    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Moved.class);
    assertMoved();
    assertThat(move().undo(ACCOUNT)).startsWith("it is closed by").contains("moved to b");
    assertMoved();
  }

  /** Tokens that do not rise are seen before anything is closed. */
  @Test
  void tokensThatWouldNotRise_closeNothing() {
    LockClient same = before.client("same");
    AccountMove down = move(to, from, switched::add);

    assertThat(down.run(ACCOUNT))
        .isInstanceOfSatisfying(
            Result.Stays.class,
            stays ->
                assertThat(stays.why())
                    .contains("epoch=0 there, expected more than the epoch=1")
                    .contains("lockarbiter.epoch=2"));
    assertThat(move(from, new FakeArbiter().client("equal"), switched::add).run(ACCOUNT))
        .isInstanceOf(Result.Stays.class);
    assertThat(move(from, same, switched::add).run(ACCOUNT)).isInstanceOf(Result.Stays.class);
    assertThat(switched).isEmpty();
    assertThat(before.events()).noneMatch(AccountMoveTest::isOfClosing);
    assertThat(after.events()).noneMatch(AccountMoveTest::isOfClosing);

    assertThat(
            move(to, from, new AccountMove.Target("a", "", /* mayFall= */ true), switched::add)
                .run(ACCOUNT))
        .isInstanceOf(Result.Moved.class);
    same.close();
  }

  private static boolean isOfClosing(Event event) {
    return event instanceof Granted granted && granted.subject().operation() == Operation.CLOSE;
  }

  /** The first look is refused by a deletion; tokens are compared once the account is closed. */
  @Test
  void tokensThatWouldNotRise_areSeenBehindADeletionToo() {
    FakeArbiter low = new FakeArbiter();
    Lease held =
        oldSenders.acquireAsync(LockRequest.delete(ACCOUNT, "ann", "/move-account")).join();
    held.onYieldRequested(
        asked -> {
          var unused = held.release();
        });

    assertThat(move(from, low.client("low"), switched::add).run(ACCOUNT))
        .isInstanceOf(Result.Stays.class);
    assertThat(switched).isEmpty();
    assertThat(before.locks(ACCOUNT)).isEmpty();
    assertThat(low.locks(ACCOUNT)).isEmpty();
  }

  @Test
  void accountThatIsElsewhere_isNotMovedFromWhereItWas() {
    FakeArbiter third = FakeArbiter.ofEpoch(2);
    LockClient toThird = third.client("third");
    AccountMove other =
        move(from, toThird, new AccountMove.Target("c", "", /* mayFall= */ false), switched::add);
    assertThat(move().run(ACCOUNT)).isInstanceOf(Result.Moved.class);

    assertThat(other.run(ACCOUNT))
        .isInstanceOfSatisfying(
            Result.Stays.class,
            stays ->
                assertThat(stays.why()).contains("to another deployment").contains("moved to b"));
    assertThat(third.events()).isEmpty();
    assertMoved();
  }

  @Test
  void accountThatSomebodyElseClosed_stays() {
    LockClient operators = before.client("ops");
    operators.checkOut(LockRequest.closeAccount(ACCOUNT, "ops"), YEARS, "customer left").join();

    assertThat(move().run(ACCOUNT))
        .isInstanceOfSatisfying(
            Result.Stays.class,
            stays -> assertThat(stays.why()).contains("of ops").contains("(customer left)"));
    assertThat(move().undo(ACCOUNT)).contains("of ops");
    assertThat(after.events()).isEmpty();
    assertThat(before.locks(ACCOUNT)).hasSize(1);
    operators.close();
  }

  /** An account that is in use in the new deployment, or lives there alone, is not closed there. */
  @Test
  void undoOfWhatWasNeverBegun_closesNothing() {
    assertThat(move().undo(ACCOUNT)).isEmpty();
    assertThat(refusal(oldSenders)).isNull();
    assertThat(refusal(newSenders)).isNull();
  }

  /** No answer of one deployment comes any more once the senders are switched. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void deploymentThatFallsSilent_isMovedWhenItIsBack(boolean isOld) throws InterruptedException {
    FakeArbiter silent = isOld ? before : after;
    CountDownLatch stopped = new CountDownLatch(1);
    AccountMove move =
        move(
            from,
            to,
            account -> {
              silent.stop();
              stopped.countDown();
              return switched.add(account);
            });
    CompletableFuture<Result> result =
        CompletableFuture.supplyAsync(() -> move.run(ACCOUNT), ThreadPerTask.EXECUTOR);
    // Time that passed earlier would end the lease by which the account is closed.
    assertThat(stopped.await(1, TimeUnit.MINUTES)).isTrue();
    while (!result.isDone()) {
      before.pass(Duration.ofSeconds(1));
      after.pass(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
    assertThatThrownBy(result::join).hasCauseInstanceOf(ArbiterUnreachableException.class);
    silent.start();

    assertThat(refusal(oldSenders)).isNotNull();
    assertThat(move().run(ACCOUNT)).isInstanceOfAny(Result.Moved.class, Result.MovedBefore.class);
    assertMoved();
  }
}
