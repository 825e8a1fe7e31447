package io.lockarbiter.lua.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The heap of a rebuild counts what is remembered of moved paths. */
class RememberedHeapTest extends MovedSteps {
  @Test
  void rebuild_countsWhatIsRemembered() {
    List<Event> all = new ArrayList<>();
    for (int n = 0; n < 60; n++) {
      String id = acquire(MOVER, Operation.MOVE, "/" + n, "/" + "x".repeat(4_000) + n, null, 0);
      all.addAll(events);
      release(id, MOVER, WorkOutcome.GONE);
      all.addAll(events);
    }
    ModelRebuild rebuilt = new ModelRebuild(0, Objects.requireNonNull(store.header(0)));
    all.forEach(event -> rebuilt.follow(event, null));

    assertThat(rebuilt.bytes()).isGreaterThan(60 * 8_500);
  }
}
