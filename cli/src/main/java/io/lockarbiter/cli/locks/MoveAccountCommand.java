package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.DurationConverter;
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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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

/** Moves accounts to another deployment. */
@Command(
    name = "move-account",
    description = {
      "Moves accounts to another deployment, such as one with more partitions. Closes each in both,"
          + " waits until nobody holds a lock, lets you switch its senders, and opens it in the new"
          + " one.",
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
      "  lockarbiter move-account --accounts-file accounts.txt --parallel 8 …"
    })
public final class MoveAccountCommand implements Callable<Integer> {
  private static final int NOT_ALL = 1;
  private static final int UNANSWERED = 70;
  private static final int MOST_BESIDE = 64;
  private static final String BYTE_ORDER_MARK = "\uFEFF";
  private static final Duration LEAST_CLOSED = Duration.ofDays(1);

  private final StopSignal signal;
  private final KafkaClients clients;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "ACCOUNT", arity = "0..*", description = "The accounts.")
  private List<String> named = List.of();

  @Option(
      names = "--accounts-file",
      paramLabel = "FILE",
      description = "More accounts, one a line as it is, in UTF-8.")
  private @Nullable Path file;

  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private ArbiterOption arbiter = new ArbiterOption();
  @Mixin private NewDeploymentOptions next = new NewDeploymentOptions();

  @Option(
      names = "--switch-command",
      paramLabel = "COMMAND",
      description =
          "Switches the senders of an account: run by sh with ACCOUNT in its environment, and run"
              + " again if a move goes on. Exit code 0 says that they are switched. Left out: you"
              + " do it, and press y.")
  private @Nullable String switchCommand;

  @Option(
      names = "--parallel",
      paramLabel = "NUMBER",
      description =
          "How many accounts move at once, up to 64; each is paused by itself. Default:"
              + " ${DEFAULT-VALUE}.")
  private int beside = 1;

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Who holds a lock is asked to let go, and it is released by force after this time;"
              + " check-outs and freezes are not. 0s: nobody is asked. Default: 10s.")
  private Duration grace = Duration.ofSeconds(10);

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long it waits for those who hold locks, up to 10m; new ones wait behind it."
              + " Longer than --grace. Default: 30s.")
  private Duration wait = Duration.ofSeconds(30);

  @Option(
      names = "--closed-for",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long an account stays closed where it was, 1d at least. Default: 3650d.")
  private Duration closedFor = Duration.ofDays(3_650);

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      description = "For whoever asks at the old place, after the name of the new one.")
  private String note = "";

  @Option(
      names = "--tokens-may-fall",
      description =
          "Moves accounts although the new deployment's tokens are not all higher; only where no"
              + " storage compares tokens.")
  private boolean tokensMayFall;

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
   * @param signal asks it to stop: the moves that have begun end, and no other begins
   * @param opener opens a client on Kafka
   */
  public MoveAccountCommand(StopSignal signal, Function<LockClientOptions, LockClient> opener) {
    this.signal = signal;
    clients = new KafkaClients("moveaccount", opener);
  }

  @Override
  public Integer call() throws InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec);
    Set<String> accounts = accounts();
    check(accounts);
    KafkaOptions there = next.kafka();
    TargetDeployment old = arbiter.deployment(kafka, command);
    TargetDeployment target = next.arbiter().deployment(there, command);
    if (old.topicPrefix().equals(target.topicPrefix()) && kafka.isSameCluster(there)) {
      throw wrong(
          "--to-kafka and --to-arbiter name the old deployment again (%s), expected another prefix of topics, or other brokers"
              .formatted(old.text()));
    }
    Output out = Output.ofText(command.commandLine().getOut());
    try (LockClient from = clients.open(kafka, old);
        LockClient to = clients.open(there, target)) {
      AccountMove move =
          new AccountMove(
              new AccountGate(from, closedFor),
              new AccountGate(to, closedFor),
              new AccountMove.Target(target.called(), note, tokensMayFall),
              this::drain,
              senders());
      return (undo
              ? undo(move, accounts, out)
              : new AccountMoves(move, beside, signal::isWanted, out, this::failed).run(accounts))
          ? 0
          : NOT_ALL;
    } catch (LockException e) {
      failed(e.getMessage() + ". Start the command again: it goes on where it stood");
      return e instanceof ArbiterUnreachableException ? UNANSWERED : NOT_ALL;
    } finally {
      out.flush();
    }
  }

  private boolean undo(AccountMove move, Set<String> accounts, Output out) {
    boolean areAllOpen = true;
    for (String account : accounts) {
      String problem = move.undo(account);
      if (problem.isEmpty()) {
        out.format("account=%s is open where it was", account);
      } else {
        areAllOpen = false;
        failed("account=%s is not opened: %s".formatted(account, problem));
      }
    }
    return areAllOpen;
  }

  private LockRequest drain(LockRequest request) {
    LockRequest waiting = request.waitingUpTo(wait);
    return grace.isZero() ? waiting : waiting.askingHolders(grace, "the account moves");
  }

  private AccountMove.Switch senders() {
    if (switchCommand != null) {
      return new SwitchCommand(switchCommand);
    }
    return account -> yes || isSwitched(account) ? "" : "you did not say y";
  }

  private boolean isSwitched(String account) {
    return Question.isAgreed(
        VisibleText.line(
            "account=%s is closed. Switch its senders to the new deployment. Done?"
                .formatted(account)),
        Objects.requireNonNull(spec).commandLine().getOut());
  }

  /** The accounts of all options, each once. */
  private Set<String> accounts() {
    Set<String> all = new LinkedHashSet<>(named);
    if (file != null) {
      try {
        Files.readAllLines(file).stream()
            .map(line -> line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line)
            .filter(line -> !line.isEmpty())
            .forEach(all::add);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read --accounts-file " + file + " as UTF-8", e);
      }
    }
    if (all.isEmpty()) {
      throw wrong("no account is named: give some as arguments, or --accounts-file");
    }
    return all;
  }

  private void check(Set<String> accounts) {
    for (String account : accounts) {
      String problem = IdRule.problem(account);
      if (problem != null) {
        throw wrong("account=%s %s".formatted(account, problem));
      }
      if (!SwitchCommand.isCarried(account, named.contains(account))) {
        throw wrong(
            "account=%s may have been read wrongly, or told %s wrongly: the locale has no UTF-8. Fix: LC_ALL=C.UTF-8"
                .formatted(account, "--switch-command"));
      }
    }
    if (beside < 1 || beside > MOST_BESIDE) {
      throw wrong("--parallel=%d, expected 1 to %d".formatted(beside, MOST_BESIDE));
    }
    if (beside > 1 && switchCommand == null && !yes) {
      throw wrong(
          "--parallel needs --switch-command or --yes: it cannot ask about several at once");
    }
    if (!next.tellTopics()) {
      throw wrong(
          "--to-arbiter or --to-prefix is missing: nothing tells the new deployment's topics");
    }
    if (grace.compareTo(wait) >= 0) {
      throw wrong("--grace is not shorter than --wait: the wait would be over before");
    }
    if (closedFor.compareTo(LEAST_CLOSED) < 0) {
      throw wrong(
          "--closed-for is shorter than 1d: an account could open by itself while it moves");
    }
    try {
      var unused =
          drain(LockRequest.closeAccount(accounts.iterator().next(), AccountGate.MOVER))
              .keptFor(closedFor);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  private void failed(String why) {
    Objects.requireNonNull(spec).commandLine().getErr().println(VisibleText.line(why));
  }
}
