package io.lockarbiter.gateway.ask;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.ask.ClientAddress;
import io.lockarbiter.client.ask.ClientEdges;
import io.lockarbiter.client.ask.CommandSender;
import io.lockarbiter.client.ask.SendFailure;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.testing.SimulatedTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;

/** A desk without a log: the test sees the commands that are sent, and tells the events. */
abstract class DeskStage {
  static final Duration DIFFERENCE = Duration.ofMillis(500);
  static final long AT = 1_795_000_000_000L;

  final SimulatedTime time = new SimulatedTime();
  final List<AccountCommand> sent = new ArrayList<>();
  final CommandDesk desk =
      new CommandDesk(
          new DeskOptions(DIFFERENCE, Duration.ofSeconds(10), 3),
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

  @BeforeEach
  void open() {
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
  }

  CompletableFuture<AcquireAnswer> ask(String lockId, Duration age, Duration wait) {
    CompletableFuture<AcquireAnswer> answer =
        desk.acquire(acquire(lockId), "web", age, desk.nanoTime(), wait);
    time.pass(Duration.ZERO);
    return answer;
  }

  Acquire acquire(String lockId) {
    return acquire(lockId, "u1");
  }

  Acquire acquire(String lockId, String member) {
    return RequestCommands.acquire(
        LockRequest.upload("acme", member, "/" + lockId).waitingUpTo(Duration.ofMinutes(1)),
        new Owner(member, "s"),
        lockId,
        desk.replyTo());
  }

  static Throwable failure(CompletableFuture<?> answer) {
    return answer.handle((value, failure) -> failure).join();
  }

  <T> T last(Class<T> type) {
    return type.cast(sent.get(sent.size() - 1));
  }

  void tell(Event event) {
    desk.accept(event);
    time.pass(Duration.ZERO);
  }

  static EventHead head(String commandId) {
    return new EventHead(7, AT, "acme", commandId, new Cause(0, 3));
  }

  Event granted(String lockId, long leaseMs, long waitedMs, boolean repeated) {
    return new Granted(head(lockId), acquire(lockId).fields(), 7, AT + leaseMs, waitedMs, repeated);
  }

  Event queued(String lockId) {
    return new Queued(
        head(lockId), acquire(lockId).fields(), 1, AT + 60_000, AT, List.of(), false, false);
  }

  Event renewed(Renew renewal, long leaseMs) {
    return new Renewed(
        head(renewal.commandId()),
        acquire(renewal.lockId()).fields(),
        7,
        AT + leaseMs,
        AT,
        0,
        null);
  }

  static Event refused(Renew renewal) {
    return Rejected.plain(
        head(renewal.commandId()),
        renewal.subject(),
        RejectReason.NOT_HELD,
        RejectReason.NOT_HELD.message(),
        null);
  }
}
