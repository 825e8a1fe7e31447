package io.lockarbiter.sandbox.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Members and upload workers, each in a thread of its own, on the trees of their accounts.
 *
 * <p>Used once: {@link #start}, {@link #finish}.
 */
final class Workload {
  private static final int WORKERS = 8;
  private static final int MOST_OPEN_UPLOADS = 3 * WORKERS;
  private static final Duration LAST_UPLOADS = Duration.ofSeconds(20);

  private final Permission permission;
  private final FileWork work;
  private final Map<String, FileTree> trees;
  private final List<Thread> members = new ArrayList<>();
  private final List<Thread> workers = new ArrayList<>();
  private final AtomicInteger openUploads = new AtomicInteger();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean membersEnd;
  private volatile boolean workersEnd;

  Workload(Permission permission, FileWork work, Map<String, FileTree> trees) {
    this.permission = permission;
    this.work = work;
    this.trees = trees;
  }

  /** Lets everybody begin. */
  void start(int membersPerAccount) {
    for (int i = 1; i <= WORKERS; i++) {
      workers.add(new Thread(new UploadWorker(this), "demo-worker-" + i));
    }
    for (String account : trees.keySet()) {
      for (int i = 1; i <= membersPerAccount; i++) {
        Member member = new Member(account, "u" + i, null);
        members.add(
            new Thread(new MemberActivity(this, member, numbers), "demo-" + account + "-u" + i));
      }
    }
    workers.forEach(Thread::start);
    members.forEach(Thread::start);
  }

  /**
   * Lets everybody finish what they began.
   *
   * @throws IllegalStateException if somebody failed, or an upload that was granted was not done
   */
  void finish() throws InterruptedException {
    membersEnd = true;
    join(members);
    long deadline = System.nanoTime() + LAST_UPLOADS.toNanos();
    while (openUploads.get() > 0 && failure() == null && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    workersEnd = true;
    join(workers);
    Throwable first = failure();
    if (first != null) {
      throw new IllegalStateException("the workload broke off: " + first.getMessage(), first);
    }
    if (openUploads.get() > 0) {
      throw new IllegalStateException(
          "granted uploads that no worker did: openUploads=%d after %d s"
              .formatted(openUploads.get(), LAST_UPLOADS.toSeconds()));
    }
  }

  /** What broke somebody's work; null if nothing did. */
  @Nullable Throwable failure() {
    return failure.get();
  }

  Permission permission() {
    return permission;
  }

  FileWork work() {
    return work;
  }

  FileTree tree(Member member) {
    FileTree tree = trees.get(member.account());
    if (tree == null) {
      throw new IllegalArgumentException("unknown account=" + member.account());
    }
    return tree;
  }

  boolean membersEnded() {
    return membersEnd;
  }

  boolean uploadsEnded() {
    return workersEnd;
  }

  /** Says whether the workers are behind, so that another upload would only wait. */
  boolean manyUploadsOpen() {
    return openUploads.get() >= MOST_OPEN_UPLOADS;
  }

  void uploadRequested() {
    openUploads.incrementAndGet();
  }

  void uploadDone() {
    openUploads.decrementAndGet();
  }

  /** Runs somebody's work; what breaks it ends the workload. */
  void guard(Work somebody) {
    try {
      somebody.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      membersEnd = true;
      workersEnd = true;
    }
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** What somebody does. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }
}
