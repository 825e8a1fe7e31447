package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a lock; {@code commandId} becomes its {@code lockId}.
 *
 * @param fields the fields of the lock
 * @param graceMs ms of log time, 0 to 600,000 and less than the wait limit, after which the first
 *     1,000 locks in its way are released if it waits, but for freezes, kept ones and one that
 *     closes the account; null = it asks nobody
 * @param comment the reason, for the holders of those; at most {@link #MAX_COMMENT_BYTES} UTF-8
 *     bytes; null if none was given, or nobody is asked
 */
public record Acquire(
    String account,
    @Nullable String replyTo,
    LockFields fields,
    @Nullable Long graceMs,
    @Nullable String comment)
    implements AccountCommand {
  /** Most targets, equal ones counted once. */
  public static final int MAX_TARGETS = 16;

  /**
   * Most segments of the paths of all targets together. They determine the cost of a lock. Four
   * paths may have the greatest depth of a path, 64; sixteen paths may have a quarter of it each.
   */
  public static final int MAX_TARGET_SEGMENTS = 256;

  /** Most lock ids in {@code holding}. */
  public static final int MAX_HOLDING = 16;

  /**
   * Most {@code attributes}, also those without a value. A reader keeps some 90 bytes for each, so
   * 4 KiB of tiny ones would take it 180 KB.
   */
  public static final int MAX_ATTRIBUTES = 64;

  /** Most UTF-8 bytes of all keys and values of {@code attributes} together. */
  public static final int MAX_ATTRIBUTE_BYTES = 4096;

  /**
   * Most UTF-8 bytes of {@code comment}: fewer than of an operator's, because there may be an event
   * with it for each lock of the account.
   */
  public static final int MAX_COMMENT_BYTES = 256;

  /** A request that asks no holder to let go. */
  public Acquire(String account, @Nullable String replyTo, LockFields fields) {
    this(account, replyTo, fields, /* graceMs= */ null, /* comment= */ null);
  }

  /** Number of segments of the paths of all these targets together. */
  public static int segments(Collection<Target> targets) {
    return targets.stream().mapToInt(target -> target.path().depth()).sum();
  }

  /**
   * The problem of targets of which some only protect and others act, in words that follow the
   * field's name; null if there is none.
   */
  public static @Nullable String mixed(Collection<Target> targets) {
    String guards = mixed(targets, Mode.GUARD, "a check-out");
    String freezes = guards == null ? mixed(targets, Mode.FREEZE, "a freeze") : guards;
    return freezes == null ? mixed(targets, Mode.CLOSE, "a closed account") : freezes;
  }

  /**
   * The problem of a target of mode {@link Mode#CLOSE} whose path is not {@code /}, in words that
   * follow the field's name; null if there is none.
   */
  public static @Nullable String closesPart(Collection<Target> targets) {
    for (Target target : targets) {
      if (target.mode() == Mode.CLOSE && !target.path().equals(LockPath.ROOT)) {
        return "has CLOSE of %s, expected /: only a whole account is closed"
            .formatted(target.path());
      }
    }
    return null;
  }

  /** The longest lease that a lock on these targets may ask for with {@code keepMs}. */
  public static long longestKeepMs(Collection<Target> targets) {
    return targets.stream().anyMatch(target -> target.mode() == Mode.CLOSE)
        ? Settings.MAX_CLOSE_MS
        : Settings.MAX_KEEP_MS;
  }

  private static @Nullable String mixed(Collection<Target> targets, Mode mode, String lock) {
    long number = targets.stream().filter(target -> target.mode() == mode).count();
    return number == 0 || number == targets.size()
        ? null
        : "has %s beside other modes, expected a lock for each: %s acts on nothing"
            .formatted(mode, lock);
  }

  @Override
  public CommandType type() {
    return CommandType.ACQUIRE;
  }

  @Override
  public String commandId() {
    return fields.lockId();
  }

  @Override
  public String lockId() {
    return fields.lockId();
  }

  @Override
  public Owner owner() {
    return fields.owner();
  }

  @Override
  public LockFields subject() {
    return fields;
  }
}
