package io.lockarbiter.console.mirror;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a mirror takes of the heap, reckoned from the objects that HotSpot makes with compressed
 * references: not less than that, so that a bound that is kept in these figures is kept in memory.
 */
final class HeapBytes {
  /** A mirror without a lock. */
  static final long EMPTY = 1_024;

  /** A level of the tree: its node, its counts and children, its place among its siblings. */
  private static final long LEVEL = 184;

  /** The lock and its fields, and its place in the table of ids. */
  private static final long LOCK = 192;

  /** A request's place in the queue. */
  private static final long QUEUED = 64;

  private static final long OWNER = 24;
  private static final long LIST = 48;
  private static final long MAP = 80;
  private static final long ENTRY = 40;
  private static final long REFERENCE = 4;

  /** A target and its path, and its place among the locks of a level. */
  private static final long TARGET = 264;

  private static final long PATH = 16;
  private static final long TEXT = 48;
  private static final int LAST_OF_LATIN_1 = 0xFF;

  private HeapBytes() {}

  /** A lock without the levels that are made for it. */
  static long of(LiveLock lock) {
    LockFields fields = lock.fields();
    Owner owner = fields.owner();
    long bytes = LOCK + (lock.waiting() ? QUEUED : 0) + of(fields.lockId()) + OWNER;
    bytes += of(owner.subAccount()) + of(owner.session()) + of(fields.operationWord());
    bytes += of(fields.path()) + of(fields.destination()) + 2 * LIST;
    for (Target target : fields.targets()) {
      bytes += TARGET + of(target.path().toString()) + of(target.modeWord());
    }
    for (String id : fields.holding()) {
      bytes += REFERENCE + of(id);
    }
    bytes += MAP;
    for (Map.Entry<String, String> attribute : fields.attributes().entrySet()) {
      bytes += ENTRY + of(attribute.getKey()) + of(attribute.getValue());
    }
    return bytes;
  }

  /** Levels of the tree, by their names. */
  static long ofLevels(List<String> names) {
    long bytes = LEVEL * names.size();
    for (String name : names) {
      bytes += of(name);
    }
    return bytes;
  }

  private static long of(@Nullable LockPath path) {
    return path == null ? 0 : PATH + of(path.toString());
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
