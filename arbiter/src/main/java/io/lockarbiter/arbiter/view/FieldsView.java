package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.LockFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lock fields as the HTTP view shows them; names as in events, empty fields left out. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record FieldsView(
    String lockId,
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
    Map<String, String> attributes) {

  static FieldsView of(LockFields fields) {
    return new FieldsView(
        fields.lockId(),
        fields.owner().subAccount(),
        fields.owner().session(),
        fields.operation().name(),
        fields.path() == null ? null : fields.path().toString(),
        fields.destination() == null ? null : fields.destination().toString(),
        TargetView.of(fields.targets()),
        fields.leaseMs(),
        fields.waitMs(),
        fields.maxHoldMs() == 0 ? null : fields.maxHoldMs(),
        fields.holding(),
        fields.attributes());
  }
}
