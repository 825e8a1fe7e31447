package io.lockarbiter.contracts.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The digest by which two acquires with one id are the same request: subAccount, session,
 * operation, targets, leaseMs, waitMs, holding, attributes, and maxHoldMs and replaces where they
 * are given. The attribute {@code traceparent} does not count, because a repeat under the same id
 * is in another trace.
 *
 * <p>SHA-256 over these in this order, cut to 128 bits; texts lead in with their length, lists with
 * their size, so that no two contents have one form.
 */
public final class ContentDigest {
  private static final int BYTES = 16;

  private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
  private final MessageDigest digest;

  private ContentDigest(MessageDigest digest) {
    this.digest = digest;
  }

  /**
   * The digest of a request's content, 32 lower-case hexadecimal digits; equal for equal content.
   */
  public static String of(LockFields fields) {
    return HexFormat.of().formatHex(bytes(fields));
  }

  /** The digest of {@link #of} as 16 bytes. */
  public static byte[] bytes(LockFields fields) {
    return bytes(fields, sha256());
  }

  /**
   * The digest of {@link #bytes(LockFields)}.
   *
   * @param sha256 a digest that nobody else uses meanwhile; to make one costs more than to use it
   */
  public static byte[] bytes(LockFields fields, MessageDigest sha256) {
    new ContentDigest(sha256).add(fields);
    return Arrays.copyOf(sha256.digest(), BYTES);
  }

  private void add(LockFields fields) {
    add(fields.owner().subAccount());
    add(fields.owner().session());
    add(fields.operation().name());
    add(fields.targets().size());
    for (Target target : fields.targets()) {
      add(target.path().toString());
      add(target.mode().name());
    }
    add(fields.leaseMs());
    add(fields.waitMs());
    add(fields.holding().size());
    fields.holding().forEach(this::add);
    boolean isTraced = fields.attributes().containsKey(LockFields.TRACEPARENT);
    add(fields.attributes().size() - (isTraced ? 1 : 0));
    for (Map.Entry<String, String> attribute : fields.attributes().entrySet()) {
      if (!attribute.getKey().equals(LockFields.TRACEPARENT)) {
        add(attribute.getKey());
        add(attribute.getValue());
      }
    }
    if (fields.maxHoldMs() != 0) {
      add(fields.maxHoldMs());
    }
    // Begins with a length below the least maxHoldMs.
    if (fields.replaces() != null) {
      add(fields.replaces().lockId());
      add(fields.replaces().owner().subAccount());
      add(fields.replaces().owner().session());
    }
  }

  private void add(@Nullable String text) {
    if (text == null) {
      add(-1);
    } else {
      byte[] bytes = text.getBytes(UTF_8);
      add(bytes.length);
      digest.update(bytes);
    }
  }

  private void add(long value) {
    digest.update(number.putLong(0, value).array());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
