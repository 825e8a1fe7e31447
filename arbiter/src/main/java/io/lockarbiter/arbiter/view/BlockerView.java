package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.lockarbiter.contracts.event.Blocker;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A blocker as the HTTP view shows it; names as in events, absent fields left out. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record BlockerView(
    String lockId,
    String subAccount,
    @Nullable String session,
    String operation,
    String path,
    @Nullable Boolean pathCut,
    String mode,
    @Nullable Long expiresAt,
    String relation,
    boolean waiting) {

  static List<BlockerView> of(List<Blocker> blockers) {
    return blockers.stream().map(BlockerView::of).toList();
  }

  private static BlockerView of(Blocker blocker) {
    return new BlockerView(
        blocker.lockId(),
        blocker.owner().subAccount(),
        blocker.owner().session(),
        blocker.operation().name(),
        blocker.path().toString(),
        blocker.pathCut() ? true : null,
        blocker.mode().name(),
        blocker.expiresAt(),
        blocker.relation().name(),
        blocker.waiting());
  }
}
