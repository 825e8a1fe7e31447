package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The moves after which one request went on at the new place of its path. One that says that its
 * paths exist says it there as of the event that told the place: between both it may be another.
 */
final class FollowedMoves {
  /** Most moves that are followed: somebody may move a folder to and fro for ever. */
  static final int MOST = 8;

  private int followed;

  /**
   * The request at the place that a refusal tells; null if it does not go on. One of several paths
   * may be one of one path to the arbiter, where they differ in case alone.
   */
  @Nullable LockRequest next(LockRequest request, Rejected rejected) {
    if (rejected.reason() != RejectReason.PATH_GONE
        || rejected.movedTo() == null
        || !request.followsMoves()
        || request.targets().size() > 1
        || followed == MOST) {
      return null;
    }
    followed++;
    LockRequest there = request.movedTo(rejected.movedTo());
    return request.existsAsOf() == null
        ? there
        : there.existingAsOf(Objects.requireNonNull(rejected.placeSeq()));
  }
}
