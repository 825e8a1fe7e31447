package io.lockarbiter.gateway.config;

import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.kafka.KafkaEdges;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.policy.PolicyEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Says whether commands can be sent and answered, and locks looked at. */
final class GatewayHealthIndicator implements HealthIndicator {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final CommandDesk desk;
  private final KafkaEdges edges;
  private final EventFollower follower;
  private final LockBook book;
  private final @Nullable Tokens tokens;
  private final @Nullable PolicyEngine engine;

  GatewayHealthIndicator(
      CommandDesk desk,
      KafkaEdges edges,
      EventFollower follower,
      LockBook book,
      @Nullable Tokens tokens,
      @Nullable PolicyEngine engine) {
    this.desk = desk;
    this.edges = edges;
    this.follower = follower;
    this.book = book;
    this.tokens = tokens;
    this.engine = engine;
  }

  @Override
  public Health health() {
    List<String> problems = problems();
    Health.Builder health =
        (problems.isEmpty() ? Health.up() : Health.down())
            .withDetail("problems", problems)
            .withDetail("liveLocks", book.size())
            .withDetail("isWhole", book.isWhole());
    if (tokens != null) {
      // Not a reason to be down: keys count all the same, and other instances know no more.
      health.withDetail("provider", Objects.requireNonNullElse(tokens.problem(), "answers"));
    }
    if (engine != null) {
      // Neither: it is asked only while requests come, and none would come to an instance that is
      // down.
      health.withDetail("policy", Objects.requireNonNullElse(engine.problem(), "answers"));
    }
    return health.build();
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    ClientEdges.State state = edges.state();
    add(problems, "not connected to Kafka: ", state.connectFailure());
    add(problems, "events cannot be read: ", state.readFailure());
    add(problems, "the last command was not appended: ", state.sendFailure());
    add(problems, "locks cannot be shown: ", follower.problem());
    if (!desk.isReady()) {
      problems.add("not all partitions are read yet, so nothing is sent");
    }
    if (!follower.isCaughtUp()) {
      problems.add(
          "the events are not read to their end, or were not for %d s, so no locks are shown; are all brokers reachable?"
              .formatted(EventFollower.MOST_BEHIND.toSeconds()));
    }
    int silent = desk.silentFor(PATIENCE);
    if (silent > 0) {
      problems.add(
          "%d commands have had no answer for more than %d s; is an arbiter running?"
              .formatted(silent, PATIENCE.toSeconds()));
    }
    return problems;
  }

  private static void add(List<String> problems, String what, @Nullable String why) {
    if (why != null) {
      problems.add(what + why);
    }
  }
}
