package io.lockarbiter.service.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.Blocker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A blocker as HTTP services show it. Names and words are those of events, also words that only a
 * newer version knows. Absent fields are left out.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record BlockerView(
    String lockId,
    String subAccount,
    @Nullable String session,
    String operation,
    String path,
    @Nullable Boolean pathCut,
    String mode,
    @Nullable Long expiresAt,
    String relation,
    boolean waiting,
    @Nullable String note) {

  /** Blockers in the order given. */
  public static List<BlockerView> of(List<Blocker> blockers) {
    return blockers.stream().map(BlockerView::of).toList();
  }

  private static BlockerView of(Blocker blocker) {
    return new BlockerView(
        blocker.lockId(),
        blocker.owner().subAccount(),
        blocker.owner().session(),
        blocker.operationWord(),
        blocker.path().toString(),
        blocker.pathCut() ? true : null,
        blocker.modeWord(),
        blocker.expiresAt(),
        blocker.relationWord(),
        blocker.waiting(),
        blocker.note());
  }
}
