package io.lockarbiter.client;

import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Subject;
import org.jspecify.annotations.Nullable;

/** The text that names a request in a message to a user. */
final class AskedText {
  private AskedText() {}

  /** Such as {@code " for MOVE /a to /b of ann"}; empty where an event names only a lock. */
  static String of(@Nullable Subject subject) {
    if (!(subject instanceof LockFields asked)) {
      return "";
    }
    Object path = asked.path() == null ? asked.targets().get(0).path() : asked.path();
    return " for %s %s%s of %s"
        .formatted(
            asked.operationWord(),
            path,
            asked.destination() == null ? "" : " to " + asked.destination(),
            asked.owner().subAccount());
  }
}
