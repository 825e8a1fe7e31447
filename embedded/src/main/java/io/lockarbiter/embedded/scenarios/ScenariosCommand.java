package io.lockarbiter.embedded.scenarios;

import io.lockarbiter.lua.model.ReferenceLockStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code scenarios}: runs a folder of scenario files against one of the stores. Exit
 * code 0 only if nothing failed and something passed.
 */
@Command(
    name = "scenarios",
    description = "Runs every scenario file (*.json) of a folder and counts passes and failures.",
    mixinStandardHelpOptions = true)
public final class ScenariosCommand implements Callable<Integer> {
  private static final String REDIS = "redis";
  private static final String REFERENCE = "reference";

  private final EmptyStores redisStores;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Folder with the scenario files.")
  private Path folder = Path.of(".");

  @Option(
      names = "--store",
      paramLabel = REDIS + "|" + REFERENCE,
      defaultValue = REDIS,
      description = "Store to run against, ${DEFAULT-VALUE} if left out.")
  private String store = REDIS;

  @Option(
      names = "--redis",
      paramLabel = "URL",
      description = "Redis to use instead of an embedded one, such as redis://localhost:6379.")
  private @Nullable String redisUrl;

  /**
   * Creates the command.
   *
   * @param redisStores the stores for {@code --store redis}
   */
  public ScenariosCommand(EmptyStores redisStores) {
    this.redisStores = redisStores;
  }

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Objects.requireNonNull(spec);
    EmptyStores stores = stores(command);
    ScenarioReport report = new ScenarioReport(command.commandLine().getOut());
    for (Path file : files(command)) {
      run(file, stores, report);
    }
    report.printTotals();
    return report.isGood() ? 0 : 1;
  }

  private EmptyStores stores(CommandSpec command) {
    return switch (store) {
      case REDIS -> redisStores;
      case REFERENCE -> url -> new ReferenceLockStore();
      default ->
          throw misuse(command, "--store=%s, expected %s or %s".formatted(store, REDIS, REFERENCE));
    };
  }

  private List<Path> files(CommandSpec command) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw misuse(command, "DIR=%s is no folder".formatted(folder));
    }
    try (Stream<Path> entries = Files.list(folder)) {
      List<Path> files =
          entries.filter(entry -> entry.toString().endsWith(".json")).sorted().toList();
      if (files.isEmpty()) {
        throw misuse(command, "DIR=%s holds no scenario file (*.json)".formatted(folder));
      }
      return files;
    }
  }

  private void run(Path file, EmptyStores stores, ScenarioReport report) throws IOException {
    try {
      for (Scenario scenario : ScenarioReader.read(file)) {
        report.add(ScenarioRunner.run(scenario, stores.next(redisUrl)));
      }
    } catch (MalformedScenarioException e) {
      report.add(e);
    }
  }

  private static ParameterException misuse(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
