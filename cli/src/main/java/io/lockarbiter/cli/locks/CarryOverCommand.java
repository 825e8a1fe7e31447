package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.KafkaOptions;
import io.lockarbiter.cli.text.Output;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.VisibleText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Takes the check-outs of a deployment that is lost anew in another one. It reads events alone, as
 * offsets and append times of a copy may be others than those of the deployment.
 */
@Command(
    name = "carry-over",
    description = {
      "Takes check-outs of a deployment that is lost anew in another one: with the same members,"
          + " lock ids and notes, for the time that was left of each. It reads the events of the"
          + " last ten minutes, or more, from standard input: lock.events of a copy, one in a"
          + " line.",
      "It names freezes and closed accounts, which it leaves to you, and leaves out all other"
          + " locks: whoever held them asks again. Run it again if some were in the way of others:"
          + " those that are there already stay as they are."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    exitCodeOnInvalidInput = 64,
    exitCodeOnExecutionException = 70,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all check-outs are there",
      "1:not all: a line says which and why",
      "64:wrong arguments",
      "70:a line of the input is no event, or Kafka or the arbiter is out of reach"
    },
    footer = {
      "",
      "Example:",
      "  kcat -C -q -e -b copy:9092 -t old.lock.events -o s@$((($(date +%%s)-3600)*1000)) |",
      "    lockarbiter checkouts carry-over --kafka kafka-1:9092"
    })
final class CarryOverCommand implements Callable<Integer> {
  private static final int NOT_ALL = 1;
  private static final int AT_A_TIME = 100;
  private static final Duration SHORTEST = Duration.ofMinutes(1);

  /** The note is given apart, and nobody's key was used at the gateway. */
  private static final Set<String> NOT_CARRIED = Set.of(LockFields.NOTE, LockFields.SUBJECT);

  private final KafkaClients clients;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private KafkaOptions kafka = new KafkaOptions();
  @Mixin private ArbiterOption arbiter = new ArbiterOption();

  @Option(
      names = "--account",
      paramLabel = "ID",
      description = "Those of this account only. Left out: of all.")
  private @Nullable String account;

  /** Log time of the last event that was read. */
  private long now;

  CarryOverCommand(Function<LockClientOptions, LockClient> clients) {
    this.clients = new KafkaClients(Protection.CHECK_OUT, clients);
  }

  /** A lock, and the end of its time as it was last told. */
  private record Held(String account, LockFields fields, long expiresAt) {
    boolean isOf(Mode mode) {
      return fields.targets().stream().allMatch(target -> target.mode() == mode);
    }

    String text() {
      return "account=%s lockId=%s (%s %s of %s)"
          .formatted(
              account,
              fields.lockId(),
              fields.operationWord(),
              fields.targets().get(0).path(),
              ListedLock.who(fields.owner()));
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    CommandSpec command = Objects.requireNonNull(spec);
    Output out = Output.ofText(command.commandLine().getOut());
    PrintWriter err = command.commandLine().getErr();
    Map<LockKey, Held> held = read();
    List<Held> all = held.values().stream().filter(each -> each.isOf(Mode.GUARD)).toList();
    held.values().stream()
        .filter(each -> each.isOf(Mode.FREEZE) || each.isOf(Mode.CLOSE))
        .forEach(
            each ->
                err.println(VisibleText.line(each.text() + " is left to you: ask for it anew")));
    TargetDeployment deployment = arbiter.deployment(kafka, command);
    int done = 0;
    try (LockClient client = clients.open(kafka, deployment)) {
      for (int at = 0; at < all.size(); at += AT_A_TIME) {
        List<Held> some = all.subList(at, Math.min(all.size(), at + AT_A_TIME));
        List<CompletableFuture<String>> answers =
            some.stream().map(each -> take(client, each)).toList();
        for (int n = 0; n < some.size(); n++) {
          String why = answers.get(n).join();
          done += why.isEmpty() ? 1 : 0;
          if (!why.isEmpty()) {
            err.println(VisibleText.line(some.get(n).text() + " was not carried over: " + why));
          }
        }
      }
    }
    out.format("Carried over: %,d of %,d check-outs. %s", done, all.size(), deployment.text());
    out.flush();
    return done == all.size() ? 0 : NOT_ALL;
  }

  /** Reads events; returns the locks that are held behind the last one, in their order. */
  private Map<LockKey, Held> read() throws IOException {
    Map<LockKey, Held> held = new LinkedHashMap<>();
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      Event event = event(line);
      Subject subject = event.subject();
      if (subject == null || account != null && !account.equals(event.head().account())) {
        continue;
      }
      LockKey key = new LockKey(event.head().account(), subject.lockId());
      now = Math.max(now, event.head().at());
      if (event instanceof Granted granted && !granted.repeated()) {
        held.put(key, new Held(key.account(), granted.subject(), granted.expiresAt()));
      } else if (event instanceof Renewed renewed) {
        held.put(key, new Held(key.account(), renewed.subject(), renewed.expiresAt()));
      } else if (event instanceof Told told) {
        held.put(key, new Held(key.account(), told.subject(), told.expiresAt()));
      } else if (event instanceof Released) {
        held.remove(key);
      }
    }
    held.values().removeIf(each -> each.expiresAt <= now);
    return held;
  }

  private static Event event(String line) {
    try {
      return EventCodec.decode(line.getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "standard input has a line that is no event: %s. Nothing was done. Fix: give the values of lock.events, one in a line, and nothing else"
              .formatted(line.substring(0, Math.min(80, line.length()))),
          e);
    }
  }

  /** Completes with the reason why it is not there; empty if it is. */
  private CompletableFuture<String> take(LockClient client, Held held) {
    Duration left = Duration.ofMillis(held.expiresAt - now);
    Duration keep = left.compareTo(SHORTEST) < 0 ? SHORTEST : left;
    String note = held.fields.attributes().get(LockFields.NOTE);
    try {
      return client
          .checkOut(request(held), keep, note, held.fields.lockId())
          .handle((checkOut, failure) -> failure == null ? "" : reason(failure));
    } catch (IllegalArgumentException e) {
      return CompletableFuture.completedFuture(reason(e));
    }
  }

  private static String reason(Throwable failure) {
    return String.valueOf((failure.getCause() == null ? failure : failure.getCause()).getMessage());
  }

  private static LockRequest request(Held held) {
    LockFields fields = held.fields;
    String member = fields.owner().subAccount();
    List<Target> targets = fields.targets();
    LockRequest request =
        fields.path() != null
            ? LockRequest.checkOut(held.account, member, fields.path().toString())
            : LockRequest.custom(
                held.account, member, targets.get(0).path().toString(), Mode.GUARD);
    if (fields.path() == null) {
      for (Target more : targets.subList(1, targets.size())) {
        request = request.target(more.path().toString(), Mode.GUARD);
      }
    }
    request = request.owner(fields.owner());
    for (Map.Entry<String, String> one : fields.attributes().entrySet()) {
      if (!NOT_CARRIED.contains(one.getKey())) {
        request = request.attribute(one.getKey(), one.getValue());
      }
    }
    return request;
  }
}
