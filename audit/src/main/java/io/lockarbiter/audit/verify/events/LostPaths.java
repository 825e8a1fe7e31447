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
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a partition that were lost in the last ten minutes, or may have been, as events tell
 * it. Of an account or a partition with too many those of the earliest event are forgotten
 * (RULES.md, Remembered moves).
 */
final class LostPaths {
  static final long KEPT_MS = 600_000;
  private static final int MOST_PATHS = 1_000;
  private static final int MOST_BYTES = 1 << 20;
  private static final long MOST_BYTES_OF_ALL = 64 << 20;
  private static final int CHARGE = 500;

  /** Bytes on the heap of one loss beside its texts. */
  private static final int HEAP_BYTES = 400;

  private final Map<String, Account> accounts = new HashMap<>();
  private final Set<Loss> byTime = new LinkedHashSet<>();

  /** The last loss of each path of all accounts, earliest first. */
  private final Set<Loss> latest = new LinkedHashSet<>();

  private long charge;
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

    private Key key() {
      return new Key(path, isSure);
    }

    @Nullable LockPath place() {
      return place;
    }

    long seq() {
      return seq;
    }

    long at() {
      return at;
    }

    /** Says whether the path is surely not there: nobody may have made it since. */
    boolean isGone() {
      return isSure && !isMadeAnew;
    }

    private int charge() {
      int ofPlace = place == null ? 0 : bytes(place.key()) + bytes(place.sentKey());
      return CHARGE + 2 * bytes(path.key()) + ofPlace;
    }

    private long heapBytes() {
      int ofPlace = place == null ? 0 : place.toString().length();
      return HEAP_BYTES + 6L * (path.toString().length() + ofPlace);
    }

    private static int bytes(String text) {
      return text.getBytes(UTF_8).length;
    }
  }

  /** A path that is surely lost and one in doubt are remembered beside each other. */
  private record Key(LockPath path, boolean isSure) {}

  private static final class Account {
    /** At most the last two losses of each kind; the path that was lost last comes last. */
    private final Map<Key, List<Loss>> byPath = new LinkedHashMap<>();

    private int charge;
    private @Nullable Loss forgotten;

    private Loss earliest() {
      return Objects.requireNonNull(last(byPath.values().iterator().next()));
    }
  }

  /** The losses of a path that are sure and count, earliest first. */
  List<Loss> of(String account, LockPath path) {
    return of(account, new Key(path, /* isSure= */ true));
  }

  /** The doubts about a path that count, earliest first. */
  List<Loss> doubts(String account, LockPath path) {
    return of(account, new Key(path, /* isSure= */ false));
  }

  private List<Loss> of(String account, Key key) {
    Account known = accounts.get(account);
    return known == null ? List.of() : known.byPath.getOrDefault(key, List.of());
  }

  /** The last of some losses; null if there is none. */
  static @Nullable Loss last(List<Loss> losses) {
    return losses.isEmpty() ? null : losses.get(losses.size() - 1);
  }

  /** The number of the last event of an account that was forgotten before its time; 0 if none. */
  long forgotten(String account) {
    Account known = accounts.get(account);
    return known == null || known.forgotten == null ? 0 : known.forgotten.seq;
  }

  /** Adds a loss; of two by one event the first counts. */
  void add(Loss loss) {
    Account account = accounts.computeIfAbsent(loss.account, name -> new Account());
    Loss last = last(of(loss.account, loss.key()));
    if (last != null && last.seq == loss.seq) {
      return;
    }
    List<Loss> losses = new ArrayList<>();
    if (last != null) {
      remove(account, last).stream().filter(each -> each != last).forEach(this::drop);
      losses.add(last);
    }
    losses.add(loss);
    account.byPath.put(loss.key(), losses);
    account.charge += loss.charge();
    charge += loss.charge();
    latest.add(loss);
    byTime.add(loss);
    heapBytes += loss.heapBytes();
    while (account.byPath.size() > MOST_PATHS || account.charge > MOST_BYTES) {
      forgetEvent(account.earliest());
    }
    while (charge > MOST_BYTES_OF_ALL) {
      forgetEvent(latest.iterator().next());
    }
  }

  /** Forgets before its time all that was lost last by the event of a loss. */
  private void forgetEvent(Loss first) {
    Account account = Objects.requireNonNull(accounts.get(first.account));
    while (!account.byPath.isEmpty() && account.earliest().seq == first.seq) {
      Loss earliest = account.earliest();
      remove(account, earliest).stream().filter(each -> each != earliest).forEach(this::drop);
      if (account.forgotten != null) {
        drop(account.forgotten);
      }
      account.forgotten = earliest;
    }
  }

  /** Removes a path with its last loss; returns all its losses. */
  private List<Loss> remove(Account account, Loss last) {
    account.charge -= last.charge();
    charge -= last.charge();
    latest.remove(last);
    return Objects.requireNonNull(account.byPath.remove(last.key()));
  }

  private void drop(Loss loss) {
    if (byTime.remove(loss)) {
      heapBytes -= loss.heapBytes();
    }
  }

  /** Notes that somebody may have made a path, if it was lost. */
  void make(String account, LockPath path) {
    Loss last = last(of(account, path));
    if (last != null) {
      last.isMadeAnew = true;
    }
  }

  /** Notes that somebody may have made all that is below a path. */
  void makeBelow(String account, LockPath path) {
    Account known = accounts.get(account);
    if (known != null) {
      known.byPath.keySet().stream()
          .map(Key::path)
          .filter(path::isAbove)
          .forEach(each -> make(account, each));
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

  private void forget(Account account, Loss over) {
    if (account.forgotten == over) {
      account.forgotten = null;
    }
    List<Loss> losses = account.byPath.get(over.key());
    if (losses == null || losses.get(0) != over) {
      return;
    }
    if (losses.size() == 1) {
      remove(account, over);
    } else {
      losses.remove(0);
    }
  }

  /** Forgets everything. */
  void clear() {
    accounts.clear();
    byTime.clear();
    latest.clear();
    charge = 0;
    heapBytes = 0;
  }

  /** Returns the bytes on the heap, an upper bound. */
  long heapBytes() {
    return heapBytes;
  }
}
