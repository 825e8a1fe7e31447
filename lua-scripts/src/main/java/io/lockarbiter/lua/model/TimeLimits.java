package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.StepWindows.Kind;

/** How many acquires are decided, and how many endings remembered, within a window of log time. */
final class TimeLimits {
  private final Settings settings;
  private final StepWindows windows;

  TimeLimits(Partition partition) {
    settings = partition.settings();
    windows = partition.windows();
  }

  /** In how many ms an acquire would be within its limits; 0 if it is. */
  long msToPass(EventHead head, String subAccount) {
    String account = head.account();
    long at = head.at();
    int windowMs = settings.get(Setting.WINDOW_MS);
    int most = settings.get(Setting.ACQUIRES_PER_WINDOW);
    long longest =
        most == 0
            ? 0
            : windows.msToRoom(
                Kind.ACQUIRES_OF_SUB_ACCOUNT, account, subAccount, at, windowMs, most);
    int ofAccount = settings.get(Setting.ACCOUNT_ACQUIRES_PER_WINDOW);
    if (ofAccount > 0) {
      longest =
          Math.max(
              longest,
              windows.msToRoom(Kind.ACQUIRES_OF_ACCOUNT, account, null, at, windowMs, ofAccount));
    }
    int repeatMs = settings.get(Setting.REPEAT_WINDOW_MS);
    return repeatMs == 0
        ? longest
        : Math.max(
            longest,
            windows.msToRoom(
                Kind.ENDINGS_OF_ACCOUNT,
                account,
                null,
                at,
                repeatMs,
                settings.get(Setting.ENDINGS_PER_ACCOUNT)));
  }

  /** Counts an acquire that passes. */
  void count(EventHead head, String subAccount) {
    int windowMs = settings.get(Setting.WINDOW_MS);
    if (settings.get(Setting.ACQUIRES_PER_WINDOW) > 0) {
      windows.count(Kind.ACQUIRES_OF_SUB_ACCOUNT, head.account(), subAccount, head.at(), windowMs);
    }
    if (settings.get(Setting.ACCOUNT_ACQUIRES_PER_WINDOW) > 0) {
      windows.count(Kind.ACQUIRES_OF_ACCOUNT, head.account(), null, head.at(), windowMs);
    }
  }
}
