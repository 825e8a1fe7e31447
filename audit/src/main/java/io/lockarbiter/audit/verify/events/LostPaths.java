package io.lockarbiter.audit.verify.events;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.LockPath;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a partition that were lost in the last ten minutes, or may have been, as events tell
 * it. Of an account with too many the earliest are forgotten (RULES.md, Remembered moves).
 */
final class LostPaths {
  static final long KEPT_MS = 600_000;
  private static final int MOST_PATHS = 1_000;
  private static final int MOST_BYTES = 1 << 20;
  private static final int CHARGE = 100;

  /** Bytes on the heap of one loss beside its texts. */
  private static final int HEAP_BYTES = 400;

  private final Map<String, Account> accounts = new HashMap<>();
  private final Set<Loss> byTime = new LinkedHashSet<>();
  private long heapBytes;

  /** The loss of one path by one event. */
  static final class Loss {
    private final String account;
    private final LockPath path;
    private final @Nullable LockPath place;
    private final boolean isSure;
    private final long seq;
    private final long at;
    private boolean isMadeAnew;

    /**
     * Makes a loss.
     *
     * @param isSure false if nobody said what was done
     * @param place to which a move took the path; null if none did
     */
    Loss(
        String account,
        LockPath path,
        boolean isSure,
        @Nullable LockPath place,
        long seq,
        long at) {
      this.account = account;
      this.path = path;
      this.isSure = isSure;
      this.place = place;
      this.seq = seq;
      this.at = at;
    }

    LockPath path() {
      return path;
    }

    @Nullable LockPath place() {
      return place;
    }

    long seq() {
      return seq;
    }

    /** Says whether the path is surely not there. */
    boolean isGone() {
      return isSure && !isMadeAnew;
    }

    private int charge() {
      int ofPlace = place == null ? 0 : bytes(place.key()) + bytes(place.sentKey());
      return CHARGE + bytes(path.key()) + ofPlace;
    }

    private long heapBytes() {
      int ofPlace = place == null ? 0 : place.toString().length();
      return HEAP_BYTES + 6L * (path.toString().length() + ofPlace);
    }

    private static int bytes(String text) {
      return text.getBytes(UTF_8).length;
    }
  }

  private static final class Account {
    /** At most the last two losses of each path; the path that was lost last comes last. */
    private final Map<LockPath, List<Loss>> byPath = new LinkedHashMap<>();

    private int charge;
    private @Nullable Loss forgotten;
  }

  /** The losses of a path that count, earliest first. */
  List<Loss> of(String account, LockPath path) {
    Account known = accounts.get(account);
    return known == null ? List.of() : known.byPath.getOrDefault(path, List.of());
  }

  /** The number of the last event of an account that was forgotten before its time; 0 if none. */
  long forgotten(String account) {
    Account known = accounts.get(account);
    return known == null || known.forgotten == null ? 0 : known.forgotten.seq;
  }

  /** Adds a loss; of two by one event the first counts. */
  void add(Loss loss) {
    Account account = accounts.computeIfAbsent(loss.account, name -> new Account());
    List<Loss> before = account.byPath.remove(loss.path);
    List<Loss> losses = new ArrayList<>();
    if (before != null) {
      Loss last = before.get(before.size() - 1);
      if (last.seq == loss.seq) {
        account.byPath.put(loss.path, before);
        return;
      }
      account.charge -= last.charge();
      losses.add(last);
      before.stream().filter(each -> each != last).forEach(this::drop);
    }
    losses.add(loss);
    account.byPath.put(loss.path, losses);
    account.charge += loss.charge();
    byTime.add(loss);
    heapBytes += loss.heapBytes();
    while (account.byPath.size() > MOST_PATHS || account.charge > MOST_BYTES) {
      LockPath earliest = account.byPath.keySet().iterator().next();
      List<Loss> dropped = account.byPath.remove(earliest);
      Loss last = dropped.remove(dropped.size() - 1);
      dropped.forEach(this::drop);
      if (account.forgotten != null) {
        drop(account.forgotten);
      }
      account.forgotten = last;
      account.charge -= last.charge();
    }
  }

  private void drop(Loss loss) {
    if (byTime.remove(loss)) {
      heapBytes -= loss.heapBytes();
    }
  }

  /** Notes that somebody may have made a path, if it was lost. */
  void make(String account, LockPath path) {
    List<Loss> losses = of(account, path);
    if (!losses.isEmpty()) {
      losses.get(losses.size() - 1).isMadeAnew = true;
    }
  }

  /** Says whether nothing of an account is known. */
  boolean isEmpty(String account) {
    return !accounts.containsKey(account);
  }

  /** Forgets what is older than ten minutes. */
  void forget(long now) {
    for (Iterator<Loss> each = byTime.iterator(); each.hasNext(); ) {
      Loss over = each.next();
      if (over.at + KEPT_MS > now) {
        return;
      }
      each.remove();
      heapBytes -= over.heapBytes();
      Account account = accounts.get(over.account);
      if (account != null) {
        forget(account, over);
        if (account.byPath.isEmpty() && account.forgotten == null) {
          accounts.remove(over.account);
        }
      }
    }
  }

  private static void forget(Account account, Loss over) {
    if (account.forgotten == over) {
      account.forgotten = null;
    }
    List<Loss> losses = account.byPath.get(over.path);
    if (losses == null || losses.get(0) != over) {
      return;
    }
    losses.remove(0);
    if (losses.isEmpty()) {
      account.byPath.remove(over.path);
      account.charge -= over.charge();
    }
  }

  /** Forgets everything. */
  void clear() {
    accounts.clear();
    byTime.clear();
    heapBytes = 0;
  }

  /** Returns the bytes on the heap, an upper bound. */
  long heapBytes() {
    return heapBytes;
  }
}
