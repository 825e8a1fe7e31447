package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Gathers numbers and texts, and digests them with SHA-256. One serves many digests in turn: to
 * make one costs more than to use it. Used by one thread.
 */
public final class Sha256 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final int FIRST_SIZE = 256;
  private static final int DIGEST_BYTES = 32;
  private static final char LAST_ASCII = 0x7F;

  private final MessageDigest sha256;
  private final byte[] digest = new byte[DIGEST_BYTES];
  private byte[] gathered = new byte[FIRST_SIZE];
  private int length;

  /** One that has gathered nothing. */
  public Sha256() {
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Number of bytes gathered. */
  public int length() {
    return length;
  }

  /** The byte at a place. */
  public byte at(int place) {
    return gathered[place];
  }

  /** Adds a character of ASCII. */
  public Sha256 put(char ascii) {
    reserve(1);
    gathered[length++] = (byte) ascii;
    return this;
  }

  /** Adds a number of four bytes. */
  public Sha256 putInt(int number) {
    reserve(Integer.BYTES);
    length += Integer.BYTES;
    return setInt(length - Integer.BYTES, number);
  }

  /** Writes a number of four bytes over what stands at a place. */
  public Sha256 setInt(int place, int number) {
    INTS.set(gathered, place, number);
    return this;
  }

  /** Adds a number of eight bytes. */
  public Sha256 putLong(long number) {
    reserve(Long.BYTES);
    LONGS.set(gathered, length, number);
    length += Long.BYTES;
    return this;
  }

  /** Adds a text as UTF-8. */
  public Sha256 put(String text) {
    reserve(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > LAST_ASCII) {
        return put(text.substring(i).getBytes(UTF_8));
      }
      gathered[length++] = (byte) c;
    }
    return this;
  }

  private Sha256 put(byte[] bytes) {
    reserve(bytes.length);
    System.arraycopy(bytes, 0, gathered, length, bytes.length);
    length += bytes.length;
    return this;
  }

  private void reserve(int more) {
    if (gathered.length - length < more) {
      gathered = Arrays.copyOf(gathered, Math.max(2 * gathered.length, length + more));
    }
  }

  /**
   * Digests what was gathered, and forgets it.
   *
   * @param bytes the number of the digest's first bytes that are wanted, at most 32
   */
  public byte[] digest(int bytes) {
    byte[] all = digest(length, bytes);
    length = 0;
    return all;
  }

  /**
   * Digests the first part of what was gathered, and forgets nothing.
   *
   * @param end the number of bytes of that part
   * @param bytes the number of the digest's first bytes that are wanted, at most 32
   */
  public byte[] digest(int end, int bytes) {
    try {
      sha256.update(gathered, 0, end);
      sha256.digest(digest, 0, DIGEST_BYTES);
      return Arrays.copyOf(digest, bytes);
    } catch (DigestException e) {
      throw new IllegalStateException("SHA-256 has 32 bytes", e);
    }
  }

  /** Forgets what was gathered. */
  public Sha256 clear() {
    length = 0;
    return this;
  }
}
