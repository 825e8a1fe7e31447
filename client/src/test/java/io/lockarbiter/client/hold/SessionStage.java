package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sessions of clients of a fake arbiter. */
final class SessionStage {
  static final Owner LAPTOP = new Owner("ann", "laptop");
  static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "ann", "/docs/a");

  final FakeClients fake = new FakeClients();

  LockSession kept(int leaseMs) {
    return kept(fake.client, leaseMs);
  }

  LockSession kept(LockClient client, int leaseMs) {
    return granted(client.keepAliveAsync(ACCOUNT, LAPTOP, Duration.ofMillis(leaseMs)));
  }

  Lease bound(LockSession session, String path) {
    return granted(
        fake.client.acquireAsync(session.bound(LockRequest.upload(ACCOUNT, "ann", path))));
  }

  static List<LostReason> losses(LockSession session) {
    List<LostReason> losses = new ArrayList<>();
    session.onLost(losses::add);
    return losses;
  }

  /** The latest command that keeps a session alive. */
  KeepAlive last() {
    List<KeepAlive> sent = fake.sent(KeepAlive.class);
    return sent.get(sent.size() - 1);
  }

  /** The head of an event that no arbiter has published, as the answer to a command. */
  EventHead answerTo(String commandId) {
    List<Event> events = fake.arbiter.events();
    EventHead latest = events.get(events.size() - 1).head();
    return new EventHead(
        latest.seq() + 1,
        latest.at(),
        ACCOUNT,
        commandId,
        new Cause(0, latest.cause().offset() + 1));
  }

  void answer(Event event) {
    ((HoldingLockClient) fake.client).accept(event);
  }
}
