package io.lockarbiter.arbiter.check;

import java.util.Arrays;
import java.util.List;

/** A version of the Redis server, such as 7.2.11. */
record RedisVersion(int major, int minor, int patch) implements Comparable<RedisVersion> {
  /**
   * The first version of each line of releases without CVE-2025-49844, by which a script may run
   * any code (Redis security advisory of 2025-10-03); later lines never had it.
   */
  private static final List<RedisVersion> MENDED =
      List.of(
          new RedisVersion(6, 2, 20),
          new RedisVersion(7, 2, 11),
          new RedisVersion(7, 4, 6),
          new RedisVersion(8, 0, 4),
          new RedisVersion(8, 2, 2));

  /** The oldest version with the commands that the scripts use. */
  static final RedisVersion OLDEST = new RedisVersion(6, 2, 0);

  /** Parses a version as the server gives it; a part that is no number counts as 0. */
  static RedisVersion of(String text) {
    int[] parts =
        Arrays.stream(text.split("\\.", -1))
            .mapToInt(part -> part.matches("[0-9]{1,9}") ? Integer.parseInt(part) : 0)
            .toArray();
    return new RedisVersion(
        parts[0], parts.length > 1 ? parts[1] : 0, parts.length > 2 ? parts[2] : 0);
  }

  /** Says whether a script may break out of this server's Lua. */
  boolean hasKnownHole() {
    RedisVersion newest = MENDED.get(MENDED.size() - 1);
    return compareTo(newest) < 0
        && MENDED.stream()
            .noneMatch(
                mended -> mended.major == major && mended.minor == minor && patch >= mended.patch);
  }

  @Override
  public int compareTo(RedisVersion other) {
    int byMajor = Integer.compare(major, other.major);
    int byMinor = byMajor != 0 ? byMajor : Integer.compare(minor, other.minor);
    return byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
  }
}
