package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClientHealth;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The health of a client at one moment. */
record ClientHealth(
    LockClientHealth.Status status,
    List<String> problems,
    @Nullable Long recordsBehind,
    @Nullable Duration sinceBrokers,
    @Nullable Duration sinceEvent,
    int unanswered)
    implements LockClientHealth {
  ClientHealth {
    problems = List.copyOf(problems);
  }
}
