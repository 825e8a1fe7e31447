package io.lockarbiter.console.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.console.mirror.LiveLock;
import io.lockarbiter.contracts.event.LockFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A held lock or a waiting request; names as in events, empty fields left out. Times are log time,
 * epoch ms.
 *
 * @param state {@code held} or {@code waiting}
 * @param token if it is held
 * @param arrival {@code seq} of its {@code queued} event, if it waits
 * @param since when it was granted, or asked for
 * @param until when its lease or its wait ends
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record LockView(
    String lockId,
    String state,
    String subAccount,
    @Nullable String session,
    String operation,
    @Nullable String path,
    @Nullable String destination,
    List<TargetView> targets,
    long leaseMs,
    long waitMs,
    @Nullable Long maxHoldMs,
    List<String> holding,
    Map<String, String> attributes,
    @Nullable Long token,
    @Nullable Long arrival,
    long since,
    long until,
    long waitedMs) {

  static LockView of(LiveLock lock) {
    LockFields fields = lock.fields();
    return new LockView(
        fields.lockId(),
        lock.waiting() ? "waiting" : "held",
        fields.owner().subAccount(),
        fields.owner().session(),
        fields.operationWord(),
        fields.path() == null ? null : fields.path().toString(),
        fields.destination() == null ? null : fields.destination().toString(),
        TargetView.of(fields.targets()),
        fields.leaseMs(),
        fields.waitMs(),
        fields.maxHoldMs() == 0 ? null : fields.maxHoldMs(),
        fields.holding(),
        fields.attributes(),
        lock.waiting() ? null : lock.number(),
        lock.waiting() ? lock.number() : null,
        lock.since(),
        lock.until(),
        lock.waitedMs());
  }
}
