package io.lockarbiter.sandbox.demo;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Uploads into one folder without end, each a file of its own, from several members: some are given
 * back early, some renewed, some left until their lease runs out. Not thread-safe; times are those
 * of {@link System#nanoTime}.
 */
final class UploadStream {
  private static final long EVERY_NANOS = Duration.ofMillis(40).toNanos();
  private static final int MEMBERS = 6;
  private static final int MIN_LEASE_MS = 1_000;
  private static final int MAX_LEASE_MS = 2_500;
  private static final long WAIT_MS = 30_000;

  private final String account;
  private final LockPath folder;
  private final Consumer<AccountCommand> out;
  private final RandomGenerator random;
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos));
  private long nextAtNanos;
  private long number;

  UploadStream(
      String account,
      LockPath folder,
      Consumer<AccountCommand> out,
      RandomGenerator random,
      long nowNanos) {
    this.account = account;
    this.folder = folder;
    this.out = out;
    this.random = random;
    nextAtNanos = nowNanos;
  }

  /** Sends what is due; at most one upload, so that a pause is not followed by a burst. */
  void step(long nowNanos) {
    if (nowNanos - nextAtNanos >= 0) {
      nextAtNanos = nowNanos + EVERY_NANOS;
      out.accept(upload());
    }
    for (Due due = dues.peek(); due != null && due.atNanos() - nowNanos <= 0; due = dues.peek()) {
      dues.remove();
      out.accept(due.command());
    }
  }

  /** Plans what becomes of an upload: one of four ways. */
  void granted(Granted upload, long nowNanos) {
    String lockId = upload.subject().lockId();
    Owner owner = upload.subject().owner();
    long renewMs = upload.subject().leaseMs() * 6 / 10;
    boolean renews = random.nextBoolean();
    if (renews) {
      plan(nowNanos, renewMs, new Renew(newId(), account, owner, null, lockId, null));
    }
    if (random.nextBoolean()) {
      long afterMs = random.nextLong(200, 800) + (renews ? renewMs : 0);
      plan(nowNanos, afterMs, new Release(newId(), account, owner, null, lockId, false));
    }
  }

  private void plan(long nowNanos, long afterMs, AccountCommand command) {
    dues.add(new Due(nowNanos + afterMs * 1_000_000, command));
  }

  private Acquire upload() {
    number++;
    LockPath file = LockPath.of(folder + "/f" + number);
    return new Acquire(
        newId(),
        account,
        new Owner("u" + (number % MEMBERS + 1), null),
        null,
        Operation.UPLOAD,
        file,
        null,
        Operation.UPLOAD.targets(file, null),
        random.nextLong(MIN_LEASE_MS, MAX_LEASE_MS),
        WAIT_MS,
        List.of(),
        new TreeMap<>());
  }

  private static String newId() {
    return UUID.randomUUID().toString();
  }

  private record Due(long atNanos, AccountCommand command) {}
}
