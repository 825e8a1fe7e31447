package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.StepWindows.Kind;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.StepWindow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the limits that pass with time: the acquires decided and the endings remembered within a
 * window of log time, and the bytes of the partition.
 */
final class TimeLimits {
  /** The time in ms until an acquire would be within a limit. */
  record Wait(long ms, Setting limit) {}

  private static final long LEAST_MS_OF_PARTITION = 1_000;

  private final Partition partition;
  private final Settings settings;
  private final StepWindows windows;

  TimeLimits(Partition partition) {
    this.partition = partition;
    settings = partition.settings();
    windows = partition.windows();
  }

  /** The longest wait until an acquire would be within all these limits; null if it is. */
  @Nullable Wait longest(EventHead head, String subAccount, LockCharge charge) {
    return longest(
        List.of(
            ofAcquires(head, subAccount, Setting.ACQUIRES_PER_WINDOW),
            ofAcquires(head, null, Setting.ACCOUNT_ACQUIRES_PER_WINDOW),
            ofEndings(head),
            ofPartition(charge.held())));
  }

  /** The longest wait until a session may begin; null if it may now. It is no ending. */
  @Nullable Wait longestOfSession(EventHead head, String subAccount, int bytes) {
    return longest(
        List.of(
            ofAcquires(head, subAccount, Setting.ACQUIRES_PER_WINDOW),
            ofAcquires(head, null, Setting.ACCOUNT_ACQUIRES_PER_WINDOW),
            ofPartition(bytes)));
  }

  private @Nullable Wait longest(List<Wait> waits) {
    Wait longest = null;
    for (Wait wait : waits) {
      if (wait.ms() > (longest == null ? 0 : longest.ms())) {
        longest = wait;
      }
    }
    return longest == null ? null : new Wait(partition.untilPassed(longest.ms()), longest.limit());
  }

  private Wait ofAcquires(EventHead head, @Nullable String subAccount, Setting limit) {
    int most = settings.get(limit);
    Kind kind = subAccount == null ? Kind.ACQUIRES_OF_ACCOUNT : Kind.ACQUIRES_OF_SUB_ACCOUNT;
    long ms = most == 0 ? 0 : windows.msToRoom(kind, head.account(), subAccount, head.at(), most);
    return new Wait(ms, limit);
  }

  private Wait ofEndings(EventHead head) {
    int repeatMs = settings.get(Setting.REPEAT_WINDOW_MS);
    int most = settings.get(Setting.ENDINGS_PER_ACCOUNT);
    long ms =
        repeatMs == 0
            ? 0
            : windows.msToRoom(Kind.ENDINGS_OF_ACCOUNT, head.account(), null, head.at(), most);
    return new Wait(ms, Setting.ENDINGS_PER_ACCOUNT);
  }

  /**
   * The wait for the partition's limit is one step of the repeat window, after which fewer endings
   * may be remembered; the ends of locks cannot be foreseen.
   */
  private Wait ofPartition(int bytes) {
    Setting limit = Setting.BYTES_PER_PARTITION;
    boolean fits = partition.bytes() + bytes <= settings.get(limit);
    int stepMs = settings.get(Setting.REPEAT_WINDOW_MS) / StepWindow.STEPS;
    return new Wait(fits ? 0 : Math.max(LEAST_MS_OF_PARTITION, stepMs), limit);
  }

  /**
   * Counts an acquire that passes, or a session that begins, even where there is no limit: one may
   * be set later.
   */
  void count(EventHead head, String subAccount) {
    int windowMs = settings.get(Setting.WINDOW_MS);
    windows.count(Kind.ACQUIRES_OF_SUB_ACCOUNT, head.account(), subAccount, head.at(), windowMs);
    windows.count(Kind.ACQUIRES_OF_ACCOUNT, head.account(), null, head.at(), windowMs);
  }
}
