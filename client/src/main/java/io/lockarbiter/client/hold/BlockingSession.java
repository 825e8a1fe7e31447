package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockSession;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A session that a thread waits for; needs no callback thread, which may be the one that waits. */
final class BlockingSession {
  private final CompletableFuture<KeptSession> answer = new CompletableFuture<>();

  /** Waits without a time-out, because every command is answered or given up at some time. */
  LockSession await() throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : new IllegalStateException(e);
    } catch (InterruptedException e) {
      if (!answer.cancel(/* mayInterruptIfRunning= */ false)
          && !answer.isCompletedExceptionally()) {
        answer.join().leave();
      }
      throw e;
    }
  }

  /** Takes a session, in a turn; one that nobody waits for any more is left to its lease. */
  void begun(KeptSession session) {
    if (!answer.complete(session)) {
      session.drop();
    }
  }

  void failed(RuntimeException why) {
    answer.completeExceptionally(why);
  }
}
