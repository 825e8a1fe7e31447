package io.lockarbiter.console;

import io.lockarbiter.console.kafka.LogPositions;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Positions of the arbiters, as set by a test. */
public final class MovingPositions implements Supplier<LogPositions.Positions> {
  private static final long FAR = Long.MAX_VALUE / 2;

  private final AtomicReference<LogPositions.Positions> now = new AtomicReference<>();

  /** Begins with every command decided. */
  public MovingPositions() {
    well();
  }

  @Override
  public LogPositions.Positions get() {
    return Objects.requireNonNull(now.get());
  }

  /** Every command is decided. */
  public void well() {
    set(new LogPositions.Position(0L, FAR, FAR, 1_000L, true), null);
  }

  /** So many commands are undecided; the last of them is much younger than the last decided one. */
  public void behind(int commands, @Nullable Boolean owned) {
    set(new LogPositions.Position(0L, FAR, FAR - commands, FAR, owned), null);
  }

  /** Sets the position of the partition. */
  public void set(LogPositions.Position position, @Nullable String problem) {
    now.set(new LogPositions.Positions(Map.of(0, position), problem));
  }
}
