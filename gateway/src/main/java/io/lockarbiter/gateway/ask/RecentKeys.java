package io.lockarbiter.gateway.ask;

import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.BitSet;

/**
 * The keys under which this instance asked within the last 11 to 22 minutes, which is longer than
 * any request waits. A second request under one of them may meet the answer to the first, and does
 * not know when that was sent. Two Bloom filters of 4 MB each: a key may count as known by mistake,
 * which costs one renewal, and is never forgotten too early. Used in the loop's turns only.
 */
final class RecentKeys {
  private static final long GENERATION_NANOS = Duration.ofMinutes(11).toNanos();
  private static final int BITS = 1 << 25;
  private static final int HASHES = 3;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private BitSet now = new BitSet(BITS);
  private BitSet before = new BitSet();
  private long began;

  RecentKeys(long nanos) {
    began = nanos;
  }

  /** Adds a key; says whether nobody asked under it here before. */
  boolean add(LockKey key, long nanos) {
    if (nanos - began >= GENERATION_NANOS) {
      before = nanos - began >= 2 * GENERATION_NANOS ? new BitSet() : now;
      now = new BitSet(BITS);
      began = nanos;
    }
    long hash = hash(key.account()) * MIX + hash(key.lockId());
    boolean inNow = true;
    boolean inBefore = true;
    for (int n = 0; n < HASHES; n++) {
      hash = (hash ^ (hash >>> 29)) * MIX;
      int bit = (int) (hash >>> 39);
      inNow &= now.get(bit);
      inBefore &= before.get(bit);
      now.set(bit);
    }
    return !inNow && !inBefore;
  }

  /** 64 bits, unlike {@link String#hashCode}. */
  private static long hash(String text) {
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }
}
