package io.lockarbiter.lua.model;

import java.util.HashMap;
import java.util.Map;

/** The locks or requests of an account by sub-account, and the bytes charged for them. */
final class AccountTotals {
  private record Total(int count, long bytes) {
    static final Total NONE = new Total(0, 0);

    Total plus(int number, long charged) {
      return new Total(count + number, bytes + charged);
    }
  }

  private final Map<String, Total> bySubAccount = new HashMap<>();
  private long bytes;

  void add(String subAccount, long charged) {
    bytes += charged;
    bySubAccount.put(subAccount, of(subAccount).plus(1, charged));
  }

  void remove(String subAccount, long charged) {
    bytes -= charged;
    bySubAccount.computeIfPresent(
        subAccount, (name, total) -> total.count() == 1 ? null : total.plus(-1, -charged));
  }

  private Total of(String subAccount) {
    return bySubAccount.getOrDefault(subAccount, Total.NONE);
  }

  int countOf(String subAccount) {
    return of(subAccount).count();
  }

  long bytesOf(String subAccount) {
    return of(subAccount).bytes();
  }

  /** The bytes of all sub-accounts. */
  long bytes() {
    return bytes;
  }
}
