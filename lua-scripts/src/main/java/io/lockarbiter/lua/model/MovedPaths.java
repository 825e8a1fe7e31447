package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.MovedMemory;
import io.lockarbiter.lua.store.MovedMemory.Forgotten;
import io.lockarbiter.lua.store.MovedPath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a partition that were moved or removed in the last ten minutes, by the names of
 * accounts and paths. An account that has too many forgets the earliest. What counts no more may
 * still be here.
 */
final class MovedPaths {
  private static final Comparator<MovedPath> EARLIEST_FIRST =
      Comparator.comparingLong(MovedPath::seq).thenComparing(MovedPath::path);

  /** Bytes on the heap for each path beside what it is charged. */
  private static final int HEAP_BYTES = 400;

  private final Map<String, Account> accounts = new HashMap<>();
  private long bytes;

  private static final class Account {
    private final Map<String, MovedPath> byName = new HashMap<>();
    private final TreeSet<MovedPath> inOrder = new TreeSet<>(EARLIEST_FIRST);
    private int bytes;
    private @Nullable Forgotten forgotten;

    private Account copy() {
      Account copy = new Account();
      inOrder.forEach(copy::add);
      copy.forgotten = forgotten;
      return copy;
    }

    private void add(MovedPath path) {
      byName.put(path.path(), path);
      inOrder.add(path);
      bytes += path.charge();
    }

    private void remove(MovedPath path) {
      byName.remove(path.path());
      inOrder.remove(path);
      bytes -= path.charge();
    }
  }

  MovedPaths copy() {
    MovedPaths copy = new MovedPaths();
    accounts.forEach((name, account) -> copy.accounts.put(name, account.copy()));
    copy.bytes = bytes;
    return copy;
  }

  void restore(MovedMemory memory) {
    memory.paths().forEach(path -> add(account(path.account()), path));
    memory.forgotten().forEach(each -> account(each.account()).forgotten = each);
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

  @Nullable Forgotten forgotten(String account) {
    Account known = accounts.get(account);
    return known == null ? null : known.forgotten;
  }

  /** Changes the state of a path that is there. */
  void replace(MovedPath before, MovedPath after) {
    Account account = account(before.account());
    remove(account, before);
    add(account, after);
  }

  private void add(Account account, MovedPath path) {
    account.add(path);
    bytes += HEAP_BYTES + path.charge();
  }

  private void remove(Account account, MovedPath path) {
    account.remove(path);
    bytes -= HEAP_BYTES + path.charge();
  }

  /** Bytes that all of them take, about two thirds of what they do on the heap. */
  long bytes() {
    return bytes;
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
      remove(account, before);
    }
    add(account, path);
    while (account.inOrder.size() > MovedMemory.MOST_PATHS
        || account.bytes > MovedMemory.MOST_BYTES) {
      MovedPath earliest = account.inOrder.first();
      remove(account, earliest);
      if (MovedMemory.counts(earliest.seq(), earliest.at(), path.at(), since)) {
        account.forgotten = new Forgotten(path.account(), earliest.seq(), earliest.at());
      }
    }
  }

  /** Forgets what counts no more, of all accounts. */
  void forget(long now, long since) {
    accounts
        .values()
        .removeIf(
            account -> {
              while (!account.inOrder.isEmpty() && !counts(account.inOrder.first(), now, since)) {
                remove(account, account.inOrder.first());
              }
              Forgotten forgotten = account.forgotten;
              if (forgotten != null
                  && !MovedMemory.counts(forgotten.seq(), forgotten.at(), now, since)) {
                account.forgotten = null;
              }
              return account.inOrder.isEmpty() && account.forgotten == null;
            });
  }

  private static boolean counts(MovedPath path, long now, long since) {
    return MovedMemory.counts(path.seq(), path.at(), now, since);
  }
}
