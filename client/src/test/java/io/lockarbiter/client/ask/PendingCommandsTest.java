package io.lockarbiter.client.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.testing.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks which command an event answers, and which commands are sent again. */
class PendingCommandsTest {
  private static final Acquire REQUEST =
      RequestCommands.acquire(
          LockRequest.upload("acme", "u1", "/a"), new Owner("u1", null), "l1", "me");

  private final SimulatedTime time = new SimulatedTime();
  private final List<AccountCommand> sent = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final List<String> whys = new ArrayList<>();
  private @Nullable SendFailure failure;
  private final PendingCommands commands =
      new PendingCommands(
          time,
          new CommandSender() {
            @Override
            public void send(AccountCommand command, Consumer<SendFailure> failed) {
              sent.add(command);
              if (failure != null) {
                failed.accept(failure);
              }
            }

            @Override
            public void close() {
              // Nothing is kept back.
            }
          },
          new ResendPolicy(Duration.ofSeconds(1), new Random(1)),
          new RepeatWindows(Duration.ofSeconds(20)),
          new LongAdder());
  private final AnswerListener listener =
      new AnswerListener() {
        @Override
        public void answered(PendingCommand command, Event event) {
          told.add("answered after " + command.sends());
        }

        @Override
        public void unanswered(String why) {
          told.add("unanswered");
          whys.add(why);
        }
      };

  @Test
  void endOfTheLockByAnotherCommand_isToldToTheRequest() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    commands.dispatch(released("acme", "another", false));

    assertThat(told).containsExactly("answered after 1");
  }

  @Test
  void repeatedEndForAnotherCommand_isNotToldToTheRequest() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    commands.dispatch(released("acme", "another", true));

    assertThat(told).isEmpty();
  }

  /** It has the id of the acquire, and says nothing about a copy of it. */
  @Test
  void lockThatIsToldAgain_isNoAnswer() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    EventHead head = new EventHead(5, 1_000_000, "acme", "l1", new Cause(0, 1));
    commands.dispatch(new Told(head, REQUEST.fields(), 3, 9_000_000, 500_000, 0));

    assertThat(told).isEmpty();
  }

  /** A copy of the acquire is on its way when another request begins to wait for the lock. */
  @Test
  void lockThatAWaiterAsksFor_isNoAnswer() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    EventHead head = new EventHead(5, 1_000_000, "acme", "l1", new Cause(0, 1));
    commands.dispatch(
        new YieldRequested(
            head,
            REQUEST.fields(),
            3,
            1_010_000,
            500_000,
            0,
            "u2",
            null,
            null,
            10_000L,
            1_010_000L));

    assertThat(told).isEmpty();
  }

  @Test
  void eventOfAnotherAccount_isNoAnswer() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    commands.dispatch(released("other", "l1", false));

    assertThat(told).isEmpty();
  }

  @Test
  void cancelledCommand_isNeitherSentAgainNorAnsweredNorGivenUp() {
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    commands.cancel("acme", "l1");
    commands.cancel("acme", "l1");
    time.pass(Duration.ofSeconds(20));
    commands.dispatch(released("acme", "l1", false));

    assertThat(sent).hasSize(1);
    assertThat(told).isEmpty();
  }

  @Test
  void commandSentOnce_isGivenUpWithoutACopy() {
    commands.askOnce(REQUEST, listener, Duration.ofSeconds(10));
    commands.askAgain();
    time.pass(Duration.ofSeconds(20));

    assertThat(sent).hasSize(1);
    assertThat(told).containsExactly("unanswered");
  }

  @Test
  void commandThatCannotBeSentAtAll_isGivenUpAtOnce() {
    failure = new SendFailure("the record is too large", true);
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));

    assertThat(told).containsExactly("unanswered");
    assertThat(whys.get(0)).contains("cannot be sent", "l1", "acme", "the record is too large");
    time.pass(Duration.ofSeconds(20));
    assertThat(sent).hasSize(1);
    assertThat(told).hasSize(1);
  }

  @Test
  void commandThatCouldNotBeSentJustNow_isSentAgain() {
    failure = new SendFailure("no leader", false);
    commands.ask(REQUEST, listener, Duration.ofSeconds(10));
    assertThat(told).isEmpty();

    commands.repeatWindow(0, Duration.ofMinutes(1));
    time.pass(Duration.ofSeconds(20));
    assertThat(sent.size()).isGreaterThan(2);
    assertThat(whys.get(0)).contains("no answer", "last failure: no leader");
  }

  private static Released released(String account, String commandId, boolean repeated) {
    return new Released(
        new EventHead(5, 1_000_000, account, commandId, new Cause(0, 1)),
        REQUEST.fields(),
        ReleaseReason.FORCED,
        3L,
        1_000L,
        "ops",
        null,
        WorkOutcome.DONE,
        repeated);
  }
}
