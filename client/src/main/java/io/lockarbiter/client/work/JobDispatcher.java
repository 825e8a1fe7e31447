package io.lockarbiter.client.work;

import io.lockarbiter.client.ask.EventLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one worker. Each takes over its lock as soon as it is read, so that the lock does not
 * run out while the job waits for a place; a bounded number waits, a bounded number runs.
 * Thread-safe.
 */
final class JobDispatcher {
  /** Most bytes of the grants of waiting jobs; one may have 256 KiB. */
  private static final long MOST_WAITING_BYTES = 32 << 20;

  private static final long AGAIN_NANOS = Duration.ofMillis(100).toNanos();

  /** Time after which a handler that its executor has not begun is offered again. */
  static final Duration LONGEST_START = Duration.ofSeconds(60);

  private final int concurrency;
  private final int readAhead;
  private final Set<JobRun> waiting = new HashSet<>();
  private final Deque<JobRun> ready = new ArrayDeque<>();
  private final Map<JobRun, Rest> resting = new HashMap<>();
  private final Set<JobRun> running = new HashSet<>();
  private final EventLoop timers;
  private long waitingBytes;
  private long restingBytes;
  private boolean isPausing;
  private boolean isWatching;

  /** A wait for another attempt; its timer keeps no reference to a job that has left. */
  private static final class Rest {
    private @Nullable JobRun run;
  }

  JobDispatcher(int concurrency, int readAhead, EventLoop timers) {
    this.concurrency = concurrency;
    this.readAhead = readAhead;
    this.timers = timers;
  }

  /** Adds a job, which takes over its lock. */
  void offer(JobRun run) {
    takeIn(run);
    run.adopt();
  }

  /** Lets a job take over its lock once more; another job may get its place meanwhile. */
  void again(JobRun run) {
    remove(run);
    takeIn(run);
    startNext();
  }

  private synchronized void takeIn(JobRun run) {
    waiting.add(run);
    waitingBytes += run.bytes();
  }

  private synchronized void stopWaiting(JobRun run) {
    if (waiting.remove(run)) {
      waitingBytes -= run.bytes();
    }
  }

  /** Queues a job, which has its lock, for a place. */
  void ready(JobRun run) {
    synchronized (this) {
      if (waiting.contains(run)) {
        ready.add(run);
      }
    }
    startNext();
  }

  /** Puts a job that got no thread back to the front of the queue; no job starts meanwhile. */
  void refused(JobRun run) {
    boolean wasPausing;
    synchronized (this) {
      running.remove(run);
      takeIn(run);
      ready.addFirst(run);
      wasPausing = isPausing;
      isPausing = true;
    }
    if (!wasPausing) {
      timers.executeAt(timers.nanoTime() + AGAIN_NANOS, this::goOn);
    }
  }

  private void goOn() {
    synchronized (this) {
      isPausing = false;
    }
    startNext();
  }

  /**
   * Lets a job wait for another attempt after it ran. Returns whether it may, because waiting jobs
   * must leave room for others.
   *
   * @param taken runs before the pause begins, if it may
   */
  boolean rest(JobRun run, Duration pause, Runnable taken) {
    Rest rest = new Rest();
    synchronized (this) {
      if (resting.size() >= readAhead / 2
          || (restingBytes > 0 && restingBytes + run.bytes() > MOST_WAITING_BYTES / 2)) {
        return false;
      }
      running.remove(run);
      takeIn(run);
      rest.run = run;
      resting.put(run, rest);
      restingBytes += run.bytes();
      notifyAll();
    }
    taken.run();
    timers.executeAt(timers.nanoTime() + pause.toNanos(), () -> rested(rest));
    startNext();
    return true;
  }

  private void rested(Rest rest) {
    synchronized (this) {
      JobRun run = rest.run;
      if (run == null) {
        return;
      }
      stopResting(run);
      ready.add(run);
    }
    startNext();
  }

  private boolean stopResting(JobRun run) {
    Rest rest = resting.remove(run);
    if (rest == null) {
      return false;
    }
    rest.run = null;
    restingBytes -= run.bytes();
    return true;
  }

  /** Undoes {@link #ready} or {@link #rest}; returns whether that was in time. */
  synchronized boolean retract(JobRun run) {
    return stopResting(run) || ready.remove(run);
  }

  /** Notes that a job has ended, so the next may start. */
  void ended(JobRun run) {
    remove(run);
    startNext();
  }

  private synchronized void remove(JobRun run) {
    running.remove(run);
    ready.remove(run);
    stopResting(run);
    stopWaiting(run);
    notifyAll();
  }

  private void startNext() {
    for (JobRun next = next(); next != null; next = next()) {
      next.start();
    }
  }

  /** Watches the start of all jobs with one timer, as long as any runs. */
  private void watchStarts() {
    if (!isWatching) {
      isWatching = true;
      timers.executeAt(timers.nanoTime() + LONGEST_START.toNanos(), this::lookAtStarts);
    }
  }

  private void lookAtStarts() {
    List<JobRun> all;
    synchronized (this) {
      all = List.copyOf(running);
      isWatching = false;
      if (!all.isEmpty()) {
        watchStarts();
      }
    }
    all.forEach(JobRun::takeBackIfLate);
  }

  private synchronized @Nullable JobRun next() {
    JobRun next = running.size() < concurrency && !isPausing ? ready.poll() : null;
    if (next != null) {
      stopWaiting(next);
      running.add(next);
      watchStarts();
    }
    return next;
  }

  synchronized int waiting() {
    return waiting.size();
  }

  synchronized int running() {
    return running.size();
  }

  /** Number of running jobs whose lease was lost a while ago. */
  int overdue() {
    List<JobRun> all;
    synchronized (this) {
      all = List.copyOf(running);
    }
    return (int) all.stream().filter(JobRun::isOverdue).count();
  }

  /** Says whether so many jobs wait that no more should be read. */
  synchronized boolean isFull() {
    return waiting.size() >= readAhead || waitingBytes >= MOST_WAITING_BYTES;
  }

  synchronized boolean isRunning(Predicate<JobRun> which) {
    return running.stream().anyMatch(which);
  }

  /** Gives up jobs that have not begun. */
  void withdraw(Predicate<JobRun> which) {
    giveUp(waiting, which);
  }

  /** Waits until none of these jobs runs any more, or the time is over. */
  synchronized void awaitEnd(Predicate<JobRun> which, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (long left = end - System.nanoTime();
        left > 0 && isRunning(which);
        left = end - System.nanoTime()) {
      wait(left / 1_000_000 + 1);
    }
  }

  /** Gives up jobs that wait or run, for the workers that get them next. */
  void giveUp(Predicate<JobRun> which) {
    withdraw(which);
    giveUp(running, which);
  }

  private void giveUp(Set<JobRun> among, Predicate<JobRun> which) {
    List<JobRun> chosen;
    synchronized (this) {
      chosen = new ArrayList<>(among);
    }
    chosen.stream().filter(which).forEach(JobRun::giveUp);
  }
}
