package io.lockarbiter.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.cli.locks.AccountMove.Result;
import io.lockarbiter.client.CheckOut;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.testing.FakeArbiter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Moves of one account that are killed, or meet another one, after any of their calls. */
class AccountMoveRacesTest extends MovingAccount {
  /** The end of the process, at a call. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
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
    FakeArbiter next = FakeArbiter.ofEpoch(1);
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

  /** Another run of the same account, between any two calls of a first one. */
  @ParameterizedTest
  @EnumSource(Other.class)
  void twoRunsAtOnce_neverOpenBoth(Other other) {
    int calls = 1;
    while (isMetAfter(calls, other)) {
      calls++;
    }
    assertThat(calls).as("calls of a move").isGreaterThan(7);
  }

  /** The deed of the second run. */
  private enum Other {
    MOVES,
    DOES_NOT_SWITCH,
    UNDOES
  }

  private boolean isMetAfter(int calls, Other other) {
    FakeArbiter old = new FakeArbiter();
    FakeArbiter next = FakeArbiter.ofEpoch(1);
    Senders senders = new Senders();
    try (LockClient oldMover = old.client("from");
        LockClient nextMover = next.client("to");
        LockClient oldOther = old.client("from-2");
        LockClient nextOther = next.client("to-2");
        LockClient oldUser = old.client("old");
        LockClient nextUser = next.client("new")) {
      Runnable judge =
          () -> {
            if (senders.times > 0) {
              assertThat(refusal(oldUser) == null && refusal(nextUser) == null)
                  .as("both open, %s after %d calls", other, calls)
                  .isFalse();
            }
          };
      AccountMove second =
          move(
              watched(oldOther, judge),
              watched(nextOther, judge),
              other == Other.MOVES ? senders : account -> false);
      int[] left = {calls};
      Runnable meet =
          () -> {
            judge.run();
            if (--left[0] == 0) {
              if (other == Other.UNDOES) {
                var unused = second.undo(ACCOUNT);
                senders.times = 0; // They were switched back before.
              } else {
                var unused = second.run(ACCOUNT);
              }
            }
          };
      Result first = move(watched(oldMover, meet), watched(nextMover, meet), senders).run(ACCOUNT);
      boolean isMoved = first instanceof Result.Moved || first instanceof Result.MovedBefore;
      if (!isMoved) {
        assertThat(move(oldMover, nextMover, senders).run(ACCOUNT))
            .as("%s after %d calls: %s", other, calls, first)
            .isInstanceOfAny(Result.Moved.class, Result.MovedBefore.class);
      }
      LockRefusedException refused = refusal(oldUser);
      assertThat(refused).as("%s after %d calls: %s", other, calls, first).isNotNull();
      assertThat(refused).hasMessageContaining("moved to b");
      assertThat(refusal(nextUser)).as("%s after %d calls: %s", other, calls, first).isNull();
      assertThat(old.locks(ACCOUNT)).as("%s after %d calls", other, calls).hasSize(1);
      return left[0] <= 0;
    }
  }

  /** A client that runs something after each of its calls. */
  private static LockClient watched(LockClient inner, Runnable afterwards) {
    return watched(LockClient.class, inner, afterwards);
  }

  private static <T> T watched(Class<T> type, T inner, Runnable afterwards) {
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
                return watched(CheckOut.class, lock, afterwards);
              }
              if (answer instanceof CompletableFuture<?> future) {
                future.handle((value, failure) -> "").join();
                afterwards.run();
              }
              return answer;
            }));
  }

  /** A client in a process that dies right after one of its calls. */
  private static LockClient mortal(LockClient inner, int[] left) {
    return watched(
        inner,
        () -> {
          if (--left[0] == 0) {
            throw new Killed();
          }
        });
  }
}
