package io.lockarbiter.cli.locks;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** An account that moves, and its senders. */
abstract class MovingAccount {
  static final Duration YEARS = Duration.ofDays(3_650);
  static final String ACCOUNT = "acme";

  static AccountMove move(
      LockClient old, LockClient next, AccountMove.Target target, Predicate<String> senders) {
    return new AccountMove(
        new AccountGate(old, YEARS),
        new AccountGate(next, YEARS),
        target,
        request ->
            request
                .waitingUpTo(Duration.ofSeconds(20))
                .askingHolders(Duration.ofSeconds(5), "it moves"),
        account -> senders.test(account) ? "" : "no answer");
  }

  static AccountMove move(LockClient old, LockClient next, Predicate<String> senders) {
    return move(old, next, new AccountMove.Target("b", "", /* mayFall= */ false), senders);
  }

  /** The refusal of an upload; null if it is granted. */
  static @Nullable LockRefusedException refusal(LockClient senders) {
    try {
      senders.acquireAsync(LockRequest.upload(ACCOUNT, "ann", "/a")).join().release().join();
      return null;
    } catch (CompletionException e) {
      return (LockRefusedException) e.getCause();
    }
  }
}
