package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.event.LockFields;
import java.util.HashMap;
import java.util.Map;

/**
 * The locks or requests of an account by sub-account, the kept ones among them, and the bytes
 * charged for them.
 */
final class AccountTotals {
  private record Total(int count, int kept, long bytes) {
    static final Total NONE = new Total(0, 0, 0);

    Total plus(int number, int numberKept, long charged) {
      return new Total(count + number, kept + numberKept, bytes + charged);
    }
  }

  private final Map<String, Total> bySubAccount = new HashMap<>();
  private Total all = Total.NONE;

  void add(LockFields lock, long charged) {
    count(lock, 1, charged);
  }

  void remove(LockFields lock, long charged) {
    count(lock, -1, -charged);
  }

  private void count(LockFields lock, int number, long charged) {
    String subAccount = lock.owner().subAccount();
    int kept = lock.isKept() ? number : 0;
    all = all.plus(number, kept, charged);
    Total total = of(subAccount).plus(number, kept, charged);
    if (total.count() == 0) {
      bySubAccount.remove(subAccount);
    } else {
      bySubAccount.put(subAccount, total);
    }
  }

  private Total of(String subAccount) {
    return bySubAccount.getOrDefault(subAccount, Total.NONE);
  }

  int countOf(String subAccount) {
    return of(subAccount).count();
  }

  int keptOf(String subAccount) {
    return of(subAccount).kept();
  }

  /** The kept ones of all sub-accounts. */
  int kept() {
    return all.kept();
  }

  long bytesOf(String subAccount) {
    return of(subAccount).bytes();
  }

  /** The bytes of all sub-accounts. */
  long bytes() {
    return all.bytes();
  }
}
