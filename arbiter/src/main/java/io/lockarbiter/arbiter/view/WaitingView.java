package io.lockarbiter.arbiter.view;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.lockarbiter.lua.store.QueuedRequest;
import io.lockarbiter.service.view.BlockerView;
import io.lockarbiter.service.view.FieldsView;
import java.util.List;

/**
 * A waiting request as the HTTP view shows it; names as in events.
 *
 * @param position the position in the queue, 1 = next
 * @param deadline log time at which the wait times out, epoch ms
 * @param requestedAt log time, epoch ms
 * @param blockedBy its present blockers
 */
record WaitingView(
    int position,
    long deadline,
    long requestedAt,
    @JsonUnwrapped FieldsView fields,
    List<BlockerView> blockedBy,
    boolean moreBlockers) {

  static WaitingView of(QueuedRequest queued) {
    return new WaitingView(
        queued.position(),
        queued.request().deadline(),
        queued.request().requestedAt(),
        FieldsView.of(queued.request().fields()),
        BlockerView.of(queued.blockedBy()),
        queued.moreBlockers());
  }
}
