package io.lockarbiter.sandbox.bench;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.store.LockStore;
import java.util.List;
import java.util.TreeMap;

/**
 * Feeds one partition of a store: uploads at depth 5, spread over accounts and sub-accounts, each
 * under its own path. Keeps the offsets and what is published.
 */
final class DecideBench {
  private static final int ACCOUNTS = 100;
  private static final int SUB_ACCOUNTS = 20;

  private final PartitionFeed feed;

  DecideBench(LockStore store) {
    this.feed = new PartitionFeed(store);
  }

  /** Lets {@code count} uploads, numbered from {@code first}, be granted. */
  void acquire(long first, long count) {
    feed.run(first, count, DecideBench::upload);
  }

  /** Lets the same be released. */
  void release(long first, long count) {
    feed.run(first, count, DecideBench::releaseOf);
  }

  /** Lets log time pass until no ended id is remembered. */
  void letRepeatWindowPass() {
    feed.pass(Settings.DEFAULT.get(Setting.REPEAT_WINDOW_MS));
    feed.run(0, PartitionFeed.REPEAT_ENTRIES, n -> new Tick());
    publishAll();
  }

  /** Tells the store that all is published. */
  void publishAll() {
    feed.feed(List.of());
  }

  private static Command upload(long n) {
    LockPath path =
        LockPath.of("/team-%d/project-%d/docs/%d/file-%d.pdf".formatted(n % 7, n % 31, n % 101, n));
    return new Acquire(
        account(n),
        null,
        new LockFields(
            "id-" + n,
            owner(n),
            Operation.UPLOAD,
            path,
            null,
            Operation.UPLOAD.targets(path, null),
            Settings.MAX_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  private static Command releaseOf(long n) {
    return new Release("release-" + n, account(n), owner(n), null, "id-" + n, false);
  }

  private static String account(long n) {
    return "account-" + n % ACCOUNTS;
  }

  private static Owner owner(long n) {
    return new Owner("user-" + n / ACCOUNTS % SUB_ACCOUNTS, null);
  }
}
