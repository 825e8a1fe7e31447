package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.StopSignal;
import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.DurationConverter;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.VisibleText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Freezes a path. While it waits, its request has a short lease, so that nothing stands still if
 * this process dies. Once granted, a freeze that is kept without a process takes its place.
 */
@Command(
    name = "start",
    description = {
      "Lets a path and all below it stand still: everybody reads on, nobody changes anything."
          + " Waits for those who write there, and returns once it stands still.",
      "It ends by itself after the time of --for, or by freezes end. Ctrl-C while it waits"
          + " leaves nothing behind."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it stands still",
      "1:it does not: a line says why, or you stopped the wait",
      "64:wrong arguments",
      "70:Kafka or the arbiter is out of reach"
    },
    footer = {
      "",
      "Examples:",
      "  lockarbiter freezes start --account acme --path / --for 2h \\",
      "    --grace 10s --kafka kafka-1:9092 --by ops-1 --note 'nightly backup'",
      "  lockarbiter freezes start --account acme --path /cases/17 --for 30d \\",
      "    --wait 10m --kafka kafka-1:9092 --by legal --note 'legal hold'"
    })
final class StartFreezeCommand implements Callable<Integer> {
  private static final int NOT_FROZEN = 1;
  private static final Duration LOOK_AT_SIGNAL = Duration.ofMillis(50);

  private final StopSignal signal;
  private final KafkaClients clients;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
  private String account = "";

  @Option(
      names = "--path",
      paramLabel = "PATH",
      required = true,
      description = "What is to stand still, with all below it; / is the whole account.")
  private String path = "";

  @Option(
      names = "--for",
      paramLabel = "DURATION",
      required = true,
      converter = DurationConverter.class,
      description = "How long it stands still unless it is ended: 1m to 30d of log time.")
  private Duration keptFor = Duration.ZERO;

  @Option(
      names = "--by",
      paramLabel = "ID",
      required = true,
      description = "Your name, as a sub-account: whoever is refused reads it.")
  private String by = "";

  @Option(
      names = "--note",
      paramLabel = "TEXT",
      required = true,
      description = "The reason: whoever is refused reads it.")
  private String note = "";

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "How long it waits for those who write there, up to 10m; new writers wait behind it."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration wait = Duration.ofMinutes(1);

  @Option(
      names = "--grace",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Asks the first 1,000 who write there to let go, and releases by force after this time;"
              + " who waited before has its turn first, and is asked then. Shorter than --wait."
              + " Left out: nobody is asked.")
  private @Nullable Duration grace;

  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private ArbiterOption arbiter = new ArbiterOption();

  private volatile boolean hasWaited;

  StartFreezeCommand(StopSignal signal, Function<LockClientOptions, LockClient> clients) {
    this.signal = signal;
    this.clients = new KafkaClients(Protection.FREEZE, clients);
  }

  @Override
  public Integer call() throws InterruptedException {
    LockRequest freeze = freeze();
    LockRequest waiting = waiting(freeze);
    CommandSpec command = Objects.requireNonNull(spec);
    Output out = Output.ofText(command.commandLine().getOut());
    TargetDeployment deployment = arbiter.deployment(kafka, command);
    try (LockClient client = clients.open(kafka, deployment)) {
      Lease held = await(client, waiting, out);
      if (held == null) {
        out.line("Stopped: nothing stands still.");
        out.flush();
        return NOT_FROZEN;
      }
      Lease kept = keep(client, freeze, held);
      kept.abandon(); // It stands without this process.
      if (!isOf(deployment, kept.lockId())) {
        client.forceRelease(account, kept.lockId(), by, "granted by another deployment").join();
        return failed(
            "Nothing stands still: lockId=%s was granted, but %s does not show it, so another deployment with topics of the same names answered, and it was lifted again there. Fix: --kafka=HOST:PORT of that arbiter's Kafka"
                .formatted(kept.lockId(), deployment.arbiter()));
      }
      out.format(
          "account=%s stands still under %s for %s. lockId=%s %s",
          account, path, text(keptFor), kept.lockId(), deployment.text());
      if (!hasWaited) {
        out.line("Nobody had to be waited for. A misspelled account stands still in the same way.");
      }
      out.line("To lift it before:");
      out.line("  " + lineToLift(kept.lockId(), deployment));
      out.flush();
      return 0;
    } catch (LockRefusedException | LockWithdrawnException e) {
      return failed("Nothing stands still: " + e.getMessage());
    }
  }

