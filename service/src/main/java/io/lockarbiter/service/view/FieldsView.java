package io.lockarbiter.service.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.LockFields;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a lock as HTTP services show them. Names and words are those of events, also words
 * that only a newer version knows. Empty fields are left out.
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record FieldsView(
    String lockId,
    String subAccount,
    @Nullable String session,
    String operation,
    @Nullable String path,
    @Nullable String destination,
    List<TargetView> targets,
    @Nullable Long leaseMs,
    @Nullable Boolean bound,
    long waitMs,
    @Nullable Long maxHoldMs,
    List<String> holding,
    @Nullable ReplacedView replaces,
    @Nullable Boolean namesWithoutCase,
    Map<String, String> attributes) {

  /** The fields of one lock. */
  public static FieldsView of(LockFields fields) {
    return new FieldsView(
        fields.lockId(),
        fields.owner().subAccount(),
        fields.owner().session(),
        fields.operationWord(),
        fields.path() == null ? null : fields.path().toString(),
        fields.destination() == null ? null : fields.destination().toString(),
        TargetView.of(fields.targets()),
        fields.isBound() ? null : fields.leaseMs(),
        fields.isBound() ? true : null,
        fields.waitMs(),
        fields.maxHoldMs() == 0 ? null : fields.maxHoldMs(),
        fields.holding(),
        ReplacedView.of(fields.replaces()),
        fields.isWithoutCase() ? true : null,
        fields.attributes());
  }
}
