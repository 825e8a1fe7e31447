package io.lockarbiter.contracts.command;

/** A valid record of {@code lock.commands}: of an account, or of the arbiter itself. */
public sealed interface Command permits AccountCommand, Tick, SettingsChange {
  /** The type of the command. */
  CommandType type();
}
