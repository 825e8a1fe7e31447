package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Members, each in a thread of its own, and their uploads, on the trees of their accounts.
 *
 * <p>Used once: {@link #start}, {@link #finish}.
 */
final class Workload {
  private static final int MOST_OPEN_UPLOADS = 3 * Permission.WORKERS;
  private static final String LATER = "/later/u";
  private static final Duration LAST_UPLOADS = Duration.ofSeconds(20);

  private final Permission permission;
  private final FileWork work;
  private final Map<String, FileTree> trees;
  private final Duration longestPause;
  private final List<Thread> members = new ArrayList<>();
  private final AtomicInteger openUploads = new AtomicInteger();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private volatile boolean membersEnd;

  /**
   * Prepares the workload.
   *
   * @param longestPause of a member between two operations; half of it on average
   */
  Workload(
      Permission permission, FileWork work, Map<String, FileTree> trees, Duration longestPause) {
    this.permission = permission;
    this.work = work;
    this.trees = trees;
    this.longestPause = longestPause;
  }

  /** Starts all members. */
  void start(int membersPerAccount) {
    permission
        .serveUploads((job, hold) -> guard(() -> upload(job, hold)))
        .exceptionally(this::fail);
    for (String account : trees.keySet()) {
      for (int i = 1; i <= membersPerAccount; i++) {
        Member member = new Member(account, "u" + i, null);
        members.add(
            new Thread(new MemberActivity(this, member, numbers), "demo-" + account + "-u" + i));
      }
    }
    members.forEach(Thread::start);
  }

  /**
   * Lets everybody finish the present operation.
   *
   * @throws IllegalStateException if somebody failed, or a granted upload was not done
   */
  void finish() throws InterruptedException {
    membersEnd = true;
    join(members);
    long deadline = System.nanoTime() + LAST_UPLOADS.toNanos();
    while (openUploads.get() > 0 && failure() == null && System.nanoTime() - deadline < 0) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
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

  /** Aborts all work, for a run that has failed elsewhere. */
  void abandon() {
    membersEnd = true;
    members.forEach(Thread::interrupt);
  }

  /** Returns what stopped a member or worker; null if nothing did. */
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

  /** Pauses a member between two operations. */
  void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(longestPause.toMillis()));
  }

  /** Says whether the workers are behind, so that another upload would only wait. */
  boolean manyUploadsOpen() {
    return openUploads.get() >= MOST_OPEN_UPLOADS;
  }

  /** An upload that yields to a deletion goes on in a folder that nobody deletes. */
  private void upload(UploadJob job, Hold hold) throws InterruptedException {
    int sent = work.upload(tree(job.member()), job, hold);
    if (sent >= 0) {
      requestUpload(job.goingOnAt(LockPath.of(LATER + job.number()), sent));
    }
  }

  /** Asks for an upload and does not wait for it. */
  void requestUpload(UploadJob job) {
    openUploads.incrementAndGet();
    permission
        .requestUpload(job)
        .whenComplete((nothing, failure) -> openUploads.decrementAndGet())
        .exceptionally(this::fail);
  }

  /** Runs some work; a failure of it ends the workload. */
  void guard(Work somebody) {
    try {
      somebody.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private @Nullable Void fail(Throwable what) {
    failure.compareAndSet(null, what);
    membersEnd = true;
    return null;
  }

  private static void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** The work of a member or worker. */
  @FunctionalInterface
  interface Work {
    void run() throws InterruptedException;
  }
}
