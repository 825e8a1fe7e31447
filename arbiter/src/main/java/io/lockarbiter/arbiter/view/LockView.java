package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.lua.store.HeldLock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A held lock as the HTTP view shows it; names as in events, empty fields left out. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record LockView(
    String lockId,
    String subAccount,
    @Nullable String session,
    String operation,
    @Nullable String path,
    @Nullable String destination,
    List<TargetView> targets,
    long leaseMs,
    long waitMs,
    List<String> holding,
    Map<String, String> attributes,
    long token,
    long grantedAt,
    long expiresAt,
    long waitedMs) {

  static LockView of(HeldLock lock) {
    LockFields fields = lock.fields();
    return new LockView(
        fields.lockId(),
        fields.owner().subAccount(),
        fields.owner().session(),
        fields.operation().name(),
        fields.path() == null ? null : fields.path().toString(),
        fields.destination() == null ? null : fields.destination().toString(),
        fields.targets().stream()
            .map(target -> new TargetView(target.path().toString(), target.mode().name()))
            .toList(),
        fields.leaseMs(),
        fields.waitMs(),
        fields.holding(),
        fields.attributes(),
        lock.token(),
        lock.grantedAt(),
        lock.expiresAt(),
        lock.waitedMs());
  }

  /** A target: path and mode. */
  record TargetView(String path, String mode) {}
}
