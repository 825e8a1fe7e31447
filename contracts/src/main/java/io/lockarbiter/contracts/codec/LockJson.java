package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.event.LockFields;
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
}
