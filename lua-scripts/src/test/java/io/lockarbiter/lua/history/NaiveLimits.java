package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The limits of a {@link NaivePartition}, counted anew from its lists each time. */
final class NaiveLimits {
  private final NaivePartition partition;
  private final List<HeldLock> held;
  private final List<WaitingRequest> waiting;
  private final NaiveWindows windows = new NaiveWindows();

  /** The limits of a partition, counted in its own lists. */
  NaiveLimits(NaivePartition partition, List<HeldLock> held, List<WaitingRequest> waiting) {
    this.partition = partition;
    this.held = held;
    this.waiting = waiting;
  }

  NaiveWindows windows() {
    return windows;
  }

  /**
   * Time in ms until an acquire would be within each of the limits in time; 0 if it is within it
   * now.
   */
  Map<Setting, Long> msToPass(Acquire acquire) {
    LockCharge charge = LockCharge.of(acquire.account(), acquire.fields(), acquire.replyTo());
    int repeatMs = partition.settings().get(Setting.REPEAT_WINDOW_MS);
    Map<Setting, Long> waits =
        msToPass(acquire.account(), acquire.owner().subAccount(), charge.held());
    waits.put(
        Setting.ENDINGS_PER_ACCOUNT,
        repeatMs == 0
            ? 0
            : msToRoom(
                NaiveWindows.endings(acquire.account()),
                repeatMs,
                partition.settings().get(Setting.ENDINGS_PER_ACCOUNT)));
    return waits;
  }

  /** Time in ms until a session could begin, likewise; its begin ends nothing. */
  Map<Setting, Long> msToPass(KeepAlive keep) {
    String subAccount = keep.owner().subAccount();
    int charge = LiveSession.charge(keep.account(), keep.owner());
    return msToPass(keep.account(), subAccount, charge);
  }

  private Map<Setting, Long> msToPass(String account, String subAccount, int bytes) {
    int windowMs = partition.settings().get(Setting.WINDOW_MS);
    int repeatMs = partition.settings().get(Setting.REPEAT_WINDOW_MS);
    Map<Setting, Long> waits = new EnumMap<>(Setting.class);
    waits.put(
        Setting.ACQUIRES_PER_WINDOW,
        msToRoom(
            NaiveWindows.acquires(account, subAccount),
            windowMs,
            partition.settings().get(Setting.ACQUIRES_PER_WINDOW)));
    waits.put(
        Setting.ACCOUNT_ACQUIRES_PER_WINDOW,
        msToRoom(
            NaiveWindows.acquires(account),
            windowMs,
            partition.settings().get(Setting.ACCOUNT_ACQUIRES_PER_WINDOW)));
    boolean fits = bytes() + bytes <= partition.settings().get(Setting.BYTES_PER_PARTITION);
    waits.put(Setting.BYTES_PER_PARTITION, fits ? 0L : Math.max(1_000, repeatMs / 8));
    return waits;
  }

  /** Bytes charged to the partition. */
  long bytes() {
    int repeatMs = partition.settings().get(Setting.REPEAT_WINDOW_MS);
    return bytes(lock -> true)
        + (repeatMs == 0
            ? 0
            : windows.count(NaiveWindows.ENDINGS_OF_PARTITION, partition.at(), repeatMs));
  }

  /** Bytes charged for the locks of an account, or of one of its sub-accounts. */
  long bytes(String account, @Nullable String subAccount) {
    return bytes(
        key ->
            key.account().equals(account)
                && (subAccount == null || key.subAccount().equals(subAccount)));
  }

  private record Of(String account, String subAccount) {}

  private long bytes(Predicate<Of> which) {
    long bytes = 0;
    for (HeldLock lock : held) {
      if (which.test(new Of(lock.account(), lock.fields().owner().subAccount()))) {
        bytes += LockCharge.of(lock.account(), lock.fields(), lock.replyTo()).held();
      }
    }
    for (WaitingRequest request : waiting) {
      if (which.test(new Of(request.account(), request.fields().owner().subAccount()))) {
        bytes += LockCharge.of(request.account(), request.fields(), request.replyTo()).waiting();
      }
    }
    for (LiveSession session : partition.sessions()) {
      if (which.test(new Of(session.account(), session.owner().subAccount()))) {
        bytes += LiveSession.charge(session.account(), session.owner());
      }
    }
    return bytes;
  }

  private long msToRoom(String name, int windowMs, int most) {
    return most == 0 ? 0 : windows.msToRoom(name, partition.at(), windowMs, most);
  }

  /** Counts an acquire that was within the limits in time. */
  void countAcquire(String account, String subAccount) {
    int windowMs = partition.settings().get(Setting.WINDOW_MS);
    windows.add(NaiveWindows.acquires(account, subAccount), partition.at(), windowMs);
    windows.add(NaiveWindows.acquires(account), partition.at(), windowMs);
  }

  /** Counts an id that ended, unless endings are not remembered. */
  void countEnding(String account, LockCharge charge) {
    int windowMs = partition.settings().get(Setting.REPEAT_WINDOW_MS);
    if (windowMs > 0) {
      windows.add(NaiveWindows.endings(account), partition.at(), windowMs);
      windows.add(NaiveWindows.ENDINGS_OF_PARTITION, partition.at(), windowMs, charge.ended());
    }
  }
}
