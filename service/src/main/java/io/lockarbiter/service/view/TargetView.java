package io.lockarbiter.service.view;

import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/**
 * A target as HTTP services show it; a mode that this version does not know appears as its word.
 */
public record TargetView(String path, String mode) {
  /** Targets in the order given. */
  public static List<TargetView> of(List<Target> targets) {
    return targets.stream()
        .map(target -> new TargetView(target.path().toString(), target.modeWord()))
        .toList();
  }
}
