package io.lockarbiter.console;

import io.lockarbiter.console.kafka.LogPositions;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where the arbiters stand in the log, as a test says. */
public final class MovingPositions implements Supplier<LogPositions.Positions> {
  private static final long FAR = Long.MAX_VALUE / 2;

  private final AtomicReference<LogPositions.Positions> now = new AtomicReference<>();

  /** Everything is decided. */
  public MovingPositions() {
    well();
  }

  @Override
  public LogPositions.Positions get() {
    return Objects.requireNonNull(now.get());
  }

  /** Everything is decided. */
  public void well() {
    set(new LogPositions.Position(0L, FAR, FAR, 1_000L, true), null);
  }

  /** So many commands wait, the last of them is much younger than what was decided. */
  public void behind(int commands, @Nullable Boolean owned) {
    set(new LogPositions.Position(0L, FAR, FAR - commands, FAR, owned), null);
  }

  /** The partition stands so. */
  public void set(LogPositions.Position position, @Nullable String problem) {
    now.set(new LogPositions.Positions(Map.of(0, position), problem));
  }
}
