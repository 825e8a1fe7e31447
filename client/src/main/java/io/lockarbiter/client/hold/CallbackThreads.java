package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.ask.ClientThreads;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs callbacks on the executor of the options, or on threads of the client's own, of which others
 * step in when one blocks on a future. Listeners of lost leases have threads that nothing else can
 * keep busy. If an executor refuses a task, the client's own threads run it, so that no callback is
 * lost and the client's own work does not wait for it.
 */
public final class CallbackThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallbackThreads.class);

  private final ForkJoinPool own;
  private final ForkJoinPool ownLosses;
  private final Executor callbacks;
  private final Executor losses;
  private final AtomicBoolean told = new AtomicBoolean();
  private final Set<Thread> running = ConcurrentHashMap.newKeySet();

  private CallbackThreads(LockClientOptions options, String threadName) {
    own = ClientThreads.pool(threadName);
    ownLosses = ClientThreads.pool(threadName + "-lost");
    callbacks = known(orOwn(options.callbacks(), own));
    losses = known(orOwn(options.lossCallbacks(), ownLosses));
  }

  /** The threads that the options ask for. */
  public static CallbackThreads of(LockClientOptions options, String threadName) {
    return new CallbackThreads(options, threadName);
  }

  /** An executor whose callbacks {@link #isCallback} knows. */
  private Executor known(Executor executor) {
    return callback -> executor.execute(() -> run(callback));
  }

  private void run(Runnable callback) {
    boolean isOuter = running.add(Thread.currentThread());
    try {
      callback.run();
    } finally {
      if (isOuter) {
        running.remove(Thread.currentThread());
      }
    }
  }

  /**
   * Says whether the calling thread runs a callback: a listener, or what follows a future of the
   * client.
   */
  boolean isCallback() {
    return running.contains(Thread.currentThread());
  }

  private Executor orOwn(@Nullable Executor given, Executor own) {
    return given == null ? own : callback -> execute(given, own, callback);
  }

  private void execute(Executor given, Executor own, Runnable callback) {
    try {
      given.execute(callback);
    } catch (Throwable e) { // an exception of the user's code must end nothing of the client
      if (told.compareAndSet(false, true)) {
        LOG.warn(
            "the executor for callbacks of the lock client takes no more; threads of the client's own stand in for it, now and whenever it refuses again. Fix: a larger queue, more threads, or callbacks that end sooner",
            e);
      }
      own.execute(callback);
    }
  }

  /** The executor of callbacks; refuses tasks only when it is closed. */
  public Executor callbacks() {
    return callbacks;
  }

  /** The executor of listeners of lost leases; refuses tasks only when it is closed. */
  public Executor losses() {
    return losses;
  }

  /** Stops accepting callbacks; those handed in still run. */
  @Override
  public void close() {
    own.shutdown();
    ownLosses.shutdown();
  }
}
