package io.lockarbiter.lua.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that an acquire is charged, computed from its fields alone: RULES.md, Limits, Bytes.
 * Redis never needs more for it.
 *
 * @param held while the lock is held
 * @param waiting while the request waits
 * @param ended while its id is remembered
 */
public record LockCharge(int held, int waiting, int ended) {
  private static final int HELD = 500;
  private static final int BOUND = 150;
  private static final int WAITING_MORE = 400;
  private static final int ENDED = 600;
  private static final int PER_TARGET = 250;
  private static final int PER_PATH_BYTE = 4;
  private static final int PER_ATTRIBUTE_BYTE = 2;
  private static final int PER_SENT = 2;
  private static final int PER_LEVEL = 120;
  private static final int PER_LEVEL_WAITING_MORE = 200;
  private static final int PER_NAMED = 40;
  private static final int PER_NAMED_WAITING_MORE = 150;
  private static final char LAST_OF_ONE_BYTE = 0x7F;

  /** The charge of a valid acquire. */
  public static LockCharge of(String account, LockFields fields, @Nullable String replyTo) {
    int names =
        bytes(account)
            + bytes(fields.lockId())
            + bytes(fields.owner().subAccount())
            + bytes(fields.owner().session())
            + bytes(replyTo);
    int held = HELD + names + PER_ATTRIBUTE_BYTE * attributeBytes(fields);
    held += fields.isBound() ? BOUND : 0;
    int waitingMore = WAITING_MORE;
    for (Target target : fields.targets()) {
      int levels = 1 + target.path().depth();
      held += PER_TARGET + PER_PATH_BYTE * bytes(target.path().compared()) + PER_LEVEL * levels;
      waitingMore += PER_LEVEL_WAITING_MORE * levels;
    }
    if (fields.isSentOtherwise()) {
      for (Target target : fields.targets()) {
        held += PER_SENT + bytes(target.path().toString());
      }
    }
    for (String lockId : fields.holding()) {
      held += PER_NAMED + bytes(lockId);
      waitingMore += PER_NAMED_WAITING_MORE;
    }
    if (fields.replaces() != null) {
      Owner owner = fields.replaces().owner();
      int more = bytes(fields.replaces().lockId()) + bytes(owner.subAccount());
      held += PER_NAMED + more + bytes(owner.session());
    }
    return new LockCharge(held, held + waitingMore, ENDED + names);
  }

  private static int attributeBytes(LockFields fields) {
    int bytes = 0;
    for (Map.Entry<String, String> attribute : fields.attributes().entrySet()) {
      bytes += bytes(attribute.getKey()) + bytes(attribute.getValue());
    }
    return bytes;
  }

  private static int bytes(@Nullable String text) {
    if (text == null) {
      return 0;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > LAST_OF_ONE_BYTE) {
        return text.getBytes(UTF_8).length;
      }
    }
    return text.length();
  }
}
