package io.lockarbiter.client.fence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory of a guard, for use by a {@link GuardCleaner}. */
public interface FencingMemory {
  /**
   * The accounts with traces, in an order that stays the same.
   *
   * @param after the last account of the page before; null for the first page
   * @param most the most accounts to return; a shorter page is the last one
   */
  List<String> accounts(@Nullable String after, int most);

  /** Forgets as {@link FencingGuard#forgetBelow} does, before it returns. */
  void forgetBelow(String account, long token);
}
