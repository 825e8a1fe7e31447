package io.lockarbiter.client.fence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The memory of a guard, as far as a {@link GuardCleaner} must know it. */
public interface FencingMemory {
  /**
   * Accounts of which something is remembered, in an order that stays the same.
   *
   * @param after the last account of the page before; null for the first page
   * @param most how many to answer at most; fewer mean that it was the last page
   */
  List<String> accounts(@Nullable String after, int most);

  /** As {@link FencingGuard#forgetBelow}, and has happened when it returns. */
  void forgetBelow(String account, long token);
}
