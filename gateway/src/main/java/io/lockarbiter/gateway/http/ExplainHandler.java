package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.CommandType;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.ask.BusyException;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.live.Explanations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells what a request for a lock would meet, without asking for it: {@code GET
 * /v1/accounts/{account}/explain}. A request that is refused tells as much, so it takes the same
 * rights.
 */
final class ExplainHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ExplainHandler.class);
  private static final List<String> ASKED = List.of("operation", "path", "destination");
  private static final List<String> TOLD =
      List.of(
          "account",
          "at",
          "verdict",
          "operation",
          "targets",
          "blockedBy",
          "moreBlockers",
          "waiting",
          "summary");

  private final Gate gate;
  private final PolicyGate policy;
  private final CommandDesk desk;
  private final @Nullable Explanations explanations;
  private final JsonMapper json;
  private final CommandBody commands = new CommandBody();

  /**
   * A handler.
   *
   * @param explanations null = this gateway knows no arbiter that it could ask
   */
  ExplainHandler(
      Gate gate,
      PolicyGate policy,
      CommandDesk desk,
      @Nullable Explanations explanations,
      JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.desk = desk;
    this.explanations = explanations;
    this.json = json;
  }

  Mono<ServerResponse> explain(ServerRequest request) {
    Caller caller = gate.caller(request);
    String account = request.pathVariable("account");
    gate.require(caller, account, Right.ASK);
    Explanations asked = explanations;
    if (asked == null) {
      throw Refused.of(
          HttpStatus.NOT_IMPLEMENTED,
          "NO_ARBITER",
          "this gateway knows no arbiter that it could ask, so it explains nothing. Ask for the lock without waitMs: a refusal names who is in the way. Or let the operators set lockarbiter.gateway.arbiter");
    }
    ObjectNode fields = json.createObjectNode();
    for (String name : ASKED) {
      String value = Wishes.query(request, name);
      if (value != null) {
        fields.put(name, value);
      }
    }
    Acquire supposed = supposed(caller, account, fields);
    return new Admission(gate, policy, desk, caller, supposed)
        .required()
        .then(
            Mono.defer(
                () ->
                    asked.of(
                        account,
                        caller.owner(),
                        fields.path("operation").asString(""),
                        fields.path("path").asString(""),
                        fields.has("destination")
                            ? fields.path("destination").asString("")
                            : null)))
        .onErrorMap(ExplainHandler::isOfArbiter, ExplainHandler::away)
        .publishOn(Schedulers.parallel())
        .flatMap(answer -> told(caller, answer));
  }

  private Acquire supposed(Caller caller, String account, ObjectNode fields) {
    CommandBody.Address address =
        new CommandBody.Address(
            desk.commandId(caller.subject()),
            account,
            caller.owner(),
            desk.replyTo(),
            /* lockId= */ null,
            caller.subject());
    return (Acquire) commands.command(CommandType.ACQUIRE, address, fields);
  }

  private Mono<ServerResponse> told(Caller caller, Explanations.Answer answer) {
    if (answer.status() != HttpStatus.OK.value()) {
      throw Refused.bad(answer.body().path("detail").asString("there can be no such request"));
    }
    ObjectNode body = json.createObjectNode();
    for (String name : TOLD) {
      if (answer.body().has(name)) {
        body.set(name, answer.body().get(name));
      }
    }
    return LookHandler.ok(gate, caller, json.writeValueAsBytes(body));
  }

  private static boolean isOfArbiter(Throwable failure) {
    return !(failure instanceof Refused) && !(failure instanceof BusyException);
  }

  private static Refused away(Throwable failure) {
    LOG.debug("an arbiter could not be asked for an explanation", failure);
    return Refused.until(
        HttpStatus.SERVICE_UNAVAILABLE,
        "ARBITER_UNREACHABLE",
        "the arbiter that explains does not answer well at present; locks are asked for and held all the same. Ask again later, or for the lock without waitMs: a refusal names who is in the way",
        Duration.ofSeconds(1));
  }
}
