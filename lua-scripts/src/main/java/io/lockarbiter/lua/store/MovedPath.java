package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.LockPath;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The last word on whether a path is still there: RULES.md, Remembered moves.
 *
 * @param account the name of its account, see {@link Names}, in hexadecimal digits
 * @param path the name of the path, likewise, or its {@link #doubtName}
 * @param key the path itself, as a key by which it is compared
 * @param isGone whether it is gone; false if it may be there again, or was not surely lost
 * @param seq the number of the event by which the path was lost, or may have been
 * @param at the log time of that event, epoch ms
 * @param seqBefore the number of the event that lost it before; 0 if none did
 * @param atBefore its log time, epoch ms
 * @param charge the bytes that it is charged
 * @param movedTo the place to which a rename or a move took it; null where that is not certain
 */
public record MovedPath(
    String account,
    String path,
    String key,
    boolean isGone,
    long seq,
    long at,
    long seqBefore,
    long atBefore,
    int charge,
    @Nullable LockPath movedTo) {
  /** The name of the doubt whether a path was lost, which is remembered beside what is sure. */
  public static String doubtName(String name) {
    int first = Integer.parseInt(name.substring(0, 2), 16);
    return "%02x%s".formatted(255 - first, name.substring(2));
  }

  /** The bytes that a path is charged. */
  public static int charge(LockPath path, @Nullable LockPath movedTo) {
    int place = movedTo == null ? 0 : bytes(movedTo.key()) + bytes(movedTo.sentKey());
    return MovedMemory.CHARGE + 2 * bytes(path.key()) + place;
  }

  private static int bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8).length;
  }

  /** The same path, which may be there again. */
  public MovedPath unsaid() {
    return new MovedPath(
        account, path, key, /* isGone= */ false, seq, at, seqBefore, atBefore, charge, movedTo);
  }

  /** The same path, without what counts no more; null if it does not count itself. */
  public @Nullable MovedPath asOf(long now, long since) {
    if (!MovedMemory.counts(seq, at, now, since)) {
      return null;
    }
    return MovedMemory.counts(seqBefore, atBefore, now, since)
        ? this
        : new MovedPath(account, path, key, isGone, seq, at, 0, 0, charge, movedTo);
  }
}
