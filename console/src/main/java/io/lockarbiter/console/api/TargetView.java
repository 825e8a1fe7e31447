package io.lockarbiter.console.api;

import io.lockarbiter.contracts.lock.Target;
import java.util.List;

/** A target. */
record TargetView(String path, String mode) {
  static List<TargetView> of(List<Target> targets) {
    return targets.stream()
        .map(target -> new TargetView(target.path().toString(), target.modeWord()))
        .toList();
  }
}
