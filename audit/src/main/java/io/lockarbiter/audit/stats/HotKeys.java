package io.lockarbiter.audit.stats;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Tallies of the most frequent keys, exact while there are at most twice {@code kept} of them.
 * Beyond that the rarest are forgotten in one go, as in lossy counting (Manku and Motwani, 2002); a
 * key that returns begins at 0.
 *
 * @param <K> key
 * @param <T> its tally
 */
final class HotKeys<K, T> {
  private final int kept;
  private final Supplier<T> empty;
  private final Comparator<T> most;
  private final Map<K, T> tallies = new HashMap<>();
  private boolean forgot;

  HotKeys(int kept, Supplier<T> empty, ToLongFunction<T> weight) {
    this.kept = kept;
    this.empty = empty;
    this.most = Comparator.comparingLong(weight).reversed();
  }

  /** Returns the key's tally, to be added to. */
  T of(K key) {
    T known = tallies.get(key);
    if (known != null) {
      return known;
    }
    if (tallies.size() >= 2 * kept) {
      forget();
    }
    T tally = empty.get();
    tallies.put(key, tally);
    return tally;
  }

  private void forget() {
    List<K> rare = sorted().skip(kept).map(Map.Entry::getKey).toList();
    rare.forEach(tallies::remove);
    forgot = true;
  }

  /** Says whether any key was ever forgotten. */
  boolean hasForgotten() {
    return forgot;
  }

  /** Returns the keys with the highest weight, highest first. */
  <R> List<R> hottest(int count, Function<Map.Entry<K, T>, R> row) {
    return sorted().limit(count).map(row).toList();
  }

  private Stream<Map.Entry<K, T>> sorted() {
    return tallies.entrySet().stream().sorted(Map.Entry.comparingByValue(most));
  }
}
