package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A search among an account's locks; a null field matches everything.
 *
 * @param under with a target at or below this path
 * @param subAccount of this sub-account
 * @param lockId whose id begins so
 * @param waiting true = waiting, false = held
 * @param mode with a target in this mode
 * @param text contained in ids, paths or attributes, in either case
 */
public record LockSearch(
    @Nullable LockPath under,
    @Nullable String subAccount,
    @Nullable String lockId,
    @Nullable Boolean waiting,
    @Nullable Mode mode,
    @Nullable String text) {

  /** Most bytes of the locks of a page, as the heap has them; one larger lock is a page too. */
  static final long MOST_PAGE_BYTES = 4 << 20;

  /** The order of results; among equals that of the first target's path, then of ids. */
  public enum Order {
    /** By path. */
    PATH("path"),
    /** By sub-account. */
    SUB_ACCOUNT("subAccount"),
    /** The lock that is held, or the request that waits, for the longest time first. */
    SINCE("since");

    /** Makes times of any size as long as each other, so that they are compared as texts. */
    private static final long LEADING_ONE = 1_000_000_000_000_000_000L;

    private final String text;

    Order(String text) {
      this.text = text;
    }

    /** Returns its name on the wire. */
    public String text() {
      return text;
    }

    private String keyOf(LiveLock lock) {
      String path = lock.fields().targets().get(0).path().key() + '\0' + lock.lockId();
      return switch (this) {
        case PATH -> path;
        case SUB_ACCOUNT -> lock.owner().subAccount() + '\0' + path;
        case SINCE -> (LEADING_ONE + lock.since()) + path;
      };
    }
  }

  /**
   * One page of results.
   *
   * @param next where the next page begins; null at the end
   * @param total how many match in all
   */
  public record Found(List<LiveLock> locks, @Nullable String next, int total) {}

  /**
   * Searches.
   *
   * @param locks of an account, {@link #candidates}
   * @param after {@code next} of the page before, which had the same order; null for the first page
   */
  public Found in(Collection<LiveLock> locks, Order order, @Nullable String after, int limit) {
    TreeMap<String, LiveLock> first = new TreeMap<>();
    int total = 0;
    boolean more = false;
    for (LiveLock lock : locks) {
      if (!matches(lock)) {
        continue;
      }
      total++;
      String key = order.keyOf(lock);
      if (after != null && key.compareTo(after) <= 0) {
        continue;
      }
      if (first.size() < limit || key.compareTo(first.lastKey()) < 0) {
        first.put(key, lock);
        if (first.size() > limit) {
          first.pollLastEntry();
          more = true;
        }
      } else {
        more = true;
      }
    }
    return page(first, more, total);
  }

  /** Returns as many of the locks, in their order, as a page may have. */
  private static Found page(SortedMap<String, LiveLock> first, boolean more, int total) {
    List<LiveLock> locks = new ArrayList<>();
    String last = null;
    long bytes = 0;
    for (Map.Entry<String, LiveLock> one : first.entrySet()) {
      bytes += HeapBytes.of(one.getValue());
      if (bytes > MOST_PAGE_BYTES && last != null) {
        return new Found(Collections.unmodifiableList(locks), last, total);
      }
      locks.add(one.getValue());
      last = one.getKey();
    }
    return new Found(Collections.unmodifiableList(locks), more ? last : null, total);
  }

  /** Copies the locks to search, so that the search itself blocks nobody. */
  public List<LiveLock> candidates(AccountMirror seen) {
    return new ArrayList<>(Boolean.TRUE.equals(waiting) ? seen.queue().values() : seen.locks());
  }

  /** Says whether a lock is among what is searched for. */
  boolean matches(LiveLock lock) {
    return (waiting == null || waiting == lock.waiting())
        && (subAccount == null || subAccount.equals(lock.owner().subAccount()))
        && (lockId == null || lock.lockId().startsWith(lockId))
        && (mode == null
            || lock.fields().targets().stream().anyMatch(target -> target.mode() == mode))
        && (under == null
            || lock.fields().targets().stream()
                .anyMatch(target -> under.comparedAs(target.path()).isAtOrAbove(target.path())))
        && (text == null || occursIn(lock));
  }

  private boolean occursIn(LiveLock lock) {
    String wanted = String.valueOf(text).toLowerCase(Locale.ROOT);
    String session = lock.owner().session();
    return contains(lock.lockId(), wanted)
        || contains(lock.owner().subAccount(), wanted)
        || session != null && contains(session, wanted)
        || lock.fields().targets().stream()
            .anyMatch(target -> contains(target.path().toString(), wanted))
        || lock.fields().attributes().values().stream().anyMatch(value -> contains(value, wanted));
  }

  private static boolean contains(String where, String wanted) {
    return where.toLowerCase(Locale.ROOT).contains(wanted);
  }
}
