package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.cli.text.Question;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Moves accounts to another deployment, one after another. */
@Command(
    name = "move-account",
    description = {
      "Moves accounts to another deployment, such as one with more partitions, one after another."
          + " Closes each in both, waits until nobody holds a lock, lets you switch its senders, and"
          + " opens it in the new one.",
      "What broke off goes on when it is started again with the same options."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all are moved",
      "1:some are not: a line says which, and why",
      "64:wrong arguments",
      "70:Kafka or an arbiter is out of reach: start it again"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter move-account acme umbra --kafka kafka-1:9092 \\",
      "    --arbiter http://arbiter-1:8080 --to-kafka kafka-1:9092 \\",
      "    --to-arbiter http://arbiter-b:8080 --switch-command ./switch-senders",
      "  lockarbiter move-account @accounts.txt …"
    })
public final class MoveAccountCommand implements Callable<Integer> {
  private static final int NOT_ALL = 1;
  private static final int UNANSWERED = 70;

  private final KafkaClients clients;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "ACCOUNT",
      arity = "1..*",
      description = "The accounts; @FILE names a file with one a line.")
  private List<String> accounts = List.of();

  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private ArbiterOption arbiter = new ArbiterOption();

  @Option(
      names = "--to-kafka",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Kafka brokers of the new deployment.")
  private String toKafka = "";

  @Option(
      names = "--to-prefix",
      paramLabel = "TEXT",
      description = "Prefix of the topics' names there; --to-arbiter tells it.")
  private @Nullable String toPrefix;

  @Option(
      names = "--to-kafka-config",
      paramLabel = "FILE",
      description = "Properties of the Kafka clients there.")
  private @Nullable Path toConfig;

  @Option(
      names = "--to-arbiter",
      paramLabel = "URL",
      description = "Address of the HTTP side of any arbiter there, which tells the topics.")
  private @Nullable String toArbiter;

  @Option(
      names = "--switch-command",
      paramLabel = "COMMAND",
      description =
          "Switches the senders of an account: run by sh with ACCOUNT in its environment, and run"
              + " again if a move goes on. Left out: you do it, and press y.")
  private @Nullable String switchCommand;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Who holds a lock is asked to let go, and it is released by force after this time;"
              + " check-outs and freezes are not. Default: ${DEFAULT-VALUE}.")
  private Duration grace = Duration.ofSeconds(10);

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long it waits for those who hold locks, up to 10m; new ones wait behind it."
              + " Longer than --grace. Default: ${DEFAULT-VALUE}.")
  private Duration wait = Duration.ofSeconds(30);

  @Option(
      names = "--closed-for",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long an account stays closed where it was. Default: 3650d.")
  private Duration closedFor = Duration.ofDays(3_650);

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "For whoever asks at the old place, after the name of the new one.")
  private String note = "";

  @Option(
      names = "--undo",
      description =
          "Opens accounts that are closed in both deployments again in the old one. Switch their"
              + " senders back before; in the new one they stay closed.")
  private boolean undo;

  @Option(names = "--yes", description = "Acts without asking; senders are switched already.")
  private boolean yes;

  /**
   * A command.
   *
   * @param opener opens a client on Kafka
   */
  public MoveAccountCommand(Function<LockClientOptions, LockClient> opener) {
    clients = new KafkaClients("moveaccount", opener);
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec);
    check(command);
    KafkaOptions there = new KafkaOptions(toKafka, toPrefix, toConfig);
    TargetDeployment old = arbiter.deployment(kafka, command);
    TargetDeployment next = new ArbiterOption(toArbiter).deployment(there, command);
    if (old.topicPrefix().equals(next.topicPrefix())
        && Objects.equals(
            kafka.settings().get("bootstrap.servers"), there.settings().get("bootstrap.servers"))) {
      throw wrong("--to-kafka and the topics there are those of the old deployment");
    }
    Output out = Output.ofText(command.commandLine().getOut());
    try (LockClient from = clients.open(kafka, old);
        LockClient to = clients.open(there, next)) {
      AccountMove move =
          new AccountMove(
              new AccountGate(from, closedFor),
              new AccountGate(to, closedFor),
              next.name() == null ? next.topicPrefix() : next.name(),
              note.isEmpty() ? "" : ": " + note,
              this::drain,
              this::isSwitched);
      return undo ? undo(move, out) : move(move, out);
    } catch (LockException e) {
      failed(e.getMessage() + ". Start the command again: it goes on where it stood");
      return e instanceof ArbiterUnreachableException ? UNANSWERED : NOT_ALL;
    } finally {
      out.flush();
    }
  }

  private int move(AccountMove move, Output out) {
    List<Duration> pauses = new ArrayList<>();
    int done = 0;
    for (String account : accounts) {
      AccountMove.Result result = move.run(account);
      if (result instanceof AccountMove.Result.Moved moved) {
        done++;
        pauses.add(moved.paused());
        out.format("account=%s moved, paused for %.3f s", account, seconds(moved.paused()));
      } else if (result instanceof AccountMove.Result.MovedBefore) {
        done++;
        out.format("account=%s was moved before", account);
      } else if (result instanceof AccountMove.Result.Stays stays) {
        failed("account=%s stays where it was: %s".formatted(account, stays.why()));
      } else if (result instanceof AccountMove.Result.Closed closed) {
        failed(
            "account=%s is closed in both deployments: %s. Fix: start the command again, which switches them and goes on; or switch them back, and give --undo"
                .formatted(account, closed.why()));
        break;
      }
      out.flush();
    }
    out.format("Accounts moved: %,d of %,d.%s", done, accounts.size(), quantiles(pauses));
    return done == accounts.size() ? 0 : NOT_ALL;
  }

  private int undo(AccountMove move, Output out) {
    int code = 0;
    for (String account : accounts) {
      String problem = move.undo(account);
      if (problem.isEmpty()) {
        out.format("account=%s is open again where it was", account);
      } else {
        code = NOT_ALL;
        failed("account=%s is not opened: %s".formatted(account, problem));
      }
    }
    return code;
  }

  private static String quantiles(List<Duration> pauses) {
    if (pauses.isEmpty()) {
      return "";
    }
    Collections.sort(pauses);
    return " Paused for p50 %.3f s, p99 %.3f s, at most %.3f s."
        .formatted(
            seconds(at(pauses, 0.5)),
            seconds(at(pauses, 0.99)),
            seconds(pauses.get(pauses.size() - 1)));
  }

  private static Duration at(List<Duration> sorted, double quantile) {
    return sorted.get((int) Math.ceil(quantile * sorted.size()) - 1);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  private LockRequest drain(LockRequest request) {
    LockRequest waiting = request.waitingUpTo(wait);
    return grace.isZero() ? waiting : waiting.askingHolders(grace, "the account moves");
  }

  private boolean isSwitched(String account) {
    if (switchCommand != null) {
      return runs(switchCommand, account);
    }
    return yes
        || Question.isAgreed(
            VisibleText.line(
                "account=%s is closed. Switch its senders to the new deployment. Done?"
                    .formatted(account)),
            Objects.requireNonNull(spec).commandLine().getOut());
  }

  private static boolean runs(String shellCommand, String account) {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", shellCommand).inheritIO();
    builder.environment().put("ACCOUNT", account);
    try {
      return builder.start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void check(CommandSpec command) {
    for (String account : accounts) {
      String problem = IdRule.problem(account);
      if (problem != null) {
        throw wrong("account=%s %s".formatted(account, problem));
      }
    }
    if (grace.compareTo(wait) >= 0) {
      throw wrong("--grace is not shorter than --wait: the wait would be over before");
    }
    try {
      var unused =
          drain(LockRequest.closeAccount(accounts.get(0), AccountGate.MOVER)).keptFor(closedFor);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private void failed(String why) {
    Objects.requireNonNull(spec).commandLine().getErr().println(VisibleText.line(why));
  }
}
