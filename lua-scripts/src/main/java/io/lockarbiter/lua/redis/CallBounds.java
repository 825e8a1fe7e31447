package io.lockarbiter.lua.redis;

/**
 * Bounds of the arguments, the work and the answer of one script call. A batch or a view takes as
 * many calls as it needs, and no decision depends on where it is cut. A record, an event or a lock
 * that is larger than a bound goes alone.
 *
 * @param work units of about a microsecond, after which a call ends
 * @param records most records handed in
 * @param recordBytes most bytes of those records' arguments
 * @param entries most events answered, or locks
 * @param entryBytes most bytes of them
 */
public record CallBounds(int work, int records, int recordBytes, int entries, int entryBytes) {
  /**
   * A few milliseconds of Redis. The script counts the work of deciding, but not the bytes of its
   * answer. Redis copies these several times: a megabyte takes it 10 ms.
   */
  public static final CallBounds DEFAULT =
      new CallBounds(3_000, 128, 256 * 1024, 1_000, 250 * 1024);

  /** The smallest bounds: each call does the least that it can. */
  public static final CallBounds LEAST = new CallBounds(1, 1, 1, 1, 1);

  /** Checks the numbers. */
  public CallBounds {
    if (Math.min(Math.min(work, records), Math.min(entries, Math.min(recordBytes, entryBytes)))
        < 1) {
      throw new IllegalArgumentException(
          "bounds of a call must be at least 1: work=%d records=%d recordBytes=%d entries=%d entryBytes=%d"
              .formatted(work, records, recordBytes, entries, entryBytes));
    }
  }

  /** These bounds with another budget of work. */
  public CallBounds withWork(int work) {
    return new CallBounds(work, records, recordBytes, entries, entryBytes);
  }
}
