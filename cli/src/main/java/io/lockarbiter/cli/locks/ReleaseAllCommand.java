package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.Question;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.ReleaseAllResult;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Ends all locks of a session, or of a member. */
@Command(
    name = "release",
    description =
        "Ends all that a member holds and waits for, on one device or on all: uploads, check-outs,"
            + " freezes. For a device that is lost, or a member who leaves. Asks before it acts.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all have ended, or none was there",
      "1:you said no, or a line says why not all have ended",
      "64:wrong arguments",
      "70:Kafka or the arbiter is out of reach: a line says what is known"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter release --account acme --sub-account ann --session laptop \\",
      "    --kafka kafka-1:9092",
      "  lockarbiter release --account acme --sub-account ann --all-sessions --yes \\",
      "    --kafka kafka-1:9092"
    })
public final class ReleaseAllCommand implements Callable<Integer> {
  private static final int NOT_ALL = 1;
  private static final int UNANSWERED = 70;

  private final Function<LockClientOptions, LockClient> clients;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
  private String account = "";

  @Option(
      names = "--sub-account",
      paramLabel = "ID",
      required = true,
      description = "The member whose locks end.")
  private String subAccount = "";

  @ArgGroup(multiplicity = "1")
  private Sessions sessions = new Sessions();

  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private ArbiterOption arbiter = new ArbiterOption();

  @Option(names = "--yes", description = "Acts without asking.")
  private boolean yes;

  /** One of two, so that a session that was forgotten ends nothing. */
  static final class Sessions {
    @Option(
        names = "--session",
        paramLabel = "ID",
        required = true,
        description =
            "Those of one session alone: a device or a tab, if your clients name their sessions"
                + " so.")
    private @Nullable String session;

    @Option(
        names = "--all-sessions",
        required = true,
        description = "Those of all sessions, and those without one.")
    private boolean all;
  }

  /**
   * A command.
   *
   * @param clients opens a client on Kafka
   */
  public ReleaseAllCommand(Function<LockClientOptions, LockClient> clients) {
    this.clients = clients;
  }

  @Override
  public Integer call() throws InterruptedException {
    requireId("--account", account);
    requireId("--sub-account", subAccount);
    if (sessions.session != null) {
      requireId("--session", sessions.session);
    }
    CommandSpec command = Objects.requireNonNull(spec);
    TargetDeployment deployment = arbiter.deployment(kafka, command);
    PrintWriter writer = command.commandLine().getOut();
    Output out = Output.ofText(writer);
    String whose =
        sessions.session == null ? subAccount : subAccount + " in session " + sessions.session;
    String question =
        "End all that %s holds and waits for in account %s (%s)?"
            .formatted(whose, account, deployment.text());
    if (!yes && !Question.isAgreed(VisibleText.line(question), writer)) {
      out.line("Nothing was done.");
      out.flush();
      return NOT_ALL;
    }
    try (LockClient client = new KafkaClients("releaseall", clients).open(kafka, deployment)) {
      ReleaseAllResult result = releaseAll(client).join();
      out.format(
          "Locks released: %,d. Waiting requests cancelled: %,d. %s",
          result.released(), result.cancelled(), deployment.text());
      if (result.released() + result.cancelled() == 0) {
        out.format(
            "Nothing was there. A misspelled account, member or session looks the same; an arbiter lists what a member holds, with its sessions: GET /api/accounts/%s/locks?subAccount=%s",
            account, subAccount);
      }
      out.flush();
      return 0;
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof LockException cause)) {
        throw e;
      }
      command.commandLine().getErr().println(VisibleText.line(String.valueOf(cause.getMessage())));
      return cause instanceof ArbiterUnreachableException ? UNANSWERED : NOT_ALL;
    }
  }

  private CompletableFuture<ReleaseAllResult> releaseAll(LockClient client) {
    return sessions.all
        ? client.releaseAllSessions(account, subAccount)
        : client.releaseAll(account, new Owner(subAccount, sessions.session));
  }

  private void requireId(String option, String id) {
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "%s=%s %s".formatted(option, id, problem));
    }
  }
}
