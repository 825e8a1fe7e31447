package io.lockarbiter.spring.integration;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.springframework.integration.support.locks.ExpirableLockRegistry;
import org.springframework.integration.support.locks.RenewableLockRegistry;

/**
 * Locks of an arbiter for Spring Integration: each key is a path below a folder of an account,
 * locked with {@code PUT}. A lock is held by a thread, which may lock it again; it is renewed until
 * it is unlocked, regardless of a time to live, and ends by itself when its process dies. Each
 * registry has a session of its own; within it, threads exclude each other in the process.
 *
 * <p>{@code unlock} waits for the arbiter's answer. It throws {@link
 * java.util.ConcurrentModificationException} if the lock was lost on the way. Locking throws {@link
 * org.springframework.dao.CannotAcquireLockException} if the arbiter refuses for another reason
 * than somebody else's lock, or does not answer.
 *
 * <p>Keys that no thread locks or waits for take no memory, however many were obtained. Works with
 * Spring Integration 6.5 and 7. Does not close the client.
 */
public final class LockArbiterLockRegistry
    implements ExpirableLockRegistry<Lock>, RenewableLockRegistry<Lock> {
  private static final Duration LEASE = Duration.ofSeconds(30);

  private final LockedKeys keys = new LockedKeys();
  private final LockClient client;
  private final String account;
  private final String subAccount;
  private final String folder;
  private final String session = UUID.randomUUID().toString();
  private final Duration lease;

  /** A registry with leases of 30 s. */
  public LockArbiterLockRegistry(
      LockClient client, String account, String subAccount, String folder) {
    this(client, account, subAccount, folder, LEASE);
  }

  /**
   * A registry.
   *
   * @param subAccount the sub-account of its locks; another registry with the same one is another
   *     owner
   * @param folder the folder below which each key is a path, such as {@code /locks}; registries
   *     with the same account and folder exclude each other
   * @param lease 1 s to 10 min: the longest time for which a lock outlives its process
   */
  public LockArbiterLockRegistry(
      LockClient client, String account, String subAccount, String folder, Duration lease) {
    this.client = client;
    this.account = account;
    this.subAccount = subAccount;
    this.folder = LockPath.of(folder).equals(LockPath.ROOT) ? "" : folder;
    this.lease = lease;
    obtain("a key, which shows at once whether the arbiter would refuse all");
  }

  /**
   * The lock of a key; equal to every other lock of this registry for it.
   *
   * @param lockKey a text of any length; short and plain ones are the names of their paths, others
   *     go by their digest
   * @throws IllegalArgumentException if it is no text
   */
  @Override
  public Lock obtain(Object lockKey) {
    return new KeyLock(
        keys,
        client,
        LockRequest.custom(account, subAccount, path(lockKey), Mode.PUT)
            .session(session)
            .leaseOf(lease));
  }

  private String path(@Nullable Object lockKey) {
    if (!(lockKey instanceof String key)) {
      throw new IllegalArgumentException(
          "lockKey is a %s, expected a String"
              .formatted(lockKey == null ? "null" : lockKey.getClass().getName()));
    }
    return folder + "/" + KeySegment.of(key);
  }

  /** Does nothing, because only keys that are locked or waited for are kept. */
  @Override
  public void expireUnusedOlderThan(long age) {}

  /**
   * Renews a lock at once. This is never necessary, because each lock is renewed in time by itself.
   *
   * @throws IllegalMonitorStateException if the current thread does not hold it
   * @throws IllegalStateException if it is lost
   */
  @Override
  public void renewLock(Object lockKey) {
    String path = path(lockKey);
    LockedKey key = keys.find(path);
    if (key == null || !key.isHeldByThisThread()) {
      throw new IllegalMonitorStateException("The current thread does not hold lock=" + path);
    }
    if (!key.renew()) {
      throw new IllegalStateException("lock=" + path + " is lost and cannot be renewed");
    }
  }

  /**
   * Renews as {@link #renewLock(Object)} does; a time to live does not end a lock whose process is
   * alive.
   */
  @Override
  public void renewLock(Object lockKey, Duration ttl) {
    renewLock(lockKey);
  }

  /** Number of keys that threads lock or wait for now. */
  int size() {
    return keys.size();
  }
}
