package io.lockarbiter.lua.model;

import io.lockarbiter.lua.store.RateWindow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The acquires of a partition that count against a rate limit, per sub-account. */
final class RateWindows {
  private record Asker(String account, String subAccount) {}

  private record Acquired(Asker asker, long at) {}

  private final Deque<Acquired> inOrder = new ArrayDeque<>();
  private final Map<Asker, List<Long>> byAsker = new HashMap<>();

  RateWindows copy() {
    RateWindows copy = new RateWindows();
    inOrder.forEach(copy::add);
    return copy;
  }

  void record(String account, String subAccount, long at) {
    add(new Acquired(new Asker(account, subAccount), at));
  }

  private void add(Acquired acquired) {
    inOrder.addLast(acquired);
    byAsker.computeIfAbsent(acquired.asker(), asker -> new ArrayList<>()).add(acquired.at());
  }

  /** Drops what was acquired then or before. */
  void forgetUntil(long at) {
    while (!inOrder.isEmpty() && inOrder.getFirst().at() <= at) {
      byAsker.computeIfPresent(
          inOrder.removeFirst().asker(),
          (asker, times) -> {
            times.remove(0);
            return times.isEmpty() ? null : times;
          });
    }
  }

  /** When the sub-account's acquires were made, the oldest first. */
  List<Long> of(String account, String subAccount) {
    return byAsker.getOrDefault(new Asker(account, subAccount), List.of());
  }

  List<RateWindow> all() {
    return byAsker.entrySet().stream()
        .map(
            window ->
                new RateWindow(
                    window.getKey().account(),
                    window.getKey().subAccount(),
                    List.copyOf(window.getValue())))
        .sorted(Comparator.comparing(RateWindow::account).thenComparing(RateWindow::subAccount))
        .toList();
  }
}
