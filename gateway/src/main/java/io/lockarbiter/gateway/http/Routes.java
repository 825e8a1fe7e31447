package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.access.Access;
import io.lockarbiter.gateway.access.Quotas;
import io.lockarbiter.gateway.ask.CommandDesk;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.Explanations;
import io.lockarbiter.gateway.live.LockBook;
import io.lockarbiter.gateway.oidc.Tokens;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.stream.EventHub;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** The routes. */
public final class Routes {
  private Routes() {}

  /**
   * The routes of a gateway.
   *
   * @param tokens null = tokens do not count
   * @param engine null = the rules alone decide
   * @param explanations null = nothing is explained
   * @param stopping completes when the gateway stops; requests that look wait no longer then
   * @param bodyPatience the longest time until a body has arrived
   */
  public static RouterFunction<ServerResponse> of(
      Access access,
      @Nullable Tokens tokens,
      @Nullable PolicyEngine engine,
      Quotas quotas,
      CommandDesk desk,
      LockBook book,
      EventFollower follower,
      EventHub hub,
      @Nullable Explanations explanations,
      Waits waits,
      RefusalCounts refusals,
      Mono<Boolean> stopping,
      Duration bodyPatience) {
    JsonMapper json = JsonMapper.shared();
    Gate gate = new Gate(access, tokens, quotas);
    PolicyGate policy = new PolicyGate(engine, hub::nanoTime);
    Bodies bodies = new Bodies(bodyPatience);
    AcquireHandler acquires = new AcquireHandler(gate, policy, bodies, desk, waits, json);
    LockHandler locks = new LockHandler(gate, policy, bodies, desk, book, json);
    SessionHandler sessions =
        new SessionHandler(gate, policy, bodies, desk, book, follower::isCaughtUp, json);
    LookHandler looks = new LookHandler(gate, policy, book, follower, waits, stopping, json);
    ListHandler lists = new ListHandler(gate, policy, book, follower, hub, json);
    Map<Route, HandlerFunction<ServerResponse>> handlers = new EnumMap<>(Route.class);
    handlers.put(Route.ACQUIRE, acquires::acquire);
    handlers.put(Route.LIST, lists::list);
    handlers.put(Route.LOOK, looks::one);
    handlers.put(Route.RELEASE, locks::release);
    handlers.put(Route.RENEW, locks::renew);
    handlers.put(Route.YIELD, locks::yield);
    handlers.put(Route.FORCE, locks::force);
    handlers.put(Route.KEEP_ALIVE, sessions::keepAlive);
    handlers.put(Route.RELEASE_ALL, sessions::releaseAll);
    handlers.put(
        Route.EXPLAIN, new ExplainHandler(gate, policy, desk, explanations, json)::explain);
    handlers.put(Route.EVENTS, new EventsHandler(gate, policy, follower, hub)::events);
    handlers.put(Route.OPENAPI, request -> openApi());
    RouterFunctions.Builder all = RouterFunctions.route();
    handlers.forEach(
        (route, handler) ->
            all.route(
                RequestPredicates.method(route.method()).and(RequestPredicates.path(route.path())),
                route == Route.OPENAPI ? handler : known(gate, desk, handler)));
    return all.filter(
            (request, next) ->
                next.handle(request)
                    .onErrorResume(
                        failure ->
                            bodies
                                .drain(request)
                                .then(Problems.response(refusals.counted(failure), json))))
        .build();
  }

  /**
   * Finds out who sends a request, and only then handles it. The time of its arrival is noted
   * before, because a provider may be asked in between.
   */
  static HandlerFunction<ServerResponse> known(
      Gate gate, CommandDesk desk, HandlerFunction<ServerResponse> handler) {
    return request -> {
      Arrival.note(request, desk.nanoTime());
      return Mono.defer(() -> gate.identify(request))
          .flatMap(
              who -> {
                Wishes.requirePlainAddress(request);
                return handler.handle(request);
              });
    };
  }

  private static Mono<ServerResponse> openApi() {
    return ServerResponse.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .bodyValue(new ClassPathResource("gateway/openapi.json"));
  }
}
