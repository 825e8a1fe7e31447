package io.lockarbiter.arbiter.watch;

/**
 * The memory use of a Redis master.
 *
 * @param usedBytes its {@code used_memory}
 * @param maxBytes its {@code maxmemory}; 0 = no limit
 */
public record RedisMemory(String address, long usedBytes, long maxBytes) {
  /** The used part of the limit; 0 without one. */
  public double share() {
    return maxBytes == 0 ? 0 : (double) usedBytes / maxBytes;
  }
}
