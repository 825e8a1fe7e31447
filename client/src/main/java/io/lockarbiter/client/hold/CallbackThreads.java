package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientThreads;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where callbacks run: on the executor of the options, or on threads of the client's own, which
 * stand in for each other when one blocks on a future. What tells of a lost lease has threads that
 * nothing else can keep busy. An executor that takes no more is stood in for, so that neither a
 * callback is lost nor the client's own work waits for it.
 */
public final class CallbackThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallbackThreads.class);

  private final ForkJoinPool own;
  private final ForkJoinPool ownLosses;
  private final Executor callbacks;
  private final Executor losses;
  private final AtomicBoolean told = new AtomicBoolean();

  private CallbackThreads(LockClientOptions options, String threadName) {
    own = ClientThreads.pool(threadName);
    ownLosses = ClientThreads.pool(threadName + "-lost");
    callbacks = orOwn(options.callbacks(), own);
    losses = orOwn(options.lossCallbacks(), ownLosses);
  }

  /** As the options say. */
  public static CallbackThreads of(LockClientOptions options, String threadName) {
    return new CallbackThreads(options, threadName);
  }

  private Executor orOwn(@Nullable Executor given, Executor own) {
    return given == null ? own : callback -> execute(given, own, callback);
  }

  private void execute(Executor given, Executor own, Runnable callback) {
    try {
      given.execute(callback);
    } catch (
        Throwable e) { // what it throws is the user's, and nothing of the client's may end by it
      if (told.compareAndSet(false, true)) {
        LOG.warn(
            "the executor for callbacks of the lock client takes no more; threads of the client's own stand in for it, now and whenever it refuses again. Fix: a larger queue, more threads, or callbacks that end sooner",
            e);
      }
      own.execute(callback);
    }
  }

  /** Runs callbacks; refuses only when it is closed. */
  public Executor callbacks() {
    return callbacks;
  }

  /** Runs what tells of a lost lease; refuses only when it is closed. */
  public Executor losses() {
    return losses;
  }

  /** Callbacks that were handed in still run. */
  @Override
  public void close() {
    own.shutdown();
    ownLosses.shutdown();
  }
}
