package io.lockarbiter.sandbox;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.sandbox.bench.BenchCommand;
import io.lockarbiter.sandbox.chaos.ChaosCommand;
import io.lockarbiter.sandbox.demo.DemoCommand;
import io.lockarbiter.sandbox.fuzz.FuzzCommand;
import io.lockarbiter.sandbox.scenarios.EmptyStores;
import io.lockarbiter.sandbox.scenarios.RedisStores;
import io.lockarbiter.sandbox.scenarios.ScenariosCommand;
import io.lockarbiter.sandbox.simulate.SimulateCommand;
import picocli.CommandLine;

/** The command {@code lockarbiter} with what never runs in production beside what does. */
public final class SandboxCommand {
  private SandboxCommand() {}

  /** Runs a sub-command and leaves with its exit code. */
  public static void main(String[] arguments) {
    StopSignal signal = StopSignal.install();
    int code = CommandLine.ExitCode.SOFTWARE;
    try (RedisStores stores = new RedisStores()) {
      code = commandLine(signal, stores).execute(arguments);
    } finally {
      signal.ended(code);
    }
    System.exit(code);
  }

  static CommandLine commandLine(StopSignal signal, EmptyStores redisStores) {
    CommandLine commandLine =
        LockArbiterCommand.commandLine(signal)
            .addSubcommand(new DemoCommand(signal))
            .addSubcommand(new UpCommand(signal))
            .addSubcommand(
                new CommandLine(new ConsoleCommand(signal))
                    .setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new ScenariosCommand(redisStores))
            .addSubcommand(new SimulateCommand())
            .addSubcommand(new ChaosCommand())
            .addSubcommand(new FuzzCommand(signal))
            .addSubcommand(BenchCommand.commandLine(signal));
    commandLine
        .getCommandSpec()
        .usageMessage()
        .footer(
            "",
            "Start with:",
            "  lockarbiter demo              sub-accounts at work in one tree of real files",
            "  lockarbiter demo --no-locks   the same without the arbiter, and what breaks",
            "  lockarbiter demo --yield      fifty uploads make way for a deletion that asks",
            "  lockarbiter demo --rate max   how many commands per second it decides here",
            "  lockarbiter up                an arbiter to talk to, with lines for kcat");
    return LockArbiterCommand.configured(commandLine);
  }
}
