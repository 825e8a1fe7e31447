package io.lockarbiter.webdav;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The check-outs that are held, put together from events. Each has an event within the last ten
 * minutes ({@code RULES.md}, Told again), so a reader that begins eleven minutes back knows all of
 * them. A look costs O(depth · log n), and what it finds. Safe for use by many threads.
 */
public final class LockTable {
  private static final long TOLD_AGAIN_MS = Duration.ofMinutes(11).toMillis();

  private final Map<LockKey, List<DavLock>> held = new HashMap<>();
  private final Map<String, TreeMap<LockPath, List<DavLock>>> paths = new HashMap<>();
  private final long mostBytes;
  private boolean isWithoutCase;
  private long newestAt;
  private long bytes;
  private long wholeAt;

  /** An empty table, with room for 128 MiB of locks. */
  public LockTable() {
    this(128L << 20);
  }

  /**
   * An empty table.
   *
   * @param mostBytes most heap of the locks; once there are more, it says that it is not whole
   */
  public LockTable(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Notes an event; those of one partition in order. */
  public synchronized void see(Event event) {
    newestAt = Math.max(newestAt, event.head().at());
    if (!(event.subject() instanceof LockFields lock)) {
      return;
    }
    isWithoutCase = lock.isWithoutCase();
    LockKey key = new LockKey(event.head().account(), lock.lockId());
    DavLock.Holding holding = holding(event);
    if (holding != null) {
      remove(key);
      put(key, DavLock.of(key.account(), lock, holding));
    } else if (event instanceof Released) {
      remove(key);
    }
  }

  private static DavLock.@Nullable Holding holding(Event event) {
    if (event instanceof Granted lock) {
      return new DavLock.Holding(lock.token(), lock.head().at(), lock.expiresAt());
    }
    if (event instanceof Renewed lock) {
      return new DavLock.Holding(lock.token(), lock.grantedAt(), lock.expiresAt());
    }
    if (event instanceof Told lock) {
      return new DavLock.Holding(lock.token(), lock.grantedAt(), lock.expiresAt());
    }
    return event instanceof YieldRequested lock
        ? new DavLock.Holding(lock.token(), lock.grantedAt(), lock.expiresAt())
        : null;
  }

  private void put(LockKey key, List<DavLock> locks) {
    long more = locks.stream().mapToLong(DavLock::bytes).sum();
    if (bytes + more > mostBytes) {
      // It is told again within ten minutes.
      wholeAt = newestAt + TOLD_AGAIN_MS;
      return;
    }
    if (locks.isEmpty()) {
      return;
    }
    bytes += more;
    held.put(key, locks);
    for (DavLock lock : locks) {
      paths
          .computeIfAbsent(key.account(), each -> new TreeMap<>())
          .computeIfAbsent(lock.path(), each -> new ArrayList<>())
          .add(lock);
    }
  }

  private void remove(LockKey key) {
    for (DavLock lock : held.getOrDefault(key, List.of())) {
      bytes -= lock.bytes();
      paths.computeIfPresent(
          key.account(), (account, at) -> without(lock, at) && at.isEmpty() ? null : at);
    }
    held.remove(key);
  }

  private static boolean without(DavLock lock, TreeMap<LockPath, List<DavLock>> at) {
    at.computeIfPresent(
        lock.path(), (path, locks) -> locks.remove(lock) && locks.isEmpty() ? null : locks);
    return true;
  }

  /**
   * Says whether every check-out is in it; if not, some were left out for want of memory in the
   * last minutes.
   */
  synchronized boolean isWhole() {
    return newestAt >= wholeAt;
  }

  /**
   * Refuses questions that it cannot answer.
   *
   * @throws IOException if it is not whole
   */
  void requireWhole() throws IOException {
    if (!isWhole()) {
      throw new AwayException(
          "There are more check-outs than fit into %d bytes, so nobody knows who has locked what"
              .formatted(mostBytes),
          /* cause= */ null);
    }
  }

  /** The log time of the latest event, epoch ms; 0 before the first. */
  synchronized long newestAt() {
    return newestAt;
  }

  /** The number of check-outs. */
  synchronized int size() {
    return held.size();
  }

  /** The locks at the path and above it, from the root on. */
  synchronized List<DavLock> covering(String account, LockPath path) {
    TreeMap<LockPath, List<DavLock>> at = paths.get(account);
    return at == null ? List.of() : covering(at, compared(path));
  }

  private static List<DavLock> covering(TreeMap<LockPath, List<DavLock>> at, LockPath path) {
    return Stream.concat(path.ancestors().stream(), Stream.of(path))
        .flatMap(each -> at.getOrDefault(each, List.of()).stream())
        .toList();
  }

  /** The locks at the path and below it, by their paths. */
  synchronized List<DavLock> within(String account, LockPath path) {
    List<DavLock> all = new ArrayList<>();
    TreeMap<LockPath, List<DavLock>> at = paths.get(account);
    if (at != null) {
      LockPath root = compared(path);
      for (Map.Entry<LockPath, List<DavLock>> each : at.tailMap(root, true).entrySet()) {
        if (!root.isAtOrAbove(each.getKey())) {
          break;
        }
        all.addAll(each.getValue());
      }
    }
    return all;
  }

  /** The path in the form in which paths of this deployment are compared. */
  synchronized LockPath compared(LockPath path) {
    return isWithoutCase ? path.withoutCase() : path;
  }
}
