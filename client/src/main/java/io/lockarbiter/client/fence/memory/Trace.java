package io.lockarbiter.client.fence.memory;

import io.lockarbiter.client.fence.FencingAction;
import org.jspecify.annotations.Nullable;

/**
 * The memory of all actions in one mode at, or strictly below, one path: enough to know the highest
 * token of all holders but any one.
 *
 * @param token the highest token that acted
 * @param holder the holder that acted with it; null if its lock stands alone
 * @param other the highest token that acted by any other holder; 0 if none did, or holder is null
 */
public record Trace(long token, @Nullable String holder, long other) {
  /** The trace of a first action. */
  static Trace of(FencingAction action) {
    return new Trace(action.token(), action.holder(), 0);
  }

  /** The highest token that acted by others than the action's holder; 0 if none did. */
  long othersThan(FencingAction action) {
    return isOf(action) ? other : token;
  }

  /** The trace after the action. */
  Trace with(FencingAction action) {
    long acting = action.token();
    if (acting > token) {
      return new Trace(acting, action.holder(), otherAfter(action));
    }
    return holder == null || isOf(action) || acting <= other
        ? this
        : new Trace(token, holder, acting);
  }

  private long otherAfter(FencingAction higher) {
    if (higher.holder() == null) {
      return 0;
    }
    return isOf(higher) ? other : token;
  }

  private boolean isOf(FencingAction action) {
    return holder != null && holder.equals(action.holder());
  }
}
