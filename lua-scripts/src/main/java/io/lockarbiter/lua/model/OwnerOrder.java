package io.lockarbiter.lua.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.Names;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the owners of a sub-account hold or wait for, in the order of its names in the
 * store.
 */
final class OwnerOrder<T> {
  private final NavigableMap<byte[], T> byPlace = new TreeMap<>(Arrays::compareUnsigned);
  private final Names names = new Names();
  private final String account;
  private final @Nullable String session;

  /**
   * An order of the locks of a sub-account.
   *
   * @param session null = all owners of the sub-account
   */
  OwnerOrder(String account, @Nullable String session) {
    this.account = account;
    this.session = session;
  }

  /**
   * Adds a lock or a request of the sub-account, if it is of that session.
   *
   * @param number its token, or its arrival
   */
  void add(LockFields fields, long number, T entry) {
    if (session == null || session.equals(fields.owner().session())) {
      byPlace.put(place(fields, number), entry);
    }
  }

  /** The entries, each by its first place. */
  NavigableMap<byte[], T> byPlace() {
    return byPlace;
  }

  private byte[] place(LockFields fields, long number) {
    byte[] owner = names.owner(account, fields.owner());
    return fields.targets().stream()
        .map(target -> place(owner, target, number))
        .min(Arrays::compareUnsigned)
        .orElseThrow();
  }

  private static byte[] place(byte[] owner, Target target, long number) {
    byte[] path = target.path().key().getBytes(UTF_8);
    return ByteBuffer.allocate(owner.length + 1 + path.length + 1 + Long.BYTES)
        .put(owner)
        .put((byte) ('1' + Mode.known().indexOf(target.mode())))
        .put(path)
        .put((byte) 0)
        .putLong(number)
        .array();
  }
}
