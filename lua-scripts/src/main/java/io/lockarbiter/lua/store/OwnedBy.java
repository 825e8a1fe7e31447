package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.lock.Owner;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names of the owners that a view of owned locks is about. */
public final class OwnedBy {
  private OwnedBy() {}

  /**
   * The beginning of those names.
   *
   * @param session null = all owners of the sub-account
   */
  public static byte[] owners(
      Names names, String account, String subAccount, @Nullable String session) {
    return session == null
        ? names.ofSubAccount(account, subAccount)
        : names.owner(account, new Owner(subAccount, session));
  }

  /**
   * Checks a cursor, which begins with the name of an owner.
   *
   * @throws IllegalArgumentException if it is not one of these owners
   */
  public static void check(byte[] after, byte[] owners) {
    boolean begins =
        after.length >= Names.BYTES
            && Arrays.equals(after, 0, owners.length, owners, 0, owners.length);
    if (after.length > 0 && !begins) {
      throw new IllegalArgumentException("it is of another view");
    }
  }
}
