package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.MovedMemory;
import io.lockarbiter.lua.store.MovedMemory.Forgotten;
import io.lockarbiter.lua.store.MovedPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a partition that were moved or removed in the last ten minutes, by the names of
 * accounts and paths. An account that has too many forgets those of the earliest event, and so does
 * the partition. What counts no more may still be here.
 */
final class MovedPaths {
  private static final Comparator<MovedPath> EARLIEST_FIRST =
      Comparator.comparingLong(MovedPath::seq).thenComparing(MovedPath::path);

  /** Bytes on the heap for each path beside what it is charged. */
  private static final int HEAP_BYTES = 400;

  private final Map<String, Account> accounts = new HashMap<>();
  private final TreeSet<MovedPath> inOrder = new TreeSet<>(EARLIEST_FIRST);

  /** The last event that each account without paths has forgotten, earliest first. */
  private final Queue<Forgotten> emptied = new ArrayDeque<>();

  private long charged;

  private static final class Account {
    private final Map<String, MovedPath> byName = new HashMap<>();
    private final TreeSet<MovedPath> inOrder = new TreeSet<>(EARLIEST_FIRST);
    private int charged;
    private @Nullable Forgotten forgotten;
  }

  MovedPaths copy() {
    MovedPaths copy = new MovedPaths();
    copy.restore(all());
    return copy;
  }

  void restore(MovedMemory memory) {
    memory.paths().forEach(this::add);
    memory.forgotten().stream()
        .sorted(Comparator.comparingLong(Forgotten::seq))
        .forEach(
            each -> {
              Account account = account(each.account());
              account.forgotten = each;
              if (account.inOrder.isEmpty()) {
                emptied.add(each);
              }
            });
  }

  MovedMemory all() {
    List<MovedPath> paths = new ArrayList<>();
    accounts.values().forEach(account -> paths.addAll(account.inOrder));
    List<Forgotten> forgotten =
        accounts.values().stream()
            .map(account -> account.forgotten)
            .filter(Objects::nonNull)
            .toList();
    return new MovedMemory(paths, forgotten);
  }

  private Account account(String name) {
    return accounts.computeIfAbsent(name, absent -> new Account());
  }

  boolean isEmpty() {
    return accounts.isEmpty();
  }

  @Nullable MovedPath find(String account, String path) {
    Account known = accounts.get(account);
    return known == null ? null : known.byName.get(path);
  }

  /** The paths below one that are gone. */
  List<MovedPath> goneBelow(String account, String key) {
    Account known = accounts.get(account);
    return known == null
        ? List.of()
        : known.inOrder.stream()
            .filter(path -> path.isGone() && path.key().startsWith(key + '\u0001'))
            .toList();
  }

  @Nullable Forgotten forgotten(String account) {
    Account known = accounts.get(account);
    return known == null ? null : known.forgotten;
  }

  /** Changes a path that is there. */
  void replace(MovedPath before, MovedPath after) {
    remove(before);
    add(after);
  }

  private void add(MovedPath path) {
    Account account = account(path.account());
    account.byName.put(path.path(), path);
    account.inOrder.add(path);
    account.charged += path.charge();
    inOrder.add(path);
    charged += path.charge();
  }

  private Account remove(MovedPath path) {
    Account account = account(path.account());
    account.byName.remove(path.path());
    account.inOrder.remove(path);
    account.charged -= path.charge();
    inOrder.remove(path);
    charged -= path.charge();
    return account;
  }

  /** Bytes on the heap. */
  long bytes() {
    return charged + (long) HEAP_BYTES * inOrder.size();
  }

  /**
   * Adds a path in the place of what was known of it.
   *
   * @param since the number of the event behind which moves are remembered
   */
  void write(MovedPath path, long since) {
    Account account = account(path.account());
    MovedPath before = account.byName.get(path.path());
    if (before != null) {
      remove(before);
    }
    add(path);
    while (account.inOrder.size() > MovedMemory.MOST_PATHS
        || account.charged > MovedMemory.MOST_BYTES) {
      dropEarliest(account.inOrder, path.at(), since);
    }
    while (charged > MovedMemory.MOST_BYTES_OF_ALL) {
      dropEarliest(inOrder, path.at(), since);
    }
  }

  /** Drops all paths of the earliest event, before their time if need be. */
  private void dropEarliest(TreeSet<MovedPath> paths, long now, long since) {
    long seq = paths.first().seq();
    while (!paths.isEmpty() && paths.first().seq() == seq) {
      MovedPath earliest = paths.first();
      Account account = remove(earliest);
      if (counts(earliest, now, since)) {
        Forgotten forgotten = new Forgotten(earliest.account(), seq, earliest.at());
        account.forgotten = forgotten;
        if (account.inOrder.isEmpty()) {
          emptied.add(forgotten);
        }
      }
    }
  }

  /** Forgets what counts no more. */
  void forget(long now, long since) {
    while (!inOrder.isEmpty() && !counts(inOrder.first(), now, since)) {
      MovedPath over = inOrder.first();
      remove(over);
      forgetAccount(over.account(), now, since);
    }
    while (!emptied.isEmpty() && !counts(emptied.element(), now, since)) {
      forgetAccount(emptied.remove().account(), now, since);
    }
  }

  private void forgetAccount(String name, long now, long since) {
    Account account = accounts.get(name);
    if (account != null
        && account.inOrder.isEmpty()
        && (account.forgotten == null || !counts(account.forgotten, now, since))) {
      accounts.remove(name);
    }
  }

  private static boolean counts(MovedPath path, long now, long since) {
    return MovedMemory.counts(path.seq(), path.at(), now, since);
  }

  private static boolean counts(Forgotten forgotten, long now, long since) {
    return MovedMemory.counts(forgotten.seq(), forgotten.at(), now, since);
  }
}
