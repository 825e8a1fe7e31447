package io.lockarbiter.client.hold;

import io.lockarbiter.client.ask.ClientLoop;
import io.lockarbiter.client.ask.RepeatWindows;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets the thread that closes a lease wait for the answer to its release, so that whoever asks
 * afterwards does not meet the lock. It does not wait
 *
 * <ul>
 *   <li>in a turn of the loop, or in a callback, for which other callbacks wait;
 *   <li>on a thread of Reactor's that must not block;
 *   <li>if the thread is interrupted;
 *   <li>while an earlier one has waited in vain in the same partition and is unanswered still: so a
 *       thread that closes a thousand leases without an arbiter waits once.
 * </ul>
 *
 * <p>Safe for use by many threads.
 */
final class ReleaseWait {
  private static final String REACTORS_MARK = "reactor.core.scheduler.NonBlocking";

  private final ClientLoop loop;
  private final CallbackThreads callbacks;
  private final RepeatWindows partitions;
  private final Duration limit;

  /** The number of releases without an answer in partitions where a wait was in vain. */
  private final Map<Integer, Integer> inVain = new ConcurrentHashMap<>();

  /** Waits at most for the limit; zero = never. */
  ReleaseWait(
      ClientLoop loop, CallbackThreads callbacks, RepeatWindows partitions, Duration limit) {
    this.loop = loop;
    this.callbacks = callbacks;
    this.partitions = partitions;
    this.limit = limit;
  }

  /**
   * Waits for the answer to a release.
   *
   * @param answer completed in a turn, not in a callback: the callback's thread may be this one
   */
  void await(String account, CompletableFuture<?> answer) {
    if (answer.isDone() || limit.isZero() || mustNotBlock()) {
      return;
    }
    int partition = partitions.partition(account);
    try {
      if (inVain.containsKey(partition) || !loop.await(answer, limit)) {
        leave(partition, answer);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave(int partition, CompletableFuture<?> answer) {
    inVain.merge(partition, 1, Integer::sum);
    var unused =
        answer.whenComplete(
            (result, failure) ->
                inVain.computeIfPresent(partition, (key, n) -> n == 1 ? null : n - 1));
  }

  private boolean mustNotBlock() {
    return loop.isInTurn() || callbacks.isCallback() || isMarked(Thread.currentThread().getClass());
  }

  /** Says whether a class of threads, or one above it, is marked as one that must not block. */
  private static boolean isMarked(Class<?> type) {
    for (Class<?> each = type; each != null && each != Thread.class; each = each.getSuperclass()) {
      for (Class<?> mark : each.getInterfaces()) {
        if (mark.getName().equals(REACTORS_MARK)) {
          return true;
        }
      }
    }
    return false;
  }
}
