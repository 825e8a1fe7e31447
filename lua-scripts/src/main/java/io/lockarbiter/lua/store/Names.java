package io.lockarbiter.lua.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  private static final int ABSENT = -1;

  /** The byte before each segment of a path's key. */
  private static final byte LEVEL = 1;

  private final MessageDigest digest;
  private final ByteBuffer length = ByteBuffer.allocate(Integer.BYTES);

  /** A maker of names; one for many names saves the most part of their cost. */
  public Names() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** The digest that makes the names, for other uses between two names. */
  public MessageDigest sha256() {
    return digest;
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
    byte[] owner = account.getBytes(UTF_8);
    byte[] key = path.key().getBytes(UTF_8);
    List<byte[]> names = new ArrayList<>();
    for (int end = 0; end <= key.length; end++) {
      if (end == key.length || key[end] == LEVEL) {
        digest.update((byte) 'P');
        add(owner, owner.length);
        add(key, end);
        names.add(name());
      }
    }
    return names;
  }

  private byte[] name(char letter, @Nullable String... texts) {
    digest.update((byte) letter);
    for (String text : texts) {
      if (text == null) {
        digest.update(length.putInt(0, ABSENT).array());
      } else {
        byte[] bytes = text.getBytes(UTF_8);
        add(bytes, bytes.length);
      }
    }
    return name();
  }

  private void add(byte[] text, int end) {
    digest.update(length.putInt(0, end).array());
    digest.update(text, 0, end);
  }

  private byte[] name() {
    return Arrays.copyOf(digest.digest(), BYTES);
  }
}
