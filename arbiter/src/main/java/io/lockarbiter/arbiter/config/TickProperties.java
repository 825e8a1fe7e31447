package io.lockarbiter.arbiter.config;

import io.lockarbiter.service.Range;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The timer that lets log time pass in silent partitions.
 *
 * @param interval the time between two looks for leases that are due
 */
public record TickProperties(@DefaultValue("20ms") Duration interval) {
  /** Checks the values. */
  public TickProperties {
    Range.atLeast("lockarbiter.tick.interval", interval, Duration.ofMillis(1));
  }
}
