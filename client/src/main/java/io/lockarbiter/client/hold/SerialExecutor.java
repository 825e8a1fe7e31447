package io.lockarbiter.client.hold;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the callbacks of one request or lease in order, one at a time, on a shared executor (the
 * class of this name in the documentation of {@link Executor}); at once if that accepts no more, so
 * that no caller waits for ever for a closed client.
 */
final class SerialExecutor implements Executor {
  private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);

  private final Executor executor;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  SerialExecutor(Executor executor) {
    this.executor = executor;
  }

  @Override
  public void execute(Runnable callback) {
    synchronized (waiting) {
      waiting.add(callback);
      if (running) {
        return;
      }
      running = true;
    }
    try {
      executor.execute(this::drain);
    } catch (Throwable e) { // a caller that gets no answer would wait for ever
      drain();
    }
  }

  private void drain() {
    for (Runnable next = next(); next != null; next = next()) {
      try {
        next.run();
      } catch (Throwable e) {
        LOG.warn("a listener of the lock client failed; mend it, others are still called", e);
      }
    }
  }

  private @Nullable Runnable next() {
    synchronized (waiting) {
      Runnable next = waiting.poll();
      running = next != null;
      return next;
    }
  }
}
