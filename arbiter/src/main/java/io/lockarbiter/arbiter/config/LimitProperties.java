package io.lockarbiter.arbiter.config;

import io.lockarbiter.contracts.lock.Settings;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What decides beside the commands themselves. Each partition takes a change from its log: a record
 * that the arbiter appends once it has caught up.
 *
 * @param locksPerSubAccount most locks of one sub-account, held and waiting
 * @param locksPerAccount most locks of one account, held and waiting
 * @param waitersPerAccount most waiting requests of one account
 * @param acquiresPerWindow most acquires of one sub-account within {@code window}; 0 = unlimited
 * @param window length of the sliding window, log time
 * @param repeatWindow how long the id of an ended lock is remembered, log time
 * @param repeatEntries most such ids per partition
 */
public record LimitProperties(
    @DefaultValue("10000") int locksPerSubAccount,
    @DefaultValue("100000") int locksPerAccount,
    @DefaultValue("1000") int waitersPerAccount,
    @DefaultValue("0") int acquiresPerWindow,
    @DefaultValue("10s") Duration window,
    @DefaultValue("60s") Duration repeatWindow,
    @DefaultValue("50000") int repeatEntries) {

  /** Checks the values. */
  public LimitProperties {
    Range.atLeast("lockarbiter.limits.locks-per-sub-account", locksPerSubAccount, 1);
    Range.atLeast("lockarbiter.limits.locks-per-account", locksPerAccount, 1);
    Range.atLeast("lockarbiter.limits.waiters-per-account", waitersPerAccount, 1);
    Range.atLeast("lockarbiter.limits.acquires-per-window", acquiresPerWindow, 0);
    Range.atLeast("lockarbiter.limits.window", window, Duration.ofMillis(1));
    Range.atLeast("lockarbiter.limits.repeat-window", repeatWindow, Duration.ZERO);
    Range.atLeast("lockarbiter.limits.repeat-entries", repeatEntries, 0);
  }

  /** The settings that every partition shall have. */
  public Settings settings(int partitions) {
    return new Settings(
        Settings.RULES,
        partitions,
        locksPerSubAccount,
        locksPerAccount,
        waitersPerAccount,
        acquiresPerWindow,
        Math.toIntExact(window.toMillis()),
        Math.toIntExact(repeatWindow.toMillis()),
        repeatEntries);
  }
}