  /** Says whether the arbiter that was asked has the lock too; true if none was asked. */
  private boolean isOf(TargetDeployment deployment, String lockId) throws InterruptedException {
    if (deployment.arbiter() == null) {
      return true;
    }
    try {
      return LocksView.of(Protection.FREEZE, deployment.arbiter(), account, path).mayHave(lockId);
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "lockId=%s was granted, but whether by the deployment of %s is not known: %s. Fix: freezes list shows it"
              .formatted(lockId, deployment.arbiter(), e.getMessage()),
          e);
    }
  }

  private String lineToLift(String lockId, TargetDeployment deployment) {
    List<String> words =
        new ArrayList<>(List.of("lockarbiter", "freezes", "end", "--account", account, lockId));
    words.addAll(List.of("--arbiter", Objects.requireNonNullElse(deployment.arbiter(), "…")));
    words.addAll(kafka.arguments());
    words.add("--prefix=" + deployment.topicPrefix());
    words.addAll(List.of("--by", by, "--comment", "…"));
    return ShellLine.of(words);
  }

  private int failed(String why) {
    Objects.requireNonNull(spec).commandLine().getErr().println(VisibleText.line(why));
    return NOT_FROZEN;
  }

  /** Puts a freeze that needs no process into the place of the one that this process holds. */
  private Lease keep(LockClient client, LockRequest freeze, Lease held) {
    held.abandon(); // It lives on for its lease, and its end is no loss to warn of.
    try {
      return answer(
          client.acquireAsync(
              freeze.keptFor(keptFor).replacing(held.lockId(), held.lock().owner())));
    } catch (LockRefusedException e) {
      client.forceRelease(account, held.lockId(), by, "it cannot be kept").join();
      throw e;
    } catch (ArbiterUnreachableException e) {
      throw new IllegalStateException(
          "%s stands still, but whether for %s or only for some seconds is not known, for no arbiter answered: %s. Fix: freezes list shows it"
              .formatted(path, text(keptFor), e.getMessage()),
          e);
    }
  }

  private static Lease answer(CompletableFuture<Lease> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private LockRequest freeze() {
    try {
      return LockRequest.freeze(account, by, path).shared().attribute(LockFields.NOTE, note);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /** The request that waits; checked with the time for which the freeze is to be kept. */
  private LockRequest waiting(LockRequest freeze) {
    if (note.isBlank()) {
      throw wrong("--note is blank, expected a reason: whoever is refused reads it");
    }
    if (grace != null && grace.compareTo(wait) >= 0) {
      throw wrong(
          "--grace=%s, expected less than --wait=%s: the wait would be over before the others must have let go"
              .formatted(text(grace), text(wait)));
    }
    try {
      var unused = freeze.keptFor(keptFor);
      LockRequest waiting = freeze.waitingUpTo(wait);
      return grace == null ? waiting : waiting.askingHolders(grace, note);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  /** The lease once it is granted; null if the signal came before. */
  private @Nullable Lease await(LockClient client, LockRequest request, Output out)
      throws InterruptedException {
    CompletableFuture<Lease> granted =
        client.acquireAsync(
            request,
            position -> {
              hasWaited = true;
              out.format(
                  "Waits for those who write there, %s at most; new writers wait behind it.",
                  text(wait));
              out.flush();
            });
    while (!granted.isDone()) {
      if (signal.await(LOOK_AT_SIGNAL)) {
        granted.cancel(/* mayInterruptIfRunning= */ false);
        return null;
      }
    }
    return answer(granted);
  }

  private static String text(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
