package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientHealth;
import io.lockarbiter.client.LockClientHealth.Status;
import io.lockarbiter.client.ask.ClientEdges;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges the health of a client. Safe for use by many threads. */
final class HealthCheck {
  /** The longest time for which a bad state is no problem yet. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ClientContext context;
  private final ClientEdges edges;

  HealthCheck(ClientContext context, ClientEdges edges) {
    this.context = context;
    this.edges = edges;
  }

  LockClientHealth look(boolean isOpen, boolean isClosed) {
    long now = context.loop().nanoTime();
    ClientEdges.State state = edges.state();
    int unanswered = context.commands().unansweredSince(now - PATIENCE.toNanos());
    List<String> problems = isClosed ? List.of() : problems(isOpen, state, now, unanswered);
    return new ClientHealth(
        isClosed ? Status.CLOSED : status(isOpen, problems),
        problems,
        state.recordsBehind(),
        since(state.brokersAt(), now),
        since(state.eventAt(), now),
        unanswered);
  }

  private static Status status(boolean isOpen, List<String> problems) {
    if (!isOpen) {
      return Status.CONNECTING;
    }
    return problems.isEmpty() ? Status.READY : Status.IMPAIRED;
  }

  private static @Nullable Duration since(@Nullable Long at, long now) {
    return at == null ? null : Duration.ofNanos(Math.max(0, now - at));
  }

  static List<String> problems(boolean isOpen, ClientEdges.State state, long now, int unanswered) {
    List<String> problems = new ArrayList<>();
    if (!isOpen) {
      problems.add(
          "not connected yet, requests wait%s. Look at the brokers, bootstrap.servers and whether an arbiter has made its topics"
              .formatted(state.connectFailure() == null ? "" : ": " + state.connectFailure()));
      return problems;
    }
    if (state.readFailure() != null) {
      problems.add(
          "events cannot be read, leases end at their safe ends: %s. Look at the brokers and at this client's rights"
              .formatted(state.readFailure()));
    } else if (isLong(state.brokersAt(), now)) {
      problems.add(
          "no broker has answered the reader of events for %d ms, leases end at their safe ends. Look at the brokers and the network"
              .formatted(ms(now, state.brokersAt())));
    } else if (isLong(state.caughtUpAt(), now)) {
      problems.add(
          "the reader of events has been behind for %d ms%s; answers come late. More processor time, or fewer listeners on the caller's threads"
              .formatted(
                  ms(now, state.caughtUpAt()),
                  state.recordsBehind() == null
                      ? ""
                      : ", now by %d events".formatted(state.recordsBehind())));
    }
    if (state.sendFailure() != null) {
      problems.add(
          "the last command was not appended: %s. Look at the brokers and at this client's rights"
              .formatted(state.sendFailure()));
    }
    if (unanswered > 0) {
      problems.add(
          "%d commands have had no answer for more than %d s. Is an arbiter running? Its partitions: lockarbiter partitions"
              .formatted(unanswered, PATIENCE.toSeconds()));
    }
    return problems;
  }

  private static boolean isLong(@Nullable Long since, long now) {
    return since != null && now - since > PATIENCE.toNanos();
  }

  private static long ms(long now, @Nullable Long since) {
    return since == null ? 0 : (now - since) / 1_000_000;
  }
}
