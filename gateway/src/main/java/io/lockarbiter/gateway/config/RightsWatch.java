package io.lockarbiter.gateway.config;

import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.policy.PolicyStanding;
import io.lockarbiter.gateway.policy.PolicyWatch;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.StreamWish;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the files of keys and rules, and at the policy engine's answers, every second, and then
 * at the streams that hang on them.
 */
final class RightsWatch {
  private final WatchedFile<?> keys;
  private final WatchedFile<?> rules;
  private final @Nullable PolicyWatch policy;
  private final EventHub hub;
  private boolean isDue;

  /**
   * A watch.
   *
   * @param policy null = the rules alone decide
   */
  RightsWatch(
      WatchedFile<?> keys, WatchedFile<?> rules, @Nullable PolicyWatch policy, EventHub hub) {
    this.keys = keys;
    this.rules = rules;
    this.policy = policy;
    this.hub = hub;
  }

  /** Looks once. A change is remembered until all streams were asked, whatever fails before. */
  void look() {
    isDue |= keys.look();
    isDue |= rules.look();
    if (policy != null) {
      isDue |= policy.look(standings());
    }
    hub.tick(isDue);
    isDue = false;
  }

  private List<PolicyStanding> standings() {
    return hub.wishes().stream()
        .map(StreamWish::standing)
        .filter(PolicyStanding.class::isInstance)
        .map(PolicyStanding.class::cast)
        .toList();
  }
}
