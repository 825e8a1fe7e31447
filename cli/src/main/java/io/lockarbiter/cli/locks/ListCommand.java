package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.TerminalColumns;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** Lists the check-outs of an account. */
@Command(
    name = "list",
    description =
        "Lists the check-outs of an account, the oldest first: who, path, since, until, lockId and"
            + " note. Asks an arbiter over HTTP.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all that match are shown, or none matches",
      "1:some that match are left out, or may be",
      "64:wrong arguments",
      "70:the arbiter does not tell"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter checkouts list --account acme --under /docs --older-than 30d",
      "  lockarbiter checkouts list --account acme --sub-account ann --json"
    })
class ListCommand implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.shared();

  @Spec private @Nullable CommandSpec spec;
  @Mixin private Selection selection;

  @Option(
      names = "--json",
      description = "Prints one line of JSON per lock, as the HTTP view has it.")
  private boolean json;

  ListCommand() {
    this(Protection.CHECK_OUT);
  }

  ListCommand(Protection kind) {
    selection = new Selection(kind);
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec);
    ListedLocks found = selection.read(List.of());
    PrintWriter out = command.commandLine().getOut();
    if (json) {
      Output lines = Output.ofJson(out);
      found.shown().forEach(each -> lines.line(JSON.writeValueAsString(each)));
    } else {
      LocksText.lines(found, TerminalColumns.of(command)).forEach(Output.ofText(out)::line);
    }
    out.flush();
    String missing = LocksText.leftOut(found);
    if (missing != null) {
      command.commandLine().getErr().println(VisibleText.line(missing));
    }
    if (found.seen() == 0) {
      command.commandLine().getErr().println(VisibleText.line(LocksText.none(found)));
    }
    return found.isComplete() ? 0 : 1;
  }
}
