package io.lockarbiter.audit.verify;

import io.lockarbiter.audit.replay.HistorySource;
import io.lockarbiter.audit.replay.PartitionHistory;
import io.lockarbiter.audit.replay.ReplayListener;
import io.lockarbiter.audit.replay.Scope;
import io.lockarbiter.audit.verify.Verification.Check;
import io.lockarbiter.audit.verify.Verification.Threads;
import io.lockarbiter.contracts.codec.Vocabulary;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Verifies partitions of a source, some beside each other. The verdicts come in the order of the
 * partitions, whichever was done first, and so does a failure.
 */
public final class HistoryVerification {
  private final HistorySource source;
  private final Scope scope;
  private final Set<Check> checks;
  private final int threads;
  private final SharedHeap heap;

  /**
   * A verification.
   *
   * @param threads to use; with more than partitions, each check has one
   */
  public HistoryVerification(HistorySource source, Scope scope, Set<Check> checks, int threads) {
    this(source, scope, checks, threads, Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * A verification.
   *
   * @param mostBytes that the states of partitions beside each other may take together
   */
  HistoryVerification(
      HistorySource source, Scope scope, Set<Check> checks, int threads, long mostBytes) {
    this.source = source;
    this.scope = scope;
    this.checks = Set.copyOf(checks);
    this.threads = threads;
    heap = new SharedHeap(mostBytes);
  }

  /**
   * Verifies partitions.
   *
   * @param progress of a partition; is called at every step, by the thread that reads it
   * @param verdicts gets them one by one
   */
  public void run(
      List<Integer> partitions,
      Function<PartitionHistory, ReplayListener> progress,
      Consumer<PartitionVerdict> verdicts) {
    int beside = Math.min(threads, partitions.size());
    Threads each = threads > beside ? Threads.EACH_CHECK : Threads.ONE;
    if (beside < 2) {
      partitions.forEach(
          partition -> verdicts.accept(verify(partition, each, progress, bytes -> true)));
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(beside, HistoryVerification::thread);
    try {
      List<CompletableFuture<@Nullable PartitionVerdict>> tasks = new ArrayList<>();
      for (int partition : partitions) {
        tasks.add(
            CompletableFuture.supplyAsync(() -> verifyBeside(partition, each, progress), pool));
      }
      for (int i = 0; i < tasks.size(); i++) {
        PartitionVerdict verdict = result(tasks.get(i));
        if (verdict == null) {
          // A failure of another is told in its turn.
          CompletableFuture.allOf(tasks.toArray(CompletableFuture[]::new))
              .exceptionally(e -> null)
              .join();
          verdict = verify(partitions.get(i), Threads.EACH_CHECK, progress, bytes -> true);
        }
        verdicts.accept(verdict);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "audit-partition");
    thread.setDaemon(true);
    return thread;
  }

  private PartitionVerdict verify(
      int partition,
      Threads each,
      Function<PartitionHistory, ReplayListener> progress,
      LongPredicate fits) {
    try (PartitionHistory history = source.open(partition)) {
      return new Verification(scope, checks, each, Vocabulary.OF_THIS_BUILD)
          .run(history, progress.apply(history), fits);
    }
  }

  /** Returns null if the partition has no room beside others. */
  private @Nullable PartitionVerdict verifyBeside(
      int partition, Threads each, Function<PartitionHistory, ReplayListener> progress) {
    heap.enter(partition);
    try {
      return verify(partition, each, progress, bytes -> heap.fits(partition, bytes));
    } catch (NoRoomException e) {
      return null;
    } finally {
      heap.leave(partition);
    }
  }

  private static @Nullable PartitionVerdict result(
      CompletableFuture<@Nullable PartitionVerdict> task) {
    try {
      return task.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
