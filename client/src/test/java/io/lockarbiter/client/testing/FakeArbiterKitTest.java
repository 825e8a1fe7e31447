package io.lockarbiter.client.testing;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.testing.FakeArbiter;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;

/** The kit on the fake arbiter: time passes in small steps while a test waits. */
class FakeArbiterKitTest extends LockClientKit {
  private static final Duration STEP = Duration.ofMillis(20);

  private final FakeArbiter arbiter = new FakeArbiter();

  @Override
  protected String account() {
    return "acme";
  }

  @Override
  protected LockClient open(UnaryOperator<LockClientOptions> change) {
    return arbiter.client(
        change.apply(
            FakeArbiter.options().withCallbacks(Runnable::run).withLossCallbacks(Runnable::run)));
  }

  @Override
  protected void await(String what, BooleanSupplier condition) {
    Awaitility.await(what)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              if (condition.getAsBoolean()) {
                return true;
              }
              arbiter.pass(STEP);
              return false;
            });
  }
}
