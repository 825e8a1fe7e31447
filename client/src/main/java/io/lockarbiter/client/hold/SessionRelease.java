package io.lockarbiter.client.hold;

import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.contracts.lock.LockKey;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The release of one session by its holder, asked once. Safe for use by many threads. */
final class SessionRelease {
  private final ClientContext context;
  private final KeptSession session;
  private final AtomicBoolean asked = new AtomicBoolean();

  /** Completed in a turn; for the client itself. */
  private final CompletableFuture<ReleaseAllResult> settled = new CompletableFuture<>();

  /** Completed on a thread for callbacks. */
  private final CompletableFuture<ReleaseAllResult> told = new CompletableFuture<>();

  private volatile boolean closed;
  private volatile long closedAt;

  SessionRelease(ClientContext context, KeptSession session) {
    this.context = context;
    this.session = session;
  }

  boolean isAsked() {
    return closed;
  }

  /** The time of the release, if that is earlier than a safe end; on the loop's clock. */
  long earlier(long safeEnd) {
    return closed && closedAt - safeEnd < 0 ? closedAt : safeEnd;
  }

  /** Ends the session at the first call. */
  CompletableFuture<ReleaseAllResult> ask() {
    if (asked.compareAndSet(false, true)) {
      closedAt = context.loop().nanoTime();
      closed = true;
      context.loop().execute(this::send);
    }
    return told.copy();
  }

  private void send() {
    boolean isGone = session.isGone();
    List<LockKey> ended = session.end();
    if (isGone) {
      settle(new ReleaseAllResult(0, 0), null);
    } else {
      new PendingReleaseAll(
              context,
              session.account(),
              session.owner(),
              this::released,
              why -> notReleased(why, ended))
          .ask();
    }
  }

  private void released(ReleaseAllResult result) {
    context.unreleased().removeAll(session.account(), session.owner());
    settle(result, null);
  }

  private void notReleased(RuntimeException why, List<LockKey> ended) {
    ended.forEach(lock -> context.unreleased().add(lock, session.owner()));
    settle(null, why);
  }

  private void settle(@Nullable ReleaseAllResult result, @Nullable RuntimeException why) {
    complete(settled, result, why);
    context.callbacks().execute(() -> complete(told, result, why));
  }

  private static void complete(
      CompletableFuture<ReleaseAllResult> future,
      @Nullable ReleaseAllResult result,
      @Nullable RuntimeException why) {
    if (why == null) {
      future.complete(result);
    } else {
      future.completeExceptionally(why);
    }
  }

  /** Ends the session and waits for the answer where and as long as it may. */
  void close() {
    var unused = ask();
    context.releaseWait().await(session.account(), settled);
  }
}
