package io.lockarbiter.lua.store;

import io.lockarbiter.contracts.codec.Sha256;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Makes short names of the things that a partition keeps: 12 bytes of the SHA-256 of a letter and
 * of texts, each led in by its length, so that no two things have one form. Two accounts share a
 * name only by chance (one in 2⁹⁶). A user who searches for two paths of his own with one name
 * blocks only himself. Used by one thread.
 */
public final class Names {
  /** Length of a name. */
  public static final int BYTES = 12;

  /**
   * So much of an owner's name is that of the sub-account; what is left tells sessions of one
   * sub-account apart, two of them share it by chance only (one in 2⁶⁴).
   */
  private static final int SUB_ACCOUNT_BYTES = 4;

  /** The byte before each segment of a path's key. */
  private static final byte LEVEL = 1;

  private final Sha256 sha256 = new Sha256();

  /** A maker of names; one for many names saves the most part of their cost. */
  public Names() {}

  /** The digest that makes the names, for other uses between two names. */
  public Sha256 sha256() {
    return sha256;
  }

  /** The name of an account. */
  public byte[] account(String account) {
    return name('A', account);
  }

  /** The name of a sub-account. */
  public byte[] subAccount(String account, String subAccount) {
    return name('S', account, subAccount);
  }

  /**
   * The name of an owner; without session it is that of the sub-account. The names of all owners of
   * a sub-account begin alike, as far as {@link #ofSubAccount}, so that they are found together.
   */
  public byte[] owner(String account, Owner owner) {
    byte[] ofAll = subAccount(account, owner.subAccount());
    if (owner.session() == null) {
      return ofAll;
    }
    byte[] name = name('O', account, owner.subAccount(), owner.session());
    System.arraycopy(ofAll, 0, name, 0, SUB_ACCOUNT_BYTES);
    return name;
  }

  /** The beginning of the names of all owners of a sub-account; few others have it. */
  public byte[] ofSubAccount(String account, String subAccount) {
    return Arrays.copyOf(subAccount(account, subAccount), SUB_ACCOUNT_BYTES);
  }

  /** The name of a lock id. */
  public byte[] lock(String account, String lockId) {
    return name('L', account, lockId);
  }

  /** The names of a path and all paths above it, from the root down. */
  public List<byte[]> levels(String account, LockPath path) {
    add(sha256.put('P'), account);
    int lengthAt = sha256.length();
    int begin = sha256.putInt(0).length();
    int all = sha256.put(path.key()).length();
    List<byte[]> names = new ArrayList<>();
    for (int end = begin; end <= all; end++) {
      if (end == all || sha256.at(end) == LEVEL) {
        names.add(sha256.setInt(lengthAt, end - begin).digest(end, BYTES));
      }
    }
    sha256.clear();
    return names;
  }

  private byte[] name(char letter, String one) {
    return add(sha256.put(letter), one).digest(BYTES);
  }

  private byte[] name(char letter, String one, String other) {
    return add(add(sha256.put(letter), one), other).digest(BYTES);
  }

  private byte[] name(char letter, String one, String other, String third) {
    return add(add(add(sha256.put(letter), one), other), third).digest(BYTES);
  }

  /** Adds a text behind its length. */
  private static Sha256 add(Sha256 sha256, String text) {
    int place = sha256.length();
    sha256.putInt(0).put(text);
    return sha256.setInt(place, sha256.length() - place - Integer.BYTES);
  }
}
