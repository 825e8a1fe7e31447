package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.LockFields;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The lock fields of an event, encoded once in pieces that a script can join: {@code "account":}
 * {@link #account} … {@code "lockId":} {@link #lockId} {@code ,} {@link #head} {@code ,} {@link
 * #tail}. The same bytes as {@link EventCodec} writes.
 *
 * @param account the account as a JSON string, quotes included
 * @param lockId the lock id as a JSON string, quotes included
 * @param head {@code "subAccount":…[,"session":…],"operation":…}
 * @param tail {@code
 *     [,"path":…][,"destination":…],"targets":[…],"leaseMs":…[,"waitMs":…][,"holding":…][,"attributes":…]},
 *     without its leading comma
 * @param targets of each target its {@code "path":…,"mode":…}, as in {@code tail} between the
 *     braces
 */
public record LockJson(
    String account, String lockId, String head, String tail, List<String> targets) {
  /** Encodes the fields of a lock. */
  public static LockJson of(String account, LockFields fields) {
    List<String> targets = LockWriter.targets(fields.targets());
    return new LockJson(
        quote(account),
        quote(fields.lockId()),
        LockWriter.head(new JsonMembers(), fields).toString(),
        LockWriter.tail(new JsonMembers(), fields, targets).toString(),
        targets);
  }

  /** A text as a JSON string, quotes included, as events carry it. */
  public static String quote(String text) {
    return JsonMembers.quote(text);
  }

  /**
   * The text that {@link #quote} was given.
   *
   * @throws IllegalArgumentException if it was not
   */
  public static String unquote(String json) {
    return read("\"text\":" + json, fields -> fields.text("text"));
  }

  /**
   * The fields of a lock from its pieces.
   *
   * @throws IllegalArgumentException if they are none
   */
  public static LockFields fields(String lockId, String head, String tail) {
    return read(
        "\"lockId\":" + lockId + "," + head + "," + tail,
        fields -> new SubjectReader(fields).lock());
  }

  /**
   * What blocks a request.
   *
   * @param members {@code ,"blockedBy":[…][,"moreBlockers":true]}, as scripts give them
   * @throws IllegalArgumentException if they are none
   */
  public static BlockedBy blockedBy(String members) {
    return read(members.substring(1), BlockedByCodec::read);
  }

  private interface Part<T> {
    T read(Fields fields) throws BadFieldException;
  }

  private static <T> T read(String members, Part<T> part) {
    try {
      byte[] json = ("{" + members + "}").getBytes(StandardCharsets.UTF_8);
      return part.read(Fields.of(JsonReader.read(json)));
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException("not as it was written: the JSON " + e.getMessage(), e);
    } catch (BadFieldException e) {
      throw new IllegalArgumentException("not as it was written: " + e.problem(), e);
    }
  }
}
