package io.lockarbiter.arbiter.view;

import io.lockarbiter.lua.store.Explanation;
import io.lockarbiter.service.view.BlockerView;
import io.lockarbiter.service.view.SupposedRequest;
import io.lockarbiter.service.view.TargetView;
import java.util.List;

/**
 * The answer for a hypothetical request: whether it would be granted now, and its blockers.
 *
 * @param at the log time of the partition, epoch ms; compare {@code expiresAt} with it
 * @param verdict {@code granted}, or {@code blocked}: it would wait, or be rejected with {@code
 *     waitMs} 0
 * @param waiting the number of requests that wait on the account
 * @param summary the answer in a sentence, for people
 */
record AccountExplanation(
    String account,
    int partition,
    long at,
    String verdict,
    String operation,
    List<TargetView> targets,
    List<BlockerView> blockedBy,
    boolean moreBlockers,
    int waiting,
    String summary) {

  static AccountExplanation of(
      String account, int partition, long at, SupposedRequest request, Explanation explanation) {
    List<BlockerView> blockedBy = BlockerView.of(explanation.blockedBy());
    return new AccountExplanation(
        account,
        partition,
        at,
        blockedBy.isEmpty() ? "granted" : "blocked",
        request.operation().name(),
        TargetView.of(request.targets()),
        blockedBy,
        explanation.moreBlockers(),
        explanation.waiting(),
        summary(request, blockedBy, explanation.moreBlockers()));
  }

  private static String summary(
      SupposedRequest request, List<BlockerView> blockedBy, boolean moreBlockers) {
    if (blockedBy.isEmpty()) {
      return request
          + " would be granted now: no lock and no waiting request of another owner stands in its"
          + " way.";
    }
    return request
        + " would wait, or with waitMs=0 be rejected CONFLICT: in its way stands "
        + first(blockedBy.get(0))
        + others(blockedBy.size() - 1, moreBlockers)
        + ".";
  }

  private static String first(BlockerView blocker) {
    return "%s %s of %s on %s, lockId=%s, %s"
        .formatted(
            blocker.waiting() ? "the waiting" : "the held",
            blocker.operation(),
            blocker.subAccount(),
            blocker.path(),
            blocker.lockId(),
            blocker.expiresAt() == null ? "earlier in line" : "expiresAt=" + blocker.expiresAt());
  }

  private static String others(int others, boolean moreBlockers) {
    if (moreBlockers) {
      return "; more than " + others + " others stand in its way too";
    }
    return switch (others) {
      case 0 -> "";
      case 1 -> "; 1 other stands in its way too";
      default -> "; " + others + " others stand in its way too";
    };
  }
}
