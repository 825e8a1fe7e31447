package io.lockarbiter.gateway.http;

import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.stream.EventHub;
import io.lockarbiter.gateway.stream.EventStream;
import io.lockarbiter.gateway.stream.StreamWish;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Streams events: {@code GET /v1/accounts/{account}/events}. */
final class EventsHandler {
  /** Ends that are later need no clock. */
  private static final Duration MOST_LEFT = Duration.ofDays(3650);

  private final Gate gate;
  private final PolicyGate policy;
  private final EventFollower follower;
  private final EventHub hub;

  EventsHandler(Gate gate, PolicyGate policy, EventFollower follower, EventHub hub) {
    this.gate = gate;
    this.policy = policy;
    this.follower = follower;
    this.hub = hub;
  }

  Mono<ServerResponse> events(ServerRequest request) {
    Caller caller = gate.reader(request);
    String account = request.pathVariable("account");
    boolean isOfAll = Wishes.isOfAll(request);
    gate.requireToRead(caller, account, isOfAll);
    return policy
        .requireToRead(caller, account, isOfAll)
        .then(Mono.defer(() -> opened(request, caller, account, isOfAll)));
  }

  private Mono<ServerResponse> opened(
      ServerRequest request, Caller caller, String account, boolean isOfAll) {
    LookHandler.requireCaughtUp(follower, account);
    StreamWish wish =
        new StreamWish(
            caller.subject(),
            account,
            isOfAll ? null : caller.member(),
            caller.owner().session(),
            policy.standing(gate.standing(caller, account, isOfAll), caller, account, isOfAll),
            member -> gate.maySee(caller, account, member),
            caller.who().claims(),
            caller.who().claimsBytes(),
            endsAt(caller.who().endsAt()));
    EventStream stream = hub.open(wish, lastEventId(request));
    try {
      gate.countAnswer(caller, stream.missedBytes());
    } catch (Refused refused) {
      hub.leave(stream);
      throw refused;
    }
    if (!follower.isCaughtUp(account)) {
      // It began to read anew meanwhile, so the stream would tell what is long past.
      hub.leave(stream);
      LookHandler.requireCaughtUp(follower, account);
    }
    return ServerResponse.ok()
        .contentType(MediaType.TEXT_EVENT_STREAM)
        .header("Cache-Control", "no-store")
        // Or a proxy would gather events before it passes them on.
        .header("X-Accel-Buffering", "no")
        .body((response, context) -> write(response, stream));
  }

  private Mono<Void> write(ServerHttpResponse response, EventStream stream) {
    return response
        .writeAndFlushWith(stream.groups(response.bufferFactory(), new NettyOutlet(response)))
        .doFinally(end -> hub.leave(stream));
  }

  /** The end of a token by the hub's clock; null if it is none, or in another life. */
  private @Nullable Long endsAt(@Nullable Instant end) {
    Duration left = end == null ? MOST_LEFT : Duration.between(Instant.now(), end);
    return left.compareTo(MOST_LEFT) < 0 ? hub.nanoTime() + left.toNanos() : null;
  }

  /** An empty one is none; whatever else is unknown leads to a reset. */
  private static @Nullable String lastEventId(ServerRequest request) {
    String id = Gate.header(request, "Last-Event-ID");
    return id == null || id.isBlank() ? null : id.strip();
  }
}
