package io.lockarbiter.embedded.load;

import java.nio.charset.StandardCharsets;

/**
 * One lock that is acquired and released again and again, under a new id each time. No other slot
 * has its path, which is five segments deep. Not thread-safe.
 */
final class LoadSlot {
  private static final String COMMON =
      "\"commandId\":\"%s\",\"account\":\"%s\",\"subAccount\":\"%s\",";

  private final byte[] account;
  private final CommandBytes acquire;
  private final CommandBytes release;
  private long number;
  private boolean held;

  /** Creates a slot whose first lock has the number after {@code number}. */
  LoadSlot(int index, String account, String subAccount, long number) {
    this.number = number;
    this.account = account.getBytes(StandardCharsets.US_ASCII);
    String lockId = lockIdPrefix(index) + CommandBytes.NUMBER;
    acquire =
        new CommandBytes(
            ("{\"type\":\"acquire\"," + COMMON + "\"operation\":\"UPLOAD\",\"path\":\"%s\"}")
                .formatted(lockId, account, subAccount, path(index)));
    release =
        new CommandBytes(
            ("{\"type\":\"release\"," + COMMON + "\"lockId\":\"%s\"}")
                .formatted("r" + lockId, account, subAccount, lockId));
  }

  /** Returns the prefix of a slot's lock ids: a letter and the slot's index in six digits. */
  static String lockIdPrefix(int index) {
    return "s%06d-".formatted(index);
  }

  /** Reads the slot's index from a lock id. */
  static int index(byte[] lockId) {
    int index = 0;
    for (int i = 1; i <= 6; i++) {
      index = index * 10 + lockId[i] - '0';
    }
    return index;
  }

  static String path(int index) {
    return "/team-%d/project-%d/2026/reports/file-%d.bin".formatted(index % 10, index % 100, index);
  }

  byte[] account() {
    return account;
  }

  /** Returns the next acquire. */
  byte[] nextAcquire() {
    number++;
    return acquire.with(number);
  }

  /** Returns the release of the last acquired lock. */
  byte[] release() {
    return release.with(number);
  }

  void held(boolean granted) {
    held = granted;
  }

  boolean isHeld() {
    return held;
  }
}
