package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Subject;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.ask.TimedEvent;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.LockBook;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands about one lock: renewals, releases, requests to let go, forced releases. */
final class LockHandler {
  private final Gate gate;
  private final PolicyGate policy;
  private final Bodies bodies;
  private final CommandDesk desk;
  private final LockBook book;
  private final JsonMapper json;
  private final LockJson locks;
  private final CommandBody commands = new CommandBody();

  LockHandler(
      Gate gate,
      PolicyGate policy,
      Bodies bodies,
      CommandDesk desk,
      LockBook book,
      JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.bodies = bodies;
    this.desk = desk;
    this.book = book;
    this.json = json;
    this.locks = new LockJson(json);
  }

  Mono<ServerResponse> renew(ServerRequest request) {
    long arrivedAt = Arrival.of(request);
    Asked asked = asked(request, Right.HOLD, /* needsSession= */ true);
    return send(request, asked, CommandType.RENEW)
        .map(answer -> renewed(asked, arrivedAt, answer))
        .flatMap(this::ok);
  }

  Mono<ServerResponse> yield(ServerRequest request) {
    Asked asked = asked(request, Right.ASK, /* needsSession= */ false);
    return send(request, asked, CommandType.YIELD)
        .flatMap(answer -> ofOther(asked, "granted", answered(answer.event())))
        .flatMap(this::ok);
  }

  Mono<ServerResponse> force(ServerRequest request) {
    Asked asked = asked(request, Right.OPERATE, /* needsSession= */ false);
    return send(request, asked, CommandType.FORCE_RELEASE)
        .flatMap(answer -> ofOther(asked, "released", answered(answer.event())))
        .flatMap(this::ok);
  }

  /** The outcome stands in the query: many programs send no body with a DELETE. */
  Mono<ServerResponse> release(ServerRequest request) {
    Asked asked = asked(request, Right.HOLD, /* needsSession= */ true);
    ObjectNode fields = json.createObjectNode();
    for (String flag : new String[] {"gone", "failed"}) {
      if (Wishes.flag(request, flag)) {
        fields.put(flag, true);
      }
    }
    String result = Wishes.query(request, "result");
    if (result != null) {
      fields.put("result", result);
    }
    return ask(asked, CommandType.RELEASE, fields)
        .map(answer -> ended(answer.event()))
        .flatMap(this::ok);
  }

  /** A request that was refused before it was released holds nothing, as its caller wants. */
  private ObjectNode ended(Event event) {
    return event instanceof Rejected rejected && rejected.repeated()
        ? locks.state("rejected", event)
        : locks.state("released", answered(event));
  }

  /** A request about a lock that may be made. */
  private record Asked(Caller caller, LockKey key, Right right) {}

  private Asked asked(ServerRequest request, Right right, boolean needsSession) {
    Caller caller = right == Right.HOLD ? gate.holder(request) : gate.caller(request);
    LockKey key = new LockKey(request.pathVariable("account"), Wishes.pathId(request, "lockId"));
    gate.require(caller, key.account(), right);
    if (needsSession) {
      Gate.requireSession(request);
    }
    return new Asked(caller, key, right);
  }

  private Mono<TimedEvent> send(ServerRequest request, Asked asked, CommandType type) {
    return bodies
        .read(request)
        .flatMap(
            body -> {
              gate.count(asked.caller(), body.length);
              ObjectNode fields = commands.read(type, body);
              if (type == CommandType.YIELD && fields.hasNonNull("graceMs")) {
                gate.require(asked.caller(), asked.key().account(), Right.OPERATE);
              }
              return ask(asked, type, fields);
            });
  }

  private Mono<TimedEvent> ask(Asked asked, CommandType type, ObjectNode fields) {
    CommandBody.Address address =
        new CommandBody.Address(
            desk.commandId(asked.caller().subject()),
            asked.key().account(),
            owner(asked.caller(), type),
            desk.replyTo(),
            asked.key().lockId(),
            asked.caller().subject());
    AccountCommand command = commands.command(type, address, fields);
    return allowed(asked, command)
        .then(Mono.fromFuture(() -> desk.ask(command)))
        .publishOn(Schedulers.parallel());
  }

  /** Completes if the policy engine allows it too. */
  private Mono<Void> allowed(Asked asked, AccountCommand command) {
    String account = asked.key().account();
    Mono<Void> first =
        policy.require(asked.caller(), account, asked.right(), command, book.find(asked.key()));
    return command instanceof Yield wish && wish.graceMs() != null
        ? first.then(policy.require(asked.caller(), account, Right.OPERATE, command))
        : first;
  }

  /** An operator acts in his own name, which events and blockers show as {@code by}. */
  private static Owner owner(Caller caller, CommandType type) {
    return type == CommandType.FORCE_RELEASE ? new Owner(caller.subject(), null) : caller.owner();
  }

  private ObjectNode renewed(Asked asked, long arrivedAt, TimedEvent answer) {
    Event event = answered(answer.event());
    if (!(event instanceof Renewed renewed)) {
      throw Refused.of(HttpStatus.BAD_GATEWAY, "UNEXPECTED", "a renewal had another answer");
    }
    long safeEnd = desk.safeEnd(answer.firstSentAt(), renewed.expiresAt() - renewed.head().at());
    ObjectNode body = locks.granted(renewed, Math.max(0, (safeEnd - arrivedAt) / 1_000_000));
    LiveLock seen = book.find(asked.key());
    YieldRequested wish = seen == null ? null : seen.asked();
    if (wish != null && (renewed.declined() == null || wish.endsAt() != null)) {
      locks.addAsked(body, wish);
    }
    return body;
  }

  /** The lock of somebody else: its particulars only for those who may see them. */
  private Mono<ObjectNode> ofOther(Asked asked, String state, Event event) {
    Subject told = event.subject();
    String account = asked.key().account();
    String lockId = asked.key().lockId();
    if (told == null || !gate.maySee(asked.caller(), account, told.owner().subAccount())) {
      return Mono.just(locks.stateAlone(state, lockId, event));
    }
    // The command has been decided, so a policy engine that is away must not make it an error.
    return policy
        .maySee(asked.caller(), account, told.owner().subAccount())
        .onErrorReturn(false)
        .map(isSeen -> isSeen ? locks.state(state, event) : locks.stateAlone(state, lockId, event));
  }

  /** The answer, unless it is a refusal. */
  private Event answered(Event event) {
    if (event instanceof Rejected rejected) {
      if (rejected.reason() == RejectReason.NOT_HELD) {
        throw notHeld();
      }
      throw locks.refusal(rejected);
    }
    return event;
  }

  private static Refused notHeld() {
    return new Refused(HttpStatus.NOT_FOUND, "NOT_HELD", RefusalText.NOT_HELD, null, null);
  }

  private Mono<ServerResponse> ok(ObjectNode body) {
    return ServerResponse.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .bodyValue(json.writeValueAsBytes(body));
  }
}
