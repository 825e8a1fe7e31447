package io.lockarbiter.testing;

import io.lockarbiter.client.ask.ClientLoop;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Time that stands still until a test lets it pass, with the turns of all its users: they run one
 * after another, at once, on the thread that causes them. Safe for use by many threads.
 */
public final class SimulatedTime implements ClientLoop {
  private record Timer(long nanos, long number, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      int byTime = Long.compare(nanos, other.nanos);
      return byTime == 0 ? Long.compare(number, other.number) : byTime;
    }
  }

  private final Object lock = new Object();
  private final Queue<Runnable> ready = new ArrayDeque<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private long timersSoFar;
  private boolean running;
  private @Nullable Thread turning;
  private volatile long now = Duration.ofDays(1).toNanos();

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void execute(Runnable task) {
    synchronized (lock) {
      ready.add(task);
    }
    runReady();
  }

  @Override
  public void executeAt(long nanos, Runnable task) {
    if (nanos <= now) {
      execute(task);
      return;
    }
    synchronized (lock) {
      timers.add(new Timer(nanos, timersSoFar++, task));
    }
  }

  @Override
  public boolean isInTurn() {
    synchronized (lock) {
      return running && turning == Thread.currentThread();
    }
  }

  /** Waits while another thread runs turns; nothing else can happen until a test lets time pass. */
  @Override
  public boolean await(Future<?> answer, Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    synchronized (lock) {
      for (long left = limit.toNanos();
          running && !answer.isDone() && left > 0;
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(lock, left);
      }
    }
    return answer.isDone();
  }

  /**
   * Lets time pass; each task that becomes due runs at its time. Time stands still while another
   * thread runs turns, so what they bring about has its time too.
   */
  public void pass(Duration duration) {
    long end = now + duration.toNanos();
    for (Timer next = nextUntil(end); next != null; next = nextUntil(end)) {
      execute(next.task());
    }
    runReady();
  }

  /** Jumps: tasks that became due run afterwards, all at once, as after a pause of the process. */
  public void jump(Duration duration) {
    now += duration.toNanos();
    pass(Duration.ZERO);
  }

  /** Lets time pass to the next timer, or to the end if none is due before; null then. */
  private @Nullable Timer nextUntil(long end) {
    synchronized (lock) {
      awaitTurnsOfOthers();
      Timer next = timers.peek();
      if (next == null || next.nanos() > end) {
        now = Math.max(now, end);
        return null;
      }
      now = Math.max(now, next.nanos());
      return timers.poll();
    }
  }

  private void awaitTurnsOfOthers() {
    boolean isInterrupted = false;
    while (running && turning != Thread.currentThread()) {
      try {
        lock.wait();
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void runReady() {
    synchronized (lock) {
      if (running) {
        return;
      }
      running = true;
      turning = Thread.currentThread();
    }
    for (Runnable task = nextReady(); task != null; task = nextReady()) {
      run(task);
    }
  }

  private void run(Runnable task) {
    boolean done = false;
    try {
      task.run();
      done = true;
    } finally {
      if (!done) {
        synchronized (lock) {
          running = false;
          lock.notifyAll();
        }
      }
    }
  }

  private @Nullable Runnable nextReady() {
    synchronized (lock) {
      Runnable next = ready.poll();
      running = next != null;
      if (!running) {
        lock.notifyAll();
      }
      return next;
    }
  }
}
