package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.locks.AccountMove.Result;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The steps of {@code move-account}, between two arbiters in memory. */
class AccountMoveTest {
  private static final Duration YEARS = Duration.ofDays(3_650);
  private static final String ACCOUNT = "acme";

  private final FakeArbiter before = new FakeArbiter();
  private final FakeArbiter after = new FakeArbiter();
  private final LockClient from = before.client("from");
  private final LockClient to = after.client("to");
  private final LockClient oldSenders = before.client("old");
  private final LockClient newSenders = after.client("new");
  private final List<String> switched = new ArrayList<>();

  /** The end of the process, at a call. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @AfterEach
  void close() {
    List.of(from, to, oldSenders, newSenders).forEach(LockClient::close);
  }

  private AccountMove move(LockClient old, LockClient next, Predicate<String> switchSenders) {
    return new AccountMove(
        new AccountGate(old, YEARS),
        new AccountGate(next, YEARS),
        "b",
        "",
        request ->
            request
                .waitingUpTo(Duration.ofSeconds(20))
                .askingHolders(Duration.ofSeconds(5), "it moves"),
        switchSenders);
  }

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

  private void assertMoved() {
    LockRefusedException refused = Objects.requireNonNull(refusal(oldSenders));
    assertThat(refused.reason()).isEqualTo(RejectReason.ACCOUNT_CLOSED);
    assertThat(refused).hasMessageContaining("moved to b");
    assertThat(refusal(newSenders)).isNull();
    assertThat(after.locks(ACCOUNT)).isEmpty();
  }

  /** The refusal of an upload; null if it is granted. */
  private static @Nullable LockRefusedException refusal(LockClient senders) {
    try {
      senders.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join().release().join();
      return null;
    } catch (CompletionException e) {
      return (LockRefusedException) e.getCause();
    }
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
    assertThat(((Result.Stays) result.join()).why()).contains("/docs/plan of ann (till Friday)");
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
    assertThat(move().undo(ACCOUNT)).startsWith("it is moved already.");
    assertMoved();
  }

  @Test
  void moveThatIsKilledAfterAnyCall_goesOn() {
    int calls = 1;
    while (isKilledAfter(calls)) {
      calls++;
    }
    assertThat(calls).as("calls of a move").isGreaterThan(7);
  }

  /** Kills a move after so many calls and starts it again; false if it ended before. */
  private boolean isKilledAfter(int calls) {
    FakeArbiter old = new FakeArbiter();
    FakeArbiter next = new FakeArbiter();
    int[] left = {calls};
    Senders senders = new Senders();
    boolean isKilled = false;
    try (LockClient oldMover = old.client("from");
        LockClient nextMover = next.client("to");
        LockClient oldUser = old.client("old");
        LockClient nextUser = next.client("new")) {
      try {
        move(mortal(oldMover, left), mortal(nextMover, left), senders).run(ACCOUNT);
      } catch (Killed e) {
        isKilled = true;
        if (senders.times > 0) {
          assertThat(refusal(oldUser)).as("open, killed after %d", calls).isNotNull();
        }
        assertThat(move(oldMover, nextMover, senders).run(ACCOUNT))
            .as("killed after %d calls", calls)
            .isInstanceOfAny(Result.Moved.class, Result.MovedBefore.class);
      }
      assertThat(senders.times).as("killed after %d calls", calls).isPositive();
      LockRefusedException refused = refusal(oldUser);
      assertThat(refused).as("killed after %d calls", calls).isNotNull();
      assertThat(refused).hasMessageContaining("moved to b");
      assertThat(refusal(nextUser)).as("killed after %d calls", calls).isNull();
      assertThat(old.locks(ACCOUNT)).as("killed after %d calls", calls).hasSize(1);
      assertThat(next.locks(ACCOUNT)).as("killed after %d calls", calls).isEmpty();
    }
    return isKilled;
  }

  private static final class Senders implements Predicate<String> {
    private int times;

    @Override
    public boolean test(String account) {
      times++;
      return true;
    }
  }

  /** A client, or a lock of it, in a process that dies right after one of its calls. */
  private static <T> T mortal(Class<T> type, T inner, int[] left) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object answer;
              try {
                answer = method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (answer instanceof CheckOut lock) {
                return mortal(CheckOut.class, lock, left);
              }
              if (answer instanceof CompletableFuture<?> && --left[0] == 0) {
                throw new Killed();
              }
              return answer;
            }));
  }

  private static LockClient mortal(LockClient inner, int[] left) {
    return mortal(LockClient.class, inner, left);
  }
}
