package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleasedAll;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.TimedEvent;
import io.lockarbiter.gateway.live.LockBook;
import java.util.function.Predicate;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands about a whole session: it is kept alive, or all that it has ends. */
final class SessionHandler {
  private final Gate gate;
  private final PolicyGate policy;
  private final Bodies bodies;
  private final CommandDesk desk;
  private final LockBook book;
  private final Predicate<String> isCaughtUp;
  private final JsonMapper json;
  private final LockJson locks;
  private final CommandBody commands = new CommandBody();

  /**
   * A handler.
   *
   * @param isCaughtUp says whether the book has what was read of an account lately
   */
  SessionHandler(
      Gate gate,
      PolicyGate policy,
      Bodies bodies,
      CommandDesk desk,
      LockBook book,
      Predicate<String> isCaughtUp,
      JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.bodies = bodies;
    this.desk = desk;
    this.book = book;
    this.isCaughtUp = isCaughtUp;
    this.json = json;
    this.locks = new LockJson(json);
  }

  Mono<ServerResponse> keepAlive(ServerRequest request) {
    long arrivedAt = Arrival.of(request);
    Asked asked = asked(request);
    // It may begin a session, which uses up limits as a lock does.
    gate.require(asked.caller(), asked.account(), Right.ASK);
    return bodies
        .read(request)
        .flatMap(
            body -> {
              gate.count(asked.caller(), body.length);
              return ask(asked, keepAlive(asked, commands.read(CommandType.KEEP_ALIVE, body)));
            })
        .map(answer -> alive(arrivedAt, answer))
        .flatMap(this::ok);
  }

  /** One command ends 1,000 locks at most, so there may be several. */
  Mono<ServerResponse> releaseAll(ServerRequest request) {
    Asked asked = asked(request);
    return released(asked, isOfOneSubject(asked), 0, 0).flatMap(this::ok);
  }

  /**
   * Says whether the caller's subject has asked for all that the session is known to hold. It may
   * end that by the rules alone then, as it may release each.
   */
  private boolean isOfOneSubject(Asked asked) {
    return isCaughtUp.test(asked.account())
        && book.isWhole()
        && book.isAllOf(asked.account(), asked.owner(), asked.caller().subject());
  }

  /** A request about a session that may be made. */
  private record Asked(Caller caller, String account, Owner owner) {}

  private Asked asked(ServerRequest request) {
    Caller caller = gate.holder(request);
    String account = request.pathVariable("account");
    String session = Wishes.pathId(request, "session");
    gate.require(caller, account, Right.HOLD);
    if (session.equals(Gate.NO_SESSION)) {
      throw Refused.bad(
          "the session of the address is - which is that of the sub-account as a whole; only a session can be kept alive, or end");
    }
    String named = Gate.header(request, Gate.SESSION);
    if (named != null && !named.equals(session)) {
      throw Refused.bad("the header Session is another one than that of the address");
    }
    return new Asked(caller, account, new Owner(caller.member(), session));
  }

  private AccountCommand keepAlive(Asked asked, ObjectNode fields) {
    String subject = asked.caller().subject();
    return commands.command(
        CommandType.KEEP_ALIVE,
        new CommandBody.Address(
            desk.commandId(subject),
            asked.account(),
            asked.owner(),
            desk.replyTo(),
            /* lockId= */ null,
            subject),
        fields);
  }

  private Mono<TimedEvent> ask(Asked asked, AccountCommand command) {
    return policy
        .require(asked.caller(), asked.account(), Right.HOLD, command)
        .then(Mono.defer(() -> sent(command)));
  }

  private Mono<TimedEvent> sent(AccountCommand command) {
    return Mono.fromFuture(() -> desk.ask(command)).publishOn(Schedulers.parallel());
  }

  private ObjectNode alive(long arrivedAt, TimedEvent answer) {
    Event event = answered(answer.event());
    if (!(event instanceof KeptAlive kept)) {
      throw Refused.of(HttpStatus.BAD_GATEWAY, "UNEXPECTED", "a keepAlive had another answer");
    }
    long safeEnd = desk.safeEnd(answer.firstSentAt(), kept.expiresAt() - kept.head().at());
    return locks.alive(kept, Math.max(0, (safeEnd - arrivedAt) / 1_000_000));
  }

  private Mono<ObjectNode> released(
      Asked asked, boolean isOfOneSubject, long before, long cancelledBefore) {
    ReleaseAll command =
        new ReleaseAll(
            desk.commandId(asked.caller().subject()),
            asked.account(),
            asked.owner(),
            desk.replyTo());
    return (isOfOneSubject ? sent(command) : ask(asked, command))
        .flatMap(
            answer -> {
              if (!(answered(answer.event()) instanceof ReleasedAll all)) {
                throw Refused.of(
                    HttpStatus.BAD_GATEWAY, "UNEXPECTED", "a releaseAll had another answer");
              }
              long released = before + all.released();
              long cancelled = cancelledBefore + all.cancelled();
              return all.more()
                  ? released(asked, isOfOneSubject, released, cancelled)
                  : Mono.just(numbers(released, cancelled));
            });
  }

  private ObjectNode numbers(long released, long cancelled) {
    ObjectNode body = json.createObjectNode();
    body.put("released", released);
    body.put("cancelled", cancelled);
    return body;
  }

  /** The answer, unless it is a refusal. */
  private Event answered(Event event) {
    if (event instanceof Rejected rejected) {
      throw locks.refusal(rejected);
    }
    return event;
  }

  private Mono<ServerResponse> ok(ObjectNode body) {
    return ServerResponse.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .bodyValue(json.writeValueAsBytes(body));
  }
}
