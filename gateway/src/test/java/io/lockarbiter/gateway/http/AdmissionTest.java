package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.ApiKeys;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Quota;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.access.Rules;
import io.lockarbiter.gateway.access.WatchedFile;
import io.lockarbiter.gateway.ask.AcquireAnswer;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.DeskOptions;
import io.lockarbiter.gateway.policy.OwnEngine;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.policy.PolicyOptions;
import io.lockarbiter.testing.SimulatedTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rights that are taken away while a request waits. */
class AdmissionTest {
  private static final long AT = 1_795_000_000_000L;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration WAIT = Duration.ofSeconds(20);

  @TempDir private Path folder;
  private final SimulatedTime time = new SimulatedTime();
  private final List<AccountCommand> sent = new CopyOnWriteArrayList<>();
  private final CommandDesk desk =
      new CommandDesk(
          new DeskOptions(Duration.ZERO, Duration.ofSeconds(10), 9),
          ClientAddress.of("gateway", new Random(1)),
          time,
          new CommandSender() {
            @Override
            public void send(AccountCommand command, Consumer<SendFailure> failed) {
              sent.add(command);
            }

            @Override
            public void close() {
              // Nothing is kept back.
            }
          },
          new Random(2));
  private OwnEngine own;
  private Path keysFile;
  private Path rulesFile;
  private WatchedFile<ApiKeys> keys;
  private WatchedFile<Rules> rules;
  private Admission admission;

  @BeforeEach
  void start() throws Exception {
    own = new OwnEngine();
    desk.opened(
        new ClientEdges() {
          @Override
          public State state() {
            throw new UnsupportedOperationException();
          }

          @Override
          public void read(int partition, Runnable reading) {
            reading.run();
          }

          @Override
          public void close() {
            // Nothing is open.
          }
        },
        1);
    time.pass(Duration.ZERO);
    keysFile = Files.write(folder.resolve("keys"), List.of(ApiKeys.line("web", "secret")));
    rulesFile = Files.write(folder.resolve("rules"), List.of("web acme self ask"));
    keys = new WatchedFile<>(keysFile, "keys", ApiKeys::of);
    rules = new WatchedFile<>(rulesFile, "rules", Rules::of);
    admission = admission(acquire());
  }

  @AfterEach
  void stop() {
    own.close();
  }

  private Admission admission(Acquire command) {
    Quota quota = new Quota(10, () -> 0);
    Access access = new Access(keys, rules, () -> 0);
    PolicyEngine engine =
        new PolicyEngine(
            new PolicyOptions(own.address(), EnumSet.allOf(Right.class), LONG, Duration.ZERO, 8),
            System::nanoTime);
    return new Admission(
        new Gate(access, null, new Quotas(quota, quota, quota, quota, quota)),
        new PolicyGate(engine, System::nanoTime),
        desk,
        new Caller(Objects.requireNonNull(access.ofKey("secret")), command.owner()),
        command);
  }

  private static Acquire acquire() {
    return RequestCommands.acquire(
        LockRequest.upload("acme", "web", "/a"), new Owner("web", "s"), "l1", null);
  }

  private static EventHead head(String commandId) {
    return new EventHead(7, AT, "acme", commandId, new Cause(0, 3));
  }

  private static AcquireAnswer granted(long waitedMs) {
    Event event = new Granted(head("l1"), acquire().fields(), 7, AT + 30_000, waitedMs, false);
    return new AcquireAnswer(event, 1L, Duration.ZERO, false);
  }

  private static AcquireAnswer renewed() {
    Event event = new Renewed(head("web.1"), acquire().fields(), 7, AT + 30_000, AT, 0, null);
    return new AcquireAnswer(event, 1L, Duration.ZERO, false);
  }

  private static AcquireAnswer queued() {
    Event event =
        new Queued(head("l1"), acquire().fields(), 1, AT + 60_000, AT, List.of(), false, false);
    return new AcquireAnswer(event, null, LONG, false);
  }

  private CompletableFuture<AcquireAnswer> ask(AcquireAnswer answer) {
    return admission.answered(answer, WAIT).toFuture();
  }

  /** The refusal, after a release that the arbiter has answered. */
  private Refused withdrawn(AcquireAnswer answer) {
    sent.clear();
    CompletableFuture<AcquireAnswer> asked = ask(answer);
    await().until(() -> sent.size() == 1);
    Release release = (Release) sent.get(0);
    assertThat(release.lockId()).isEqualTo("l1");
    assertThat(release.owner()).isEqualTo(new Owner("web", "s"));
    assertThat(release.outcome()).isEqualTo(WorkOutcome.FAILED);
    assertThat(release.commandId()).startsWith("web.");
    assertThat(asked).isNotDone();
    desk.accept(
        Rejected.plain(
            head(release.commandId()),
            release.subject(),
            RejectReason.NOT_HELD,
            RejectReason.NOT_HELD.message(),
            null));
    return failure(asked);
  }

