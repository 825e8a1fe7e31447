package io.lockarbiter.client.hold;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A fake arbiter and clients of it whose callbacks run at once. */
final class FakeClients {
  static final String ACCOUNT = "acme";

  final FakeArbiter arbiter = new FakeArbiter();
  final LockClient client = open(options -> options);

  LockClient open(UnaryOperator<LockClientOptions> change) {
    return arbiter.client(change.apply(direct(FakeArbiter.options())));
  }

  private static LockClientOptions direct(LockClientOptions options) {
    return options.withCallbacks(Runnable::run).withLossCallbacks(Runnable::run);
  }

  void passMs(long ms) {
    arbiter.pass(Duration.ofMillis(ms));
  }

  /** Sends an answer about no lock, which tells every client the repeat window. */
  void tellWindow() {
    granted(client.forceRelease("other", "no lock", "ops", null));
  }

  <T extends AccountCommand> List<T> sent(Class<T> type) {
    return arbiter.commands().stream().filter(type::isInstance).map(type::cast).toList();
  }

  static <T> T granted(CompletableFuture<T> asked) {
    if (!asked.isDone()) {
      throw new AssertionError("expected an answer, there is none");
    }
    return asked.join();
  }

  static List<LostReason> losses(Lease lease) {
    List<LostReason> losses = new ArrayList<>();
    lease.onLost(losses::add);
    return losses;
  }
}
