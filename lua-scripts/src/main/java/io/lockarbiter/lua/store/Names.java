package io.lockarbiter.lua.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Owner;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Short names of the things that a partition keeps: 12 bytes of the SHA-256 of a letter and of
 * texts, each led in by its length, so that no two things have one form. Two accounts share a name
 * only by chance (one in 2⁹⁶). A user who searches for two paths of his own with one name blocks
 * only himself.
 */
public final class Names {
  /** Length of a name. */
  public static final int BYTES = 12;

  private static final int ABSENT = -1;

  /** The byte before each segment of a path's key. */
  private static final byte LEVEL = 1;

  private Names() {}

  /** The name of an account. */
  public static byte[] account(String account) {
    return name('A', account);
  }

  /** The name of a sub-account. */
  public static byte[] subAccount(String account, String subAccount) {
    return name('S', account, subAccount);
  }

  /** The name of an owner. */
  public static byte[] owner(String account, Owner owner) {
    return name('O', account, owner.subAccount(), owner.session());
  }

  /** The name of a lock id. */
  public static byte[] lock(String account, String lockId) {
    return name('L', account, lockId);
  }

  /** The names of a path and all paths above it, from the root down. */
  public static List<byte[]> levels(String account, LockPath path) {
    byte[] form = form('P', account, path.key());
    int key = form.length - path.key().getBytes(UTF_8).length;
    MessageDigest digest = sha256();
    List<byte[]> names = new ArrayList<>();
    for (int end = key; end <= form.length; end++) {
      if (end == form.length || form[end] == LEVEL) {
        ByteBuffer.wrap(form).putInt(key - Integer.BYTES, end - key);
        digest.update(form, 0, end);
        names.add(Arrays.copyOf(digest.digest(), BYTES));
      }
    }
    return names;
  }

  private static byte[] name(char letter, @Nullable String... texts) {
    return Arrays.copyOf(sha256().digest(form(letter, texts)), BYTES);
  }

  private static byte[] form(char letter, @Nullable String... texts) {
    ByteArrayOutputStream form = new ByteArrayOutputStream(128);
    form.write(letter);
    for (String text : texts) {
      byte[] bytes = text == null ? new byte[0] : text.getBytes(UTF_8);
      int length = text == null ? ABSENT : bytes.length;
      form.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
      form.writeBytes(bytes);
    }
    return form.toByteArray();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
