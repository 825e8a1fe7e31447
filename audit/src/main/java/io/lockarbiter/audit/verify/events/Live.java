package io.lockarbiter.audit.verify.events;

import io.lockarbiter.contracts.event.LockFields;
import org.jspecify.annotations.Nullable;

/**
 * A lock or waiting request, as the events say; log times, epoch ms.
 *
 * @param replyTo of the acquire, from the headers
 * @param arrival {@code seq} of its {@code queued} event; 0 if it never waited or that is unknown
 * @param until end of the lease, or of the wait
 * @param token 0 while it waits
 */
record Live(
    String account,
    LockFields fields,
    @Nullable String replyTo,
    long arrival,
    long requestedAt,
    long grantedAt,
    long until,
    long token) {

  boolean isHeld() {
    return token > 0;
  }
}
