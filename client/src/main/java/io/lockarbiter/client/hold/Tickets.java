package io.lockarbiter.client.hold;

import io.lockarbiter.client.ClientBusyException;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.client.ask.AnswerListener;
import io.lockarbiter.client.ask.PendingCommand;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.lock.LockKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The submitted jobs whose end is awaited, by their locks; bounded in number and bytes. Used in the
 * loop's turns only.
 */
final class Tickets {
  /** Most heap of the tickets' commands, which may be sent once more. */
  private static final long MOST_BYTES = 256 << 20;

  private final ClientContext context;
  private final Map<LockKey, List<OpenTicket>> open = new HashMap<>();
  private int count;
  private long bytes;

  Tickets(ClientContext context) {
    this.context = context;
  }

  /**
   * Adds a ticket, whose command is sent next.
   *
   * @throws ClientBusyException if there are as many as allowed
   */
  void add(OpenTicket ticket) {
    int most = context.options().maxTickets();
    if (count >= most || bytes + ticket.bytes() > MOST_BYTES) {
      throw ClientBusyException.ofTickets(count, most, bytes, MOST_BYTES);
    }
    ticket.sent(context.loop().nanoTime());
    count++;
    bytes += ticket.bytes();
    open.computeIfAbsent(ticket.key(), key -> new ArrayList<>(1)).add(ticket);
    // After a crash the lock's events are addressed to the client that submitted first.
    context.filter().follow(ticket.key().lockId());
  }

  void see(Event event) {
    LockKey key = keyOf(event);
    List<OpenTicket> tickets = key == null ? null : open.get(key);
    if (tickets == null) {
      return;
    }
    for (OpenTicket ticket : List.copyOf(tickets)) {
      TicketOutcome outcome = ticket.see(event);
      if (outcome != null) {
        end(ticket, outcome);
      }
    }
  }

  /**
   * The lock that an event ends; a refused command about the lock, such as a renewal, does not end
   * it.
   */
  private static @Nullable LockKey keyOf(Event event) {
    String account = event.head().account();
    if (event instanceof Rejected) {
      return new LockKey(account, event.head().commandId());
    }
    Subject subject = event.subject();
    return subject == null ? null : new LockKey(account, subject.lockId());
  }

  /** Ends a ticket; further calls for it do nothing. */
  void end(OpenTicket ticket, TicketOutcome outcome) {
    List<OpenTicket> tickets = open.getOrDefault(ticket.key(), List.of());
    if (tickets.contains(ticket)) {
      tickets.remove(ticket);
      if (tickets.isEmpty()) {
        open.remove(ticket.key());
      }
      count--;
      bytes -= ticket.bytes();
      context.filter().unfollow(ticket.key().lockId());
    }
    context.callbacks().execute(() -> ticket.outcome().complete(outcome));
  }

  /** Looks again after missed events: submits again where the id is certain to be recognised. */
  void lookAgain(String gap) {
    for (List<OpenTicket> tickets : List.copyOf(open.values())) {
      OpenTicket first = tickets.get(0);
      LockKey key = first.key();
      if (context.commands().isPending(key.account(), key.lockId())) {
        continue;
      }
      long openAt = tickets.stream().mapToLong(OpenTicket::openAt).max().orElse(first.openAt());
      if (context.commands().isRecognised(key.account(), openAt)) {
        context
            .commands()
            .askOnce(first.acquire(), new SecondLook(key), context.options().answerTimeout());
      } else {
        endAll(key, "events were missed (" + gap + ")");
      }
    }
  }

  private void endAll(LockKey key, String why) {
    for (OpenTicket ticket : List.copyOf(open.getOrDefault(key, List.of()))) {
      end(ticket, new TicketOutcome.Unknown(why));
    }
  }

  /** Ends all tickets as unknown, because the client is closed. */
  void close() {
    for (LockKey key : List.copyOf(open.keySet())) {
      endAll(key, "the client was closed before the job ended");
    }
  }

  /**
   * A copy of a submission; its answer reaches the ticket as an ordinary event, so only a missing
   * answer matters here.
   */
  private final class SecondLook implements AnswerListener {
    private final LockKey key;

    SecondLook(LockKey key) {
      this.key = key;
    }

    @Override
    public void answered(PendingCommand command, Event event) {
      command.done();
    }

    @Override
    public void unanswered(String why) {
      endAll(key, "events were missed, and then " + why);
    }
  }
}
