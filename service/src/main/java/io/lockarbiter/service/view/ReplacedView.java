package io.lockarbiter.service.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.LockRef;
import org.jspecify.annotations.Nullable;

/** The lock that a lock took the place of, by its id and its owner. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReplacedView(String lockId, String subAccount, @Nullable String session) {
  static @Nullable ReplacedView of(@Nullable LockRef replaced) {
    return replaced == null
        ? null
        : new ReplacedView(
            replaced.lockId(), replaced.owner().subAccount(), replaced.owner().session());
  }
}
