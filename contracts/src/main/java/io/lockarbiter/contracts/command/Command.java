package io.lockarbiter.contracts.command;

/** A valid record of {@code lock.commands}, sent for an account or by the arbiter itself. */
public sealed interface Command permits AccountCommand, Tick, SettingsChange {
  /** The type of the command. */
  CommandType type();
}
