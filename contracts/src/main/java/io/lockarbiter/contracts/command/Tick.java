package io.lockarbiter.contracts.command;

/** Lets time pass in a silent partition; sent by the arbiter, has no answer. */
public record Tick() implements Command {
  @Override
  public CommandType type() {
    return CommandType.TICK;
  }
}
