package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The size of a mirror on the heap, estimated from the objects that HotSpot creates with compressed
 * references. The estimate is never too low, so a bound on these figures is also a bound on memory.
 */
final class HeapBytes {
  /** Bytes of a mirror without locks. */
  static final long EMPTY = 1_024;

  /**
   * Bytes of a level of the tree: its node, its counts and children, its entry among its siblings.
   */
  private static final long LEVEL = 192;

  /** Bytes of a lock with its fields, and of its entry in the table of ids. */
  private static final long LOCK = 192;

  /** Bytes of a request's entry in the queue. */
  private static final long QUEUED = 64;

  /** Bytes of the entry of a bound lock in its session. */
  static final long BOUND = 64;

  /** Bytes of a session with bound locks, without their entries. */
  static final long SESSION = 320;

  private static final long OWNER = 24;
  private static final long LIST = 48;
  private static final long MAP = 80;
  private static final long ENTRY = 40;
  private static final long REFERENCE = 4;

  /** Bytes of a target with its path, and of its entry among the locks of a level. */
  private static final long TARGET = 264;

  private static final long PATH = 24;
  private static final long TEXT = 48;
  private static final int LAST_OF_LATIN_1 = 0xFF;

  private HeapBytes() {}

  /** Returns the bytes of a lock, without the levels that are created for it. */
  static long of(LiveLock lock) {
    LockFields fields = lock.fields();
    Owner owner = fields.owner();
    long bytes = LOCK + (lock.waiting() ? QUEUED : 0) + of(fields.lockId()) + OWNER;
    bytes += of(owner.subAccount()) + of(owner.session()) + of(fields.operationWord());
    bytes += of(fields.path()) + of(fields.destination()) + 2 * LIST;
    for (Target target : fields.targets()) {
      bytes += TARGET + of(target.path()) + of(target.modeWord());
    }
    for (String id : fields.holding()) {
      bytes += REFERENCE + of(id);
    }
    LockRef replaces = fields.replaces();
    if (replaces != null) {
      Owner old = replaces.owner();
      bytes += 2 * OWNER + of(replaces.lockId()) + of(old.subAccount()) + of(old.session());
    }
    bytes += MAP;
    for (Map.Entry<String, String> attribute : fields.attributes().entrySet()) {
      bytes += ENTRY + of(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  /** Returns the bytes of levels with these names. */
  static long ofLevels(List<String> names) {
    long bytes = LEVEL * names.size();
    for (String name : names) {
      bytes += of(name);
    }
    return bytes;
  }

  private static long of(@Nullable LockPath path) {
    if (path == null) {
      return 0;
    }
    return PATH + of(path.toString()) + (path.isAsSent() ? 0 : of(path.compared()));
  }

  private static long of(@Nullable String text) {
    return text == null ? 0 : TEXT + (isLatin1(text) ? text.length() : 2L * text.length());
  }

  private static boolean isLatin1(String text) {
    for (int n = 0; n < text.length(); n++) {
      if (text.charAt(n) > LAST_OF_LATIN_1) {
        return false;
      }
    }
    return true;
  }
}
