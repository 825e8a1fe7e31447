package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.lock.Settings;
import org.jspecify.annotations.Nullable;

/**
 * Changes what decides in a partition; sent by the arbiter, has no answer. Null fields stay as they
 * are.
 */
public record SettingsChange(
    @Nullable Integer rules,
    @Nullable Integer partitions,
    @Nullable Integer locksPerSubAccount,
    @Nullable Integer locksPerAccount,
    @Nullable Integer waitersPerAccount,
    @Nullable Integer acquiresPerWindow,
    @Nullable Integer windowMs,
    @Nullable Integer repeatMs,
    @Nullable Integer repeatEntries)
    implements Command {

  /** The change that leads to {@code settings} from anywhere. */
  public static SettingsChange to(Settings settings) {
    return new SettingsChange(
        settings.rules(),
        settings.partitions(),
        settings.locksPerSubAccount(),
        settings.locksPerAccount(),
        settings.waitersPerAccount(),
        settings.acquiresPerWindow(),
        settings.windowMs(),
        settings.repeatMs(),
        settings.repeatEntries());
  }

  /** The settings after this change. */
  public Settings applyTo(Settings before) {
    return new Settings(
        orElse(rules, before.rules()),
        orElse(partitions, before.partitions()),
        orElse(locksPerSubAccount, before.locksPerSubAccount()),
        orElse(locksPerAccount, before.locksPerAccount()),
        orElse(waitersPerAccount, before.waitersPerAccount()),
        orElse(acquiresPerWindow, before.acquiresPerWindow()),
        orElse(windowMs, before.windowMs()),
        orElse(repeatMs, before.repeatMs()),
        orElse(repeatEntries, before.repeatEntries()));
  }

  private static int orElse(@Nullable Integer value, int otherwise) {
    return value == null ? otherwise : value;
  }
}
