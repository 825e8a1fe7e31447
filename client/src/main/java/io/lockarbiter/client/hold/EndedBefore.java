package io.lockarbiter.client.hold;

import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import org.jspecify.annotations.Nullable;

/** An end of a lock that came before its release, as a loss and as the result of the release. */
public final class EndedBefore {
  private EndedBefore() {}

  /** The loss that the result of a release tells; null if it tells none, or not which. */
  public static @Nullable LostReason lost(ReleaseResult result) {
    if (result instanceof ReleaseResult.Expired expired) {
      return new LostReason.Expired(expired.at());
    } else if (result instanceof ReleaseResult.Forced forced) {
      return new LostReason.Forced(forced.by(), forced.comment());
    } else if (result instanceof ReleaseResult.Replaced replaced) {
      return new LostReason.Replaced(replaced.lockId(), replaced.owner());
    } else if (result instanceof ReleaseResult.SessionEnded) {
      return new LostReason.SessionEnded();
    } else if (result instanceof ReleaseResult.OtherReason other) {
      return new LostReason.OtherReason(other.reason());
    }
    return null;
  }

  /** The result of a release of a lost lease; null if only the arbiter knows it. */
  static @Nullable ReleaseResult result(@Nullable LostReason lost) {
    if (lost instanceof LostReason.Expired expired) {
      return new ReleaseResult.Expired(expired.at());
    } else if (lost instanceof LostReason.Forced forced) {
      return new ReleaseResult.Forced(forced.by(), forced.comment());
    } else if (lost instanceof LostReason.Replaced replaced) {
      return new ReleaseResult.Replaced(replaced.lockId(), replaced.owner());
    } else if (lost instanceof LostReason.SessionEnded) {
      return new ReleaseResult.SessionEnded();
    } else if (lost instanceof LostReason.OtherReason other) {
      return new ReleaseResult.OtherReason(other.reason());
    }
    return lost instanceof LostReason.ReleasedElsewhere
        ? new ReleaseResult.AlreadyReleased()
        : null;
  }
}