  private static Refused failure(CompletableFuture<AcquireAnswer> asked) {
    return (Refused)
        asked.handle((value, failure) -> failure).orTimeout(60, TimeUnit.SECONDS).join();
  }

  @Test
  void requestThatHasWaited_isAnswered_ifItIsAllowedStill() {
    for (AcquireAnswer answer : List.of(granted(500), renewed(), queued())) {
      assertThat(ask(answer).join()).isSameAs(answer);
    }
    assertThat(own.inputs)
        .hasSize(3)
        .allSatisfy(input -> assertThat(input.path("paths").toString()).isEqualTo("[\"/a\"]"));
    assertThat(sent).isEmpty();
  }

  @Test
  void requestThatThePolicyDeniesMeanwhile_isRefused_andWithdrawn() {
    own.answer = OwnEngine.DENIED;
    for (AcquireAnswer answer : List.of(granted(500), renewed(), queued())) {
      Refused refused = withdrawn(answer);
      assertThat(refused.reason()).isEqualTo("FORBIDDEN");
      assertThat(refused.status().value()).isEqualTo(403);
    }
  }

  @Test
  void requestWhoseRuleOrKeyIsTakenAway_isRefused_andWithdrawn_withoutAQuestion() throws Exception {
    Files.write(rulesFile, List.of("web acme self see"));
    rules.look();
    assertThat(withdrawn(granted(500)).reason()).isEqualTo("FORBIDDEN");
    Files.write(keysFile, List.of(ApiKeys.line("web", "another")));
    keys.look();
    assertThat(withdrawn(queued()).reason()).isEqualTo("UNKNOWN_KEY");
    assertThat(own.inputs).isEmpty();
  }

  @Test
  void requestWhoseEngineIsAwayMeanwhile_is503_andStaysAsItIs() {
    own.leave();
    Refused refused = failure(ask(granted(500)));
    assertThat(refused.reason()).isEqualTo("POLICY_UNREACHABLE");
    assertThat(refused.getMessage()).contains("Send it again under the same Idempotency-Key");
    assertThat(refused.retryAfter()).isEqualTo(Duration.ofSeconds(1));
    assertThat(sent).isEmpty();
  }

  @Test
  void withdrawalThatNobodyAnswers_endsAll_theSame() {
    own.answer = OwnEngine.DENIED;
    CompletableFuture<AcquireAnswer> asked = ask(granted(500));
    await().until(() -> !sent.isEmpty());
    time.pass(Duration.ofSeconds(11));
    assertThat(failure(asked).reason()).isEqualTo("FORBIDDEN");
  }

  @Test
  void answerThatComesAtOnce_isNotAskedAbout_andALateOneIs() {
    own.answer = OwnEngine.DENIED;
    AcquireAnswer grant = granted(0);
    assertThat(ask(grant).join()).isSameAs(grant);
    for (AcquireAnswer answer : List.of(renewed(), queued())) {
      assertThat(admission.answered(answer, Duration.ZERO).block(LONG)).isSameAs(answer);
    }
    AcquireAnswer refusal =
        new AcquireAnswer(
            Rejected.plain(head("l1"), acquire().fields(), RejectReason.CONFLICT, "x", null),
            null,
            Duration.ZERO,
            false);
    time.pass(Duration.ofMillis(999));
    assertThat(ask(grant).join()).isSameAs(grant);
    assertThat(own.inputs).isEmpty();
    time.pass(Duration.ofMillis(1));
    assertThat(ask(refusal).join()).as("nothing is held").isSameAs(refusal);
    assertThat(withdrawn(grant).reason()).isEqualTo("FORBIDDEN");
  }

  static Stream<LockRequest> keepingAllOthersOut() {
    return Stream.of(
        LockRequest.freeze("acme", "web", "/a"), LockRequest.closeAccount("acme", "web"));
  }

  @ParameterizedTest
  @MethodSource("keepingAllOthersOut")
  void freezeOrClosing_needsToBeAllowedToOperate_thenAndLater(LockRequest request) {
    Acquire freeze = RequestCommands.acquire(request, new Owner("web", "s"), "l1", null);
    admission = admission(freeze);
    assertThat(failure(admission.required().cast(AcquireAnswer.class).toFuture()).reason())
        .as("no rule gives operate")
        .isEqualTo("FORBIDDEN");
    assertThat(own.inputs).isEmpty();
    assertThat(withdrawn(granted(500)).reason()).isEqualTo("FORBIDDEN");
  }
}
