package io.lockarbiter.embedded;

import io.lockarbiter.cli.LockArbiterCommand;
import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.embedded.demo.DemoCommand;
import io.lockarbiter.embedded.scenarios.EmptyStores;
import io.lockarbiter.embedded.scenarios.RedisStores;
import io.lockarbiter.embedded.scenarios.ScenariosCommand;
import picocli.CommandLine;

/**
 * The command {@code lockarbiter} as the launcher starts it: with the commands that never run in
 * production beside those that do. Trials are commands of another module, which the help names.
 */
public final class EmbeddedCommand {
  private EmbeddedCommand() {}

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
            .addSubcommand(
                new CommandLine(new GatewayCommand(signal))
                    .setUnmatchedOptionsArePositionalParams(true))
            .addSubcommand(new ScenariosCommand(redisStores));
    commandLine
        .getCommandSpec()
        .usageMessage()
        .footer(
            "",
            "Trials, built when one is first called for:",
            "  simulate    a partition's owners under faults at every call, in virtual time",
            "  chaos       processes of a deployment that are killed, frozen and cut off",
            "  fuzz        records of which about half are wrong, among correct commands",
            "  bench       the cost of decisions; rates beside other systems",
            "",
            "Start with:",
            "  lockarbiter demo              sub-accounts at work in one tree of real files",
            "  lockarbiter demo --no-locks   the same without the arbiter, and the damage",
            "  lockarbiter demo --yield      fifty uploads make way for a deletion that asks",
            "  lockarbiter demo --rate max   measures commands per second on this machine",
            "  lockarbiter up                an arbiter without traffic, with lines for kcat");
    return LockArbiterCommand.configured(commandLine);
  }
}
