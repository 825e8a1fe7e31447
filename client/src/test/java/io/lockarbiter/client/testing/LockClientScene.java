package io.lockarbiter.client.testing;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Lock clients of a deployment under test, and an account for each test. */
public abstract class LockClientScene {
  /** The longest wait limit: nothing times out while a test runs. */
  protected static final Duration LONG = Duration.ofMinutes(10);

  private final List<LockClient> opened = new ArrayList<>();
  protected LockClient client;
  protected String account;

  /** An account that no other test has touched. */
  protected abstract String account();

  /** Opens a client of the deployment under test; the kit closes it. */
  protected abstract LockClient open(UnaryOperator<LockClientOptions> change);

  /** Lets time pass until the condition holds; fails if it never does. */
  protected abstract void await(String what, BooleanSupplier condition);

  @BeforeEach
  void openClient() {
    client = client();
    account = account();
  }

  @AfterEach
  void closeClients() {
    opened.forEach(LockClient::close);
  }

  /** A client with short time-outs. */
  protected final LockClient client() {
    return client(options -> options);
  }

  protected final LockClient client(UnaryOperator<LockClientOptions> change) {
    LockClient client =
        open(options -> change.apply(options.withClockDifference(Duration.ofMillis(100))));
    opened.add(client);
    return client;
  }

  protected final <T> T awaited(CompletableFuture<T> future) {
    await("an answer", future::isDone);
    try {
      return Objects.requireNonNull(future.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  protected final LockRefusedException refusal(CompletableFuture<?> future) {
    await("a refusal", future::isDone);
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    var unused = future.whenComplete((answer, why) -> failure.set(why));
    if (failure.get() instanceof LockRefusedException refused) {
      return refused;
    }
    throw new AssertionError("expected a refusal, got " + future, failure.get());
  }
}
