package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Target;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The digest by which two acquires with one id are the same request: subAccount, session,
 * operation, targets, leaseMs (0 where it is bound), waitMs, holding, attributes, and maxHoldMs,
 * replaces and existing where they are given. The attribute {@code traceparent} does not count,
 * because a repeat under the same id is in another trace.
 *
 * <p>SHA-256 over these in this order, cut to 128 bits; texts lead in with their length, lists with
 * their size, so that no two contents have one form.
 */
public final class ContentDigest {
  private static final int BYTES = 16;
  private static final int EXISTING = -2;

  private final Sha256 content;

  private ContentDigest(Sha256 content) {
    this.content = content;
  }

  /**
   * The digest of a request's content, 32 lower-case hexadecimal digits; equal for equal content.
   */
  public static String of(LockFields fields) {
    return of(fields, new Sha256());
  }

  /**
   * The digest of {@link #of(LockFields)}.
   *
   * @param sha256 has gathered nothing
   */
  public static String of(LockFields fields, Sha256 sha256) {
    return HexFormat.of().formatHex(bytes(fields, sha256));
  }

  /**
   * The digest of {@link #of(LockFields)} as 16 bytes.
   *
   * @param sha256 has gathered nothing
   */
  public static byte[] bytes(LockFields fields, Sha256 sha256) {
    new ContentDigest(sha256).add(fields);
    return sha256.digest(BYTES);
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
    // Begins with a number that no length is.
    if (fields.existing() != null) {
      add(EXISTING);
      add(fields.existing());
    }
  }

  private void add(@Nullable String text) {
    if (text == null) {
      add(-1);
    } else {
      int place = content.length();
      content.putLong(0).put(text);
      content.setInt(place + Integer.BYTES, content.length() - place - Long.BYTES);
    }
  }

  private void add(long value) {
    content.putLong(value);
  }
}
