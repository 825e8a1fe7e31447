package io.lockarbiter.cli.partitions;

import io.lockarbiter.cli.connect.ArbiterHttp;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reports the state of every partition, the reason and the remedy. */
@Command(
    name = "partitions",
    description =
        "Shows state, owner and progress of every partition; for those that do not"
            + " decide or are not read, the reason and the remedy. Asks running arbiters over"
            + " HTTP.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every partition runs",
      "1:a partition does not run or is stalled, no arbiter that was asked has it, or one did not answer",
      "64:wrong arguments"
    },
    footer = {
      "",
      "Example:",
      "  lockarbiter partitions --arbiter http://a:8080 --arbiter http://b:8080"
    })
public final class PartitionsCommand implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.shared();

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--arbiter",
      paramLabel = "URL",
      description =
          "Address of an arbiter's HTTP side, once for each instance; "
              + ArbiterHttp.BY_DEFAULT
              + " if left out.")
  private List<String> arbiters = new ArrayList<>();

  @Option(names = "--json", description = "Prints JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    List<String> asked = arbiters.isEmpty() ? List.of(ArbiterHttp.BY_DEFAULT) : arbiters;
    CommandSpec command = Objects.requireNonNull(spec);
    asked.forEach(arbiter -> ArbiterHttp.requireUrl(command, arbiter));
    List<String> failures = new ArrayList<>();
    List<PartitionView> partitions = new ArbiterViews().of(asked, failures::add);
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      Output.ofJson(out)
          .line(
              JSON.writer()
                  .with(SerializationFeature.INDENT_OUTPUT)
                  .writeValueAsString(partitions));
    } else {
      Output text = Output.ofText(out);
      PartitionsText.lines(partitions).forEach(text::line);
    }
    out.flush();
    failures.forEach(failure -> command.commandLine().getErr().println(VisibleText.line(failure)));
    boolean isWell = failures.isEmpty() && partitions.stream().allMatch(PartitionView::isRunning);
    return isWell ? 0 : 1;
  }
}
