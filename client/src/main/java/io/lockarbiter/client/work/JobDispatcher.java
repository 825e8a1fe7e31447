package io.lockarbiter.client.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The jobs of one worker: a bounded number runs, the others wait their turn. Thread-safe. */
final class JobDispatcher {
  private final int concurrency;
  private final Deque<JobRun> waiting = new ArrayDeque<>();
  private final Set<JobRun> running = new HashSet<>();

  JobDispatcher(int concurrency) {
    this.concurrency = concurrency;
  }

  /** Starts a job, now or when another has ended. */
  void offer(JobRun run) {
    synchronized (this) {
      waiting.add(run);
    }
    startNext();
  }

  /** A job has ended; the next may start. */
  void ended(JobRun run) {
    synchronized (this) {
      running.remove(run);
      notifyAll();
    }
    startNext();
  }

  private void startNext() {
    for (JobRun next = next(); next != null; next = next()) {
      next.start();
    }
  }

  private synchronized @Nullable JobRun next() {
    JobRun next = running.size() < concurrency ? waiting.poll() : null;
    if (next != null) {
      running.add(next);
    }
    return next;
  }

  /** Says whether jobs wait, so that no more should be read. */
  synchronized boolean isFull() {
    return !waiting.isEmpty();
  }

  synchronized boolean isRunning(Predicate<JobRun> which) {
    return running.stream().anyMatch(which);
  }

  /** Forgets jobs that have not begun. */
  synchronized void withdraw(Predicate<JobRun> which) {
    waiting.removeIf(which);
  }

  /** Waits until none of these runs any more, or the time is over. */
  synchronized void awaitEnd(Predicate<JobRun> which, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = end - System.nanoTime();
        left > 0 && isRunning(which);
        left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
  }

  /** Gives jobs up for whoever gets them next: those that wait, and those that run. */
  void giveUp(Predicate<JobRun> which) {
    withdraw(which);
    List<JobRun> begun;
    synchronized (this) {
      begun = new ArrayList<>(running);
    }
    begun.stream().filter(which).forEach(JobRun::giveUp);
  }
}
