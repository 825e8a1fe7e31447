package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.AcquireAnswer;
import io.lockarbiter.gateway.ask.CommandDesk;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.util.UriUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Asks for locks: {@code POST /v1/accounts/{account}/locks}. */
final class AcquireHandler {
  private final Gate gate;
  private final PolicyGate policy;
  private final Bodies bodies;
  private final CommandDesk desk;
  private final Waits waits;
  private final JsonMapper json;
  private final LockJson locks;
  private final CommandBody commands = new CommandBody();

  AcquireHandler(
      Gate gate, PolicyGate policy, Bodies bodies, CommandDesk desk, Waits waits, JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.bodies = bodies;
    this.desk = desk;
    this.waits = waits;
    this.json = json;
    this.locks = new LockJson(json);
  }

  Mono<ServerResponse> acquire(ServerRequest request) {
    long arrivedAt = Arrival.of(request);
    String account = request.pathVariable("account");
    Caller caller = gate.caller(request);
    gate.require(caller, account, Right.ASK);
    Gate.requireSession(request);
    String key = Wishes.keyOf(request);
    Duration age = Wishes.ageOf(request);
    Duration wait = Wishes.waitOf(request);
    return bodies
        .read(request)
        .flatMap(
            body -> {
              gate.count(caller, body.length);
              Acquire command = command(caller, account, key, body);
              Admission admission = new Admission(gate, policy, desk, caller, command);
              return admission
                  .required()
                  .then(
                      waits.within(
                          caller.subject(),
                          wait,
                          () -> desk.acquire(command, caller.subject(), age, arrivedAt, wait)))
                  .publishOn(Schedulers.parallel())
                  .flatMap(answer -> admission.answered(answer, wait));
            })
        .publishOn(Schedulers.parallel())
        .flatMap(answer -> response(request, key, arrivedAt, wait, answer));
  }

  private Acquire command(Caller caller, String account, String key, byte[] body) {
    CommandBody.Address address =
        new CommandBody.Address(
            key, account, caller.owner(), desk.replyTo(), /* lockId= */ null, caller.subject());
    ObjectNode fields = commands.read(CommandType.ACQUIRE, body);
    Acquire command = (Acquire) commands.command(CommandType.ACQUIRE, address, fields);
    if (command.fields().isBound() && command.fields().attributes().containsKey(LockFields.POOL)) {
      throw Refused.bad(
          "bound is true, but attributes has pool: the worker that takes up the job has another session. Leave one of them out");
    }
    return command;
  }

  private Mono<ServerResponse> response(
      ServerRequest request, String key, long arrivedAt, Duration wait, AcquireAnswer answer) {
    Event event = answer.event();
    URI location = URI.create(request.path() + "/" + UriUtils.encode(key, StandardCharsets.UTF_8));
    if (answer.safeEnd() != null) {
      long validForMs = (answer.safeEnd() - arrivedAt) / 1_000_000;
      if (answer.safeEnd() - desk.nanoTime() <= 0) {
        throw Refused.of(
            HttpStatus.SERVICE_UNAVAILABLE,
            "USELESS_LEASE",
            "the lock is held, but its lease is over before it could be used: the answer came late, or the settings leave less of a lease than the clocks may differ. Release it, and ask with a longer lease");
      }
      return body(ServerResponse.created(location), wait, locks.granted(event, validForMs));
    }
    if (event instanceof Queued) {
      ObjectNode queued = locks.state("queued", event);
      queued.put("maxRequestAgeMs", answer.copiesFor().toMillis());
      return body(ServerResponse.accepted().location(location), wait, queued);
    }
    if (answer.hasEnded()) {
      throw ended(json.createObjectNode().put("lockId", key), ", after it was granted");
    }
    if (event instanceof Rejected rejected) {
      throw locks.refusal(rejected);
    }
    ObjectNode ended = locks.state("released", event);
    String word = ended.path("reason").asString("");
    ended.remove("reason");
    ended.put("endedBy", word);
    throw ended(ended, ", endedBy=" + word);
  }

  /**
   * A key whose lock or request is over. How a lock ended that was granted, and gone before it
   * could be renewed, is not known.
   */
  private static Refused ended(ObjectNode fields, String how) {
    return new Refused(
        HttpStatus.CONFLICT,
        "ENDED",
        "the request or lock of this Idempotency-Key has ended%s. Ask under a new one"
            .formatted(how),
        fields,
        null);
  }

  private Mono<ServerResponse> body(
      ServerResponse.BodyBuilder response, Duration wait, ObjectNode body) {
    if (!wait.isZero()) {
      response.header("Preference-Applied", "wait=" + wait.toSeconds());
    }
    return response.contentType(MediaType.APPLICATION_JSON).bodyValue(json.writeValueAsBytes(body));
  }
}
