package io.lockarbiter.gateway.http;

import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.live.EventFollower;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.live.LockBook;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.json.JsonMapper;

/** Looks at one lock, as events tell it; it sends nothing. */
final class LookHandler {
  /** An answer may be there before the book has read the same event. */
  private static final Duration READ_SOON = Duration.ofSeconds(1);

  private final Gate gate;
  private final PolicyGate policy;
  private final LockBook book;
  private final EventFollower follower;
  private final Waits waits;
  private final JsonMapper json;
  private final LockJson locks;
  private final Mono<Boolean> stopping;

  LookHandler(
      Gate gate,
      PolicyGate policy,
      LockBook book,
      EventFollower follower,
      Waits waits,
      Mono<Boolean> stopping,
      JsonMapper json) {
    this.gate = gate;
    this.policy = policy;
    this.book = book;
    this.follower = follower;
    this.waits = waits;
    this.stopping = stopping;
    this.json = json;
    this.locks = new LockJson(json);
  }

  /** One lock; with a wait, as soon as it is queued no more. */
  Mono<ServerResponse> one(ServerRequest request) {
    Caller caller = gate.caller(request);
    LockKey key = new LockKey(request.pathVariable("account"), Wishes.pathId(request, "lockId"));
    gate.require(caller, key.account(), Right.SEE);
    requireCaughtUp(follower, key.account());
    Duration wait = Wishes.waitOf(request);
    return policy
        .require(caller, key.account(), Right.SEE)
        .then(Mono.defer(() -> known(caller.subject(), key, wait)))
        .then(Mono.defer(() -> visible(caller, key)))
        .then(Mono.defer(() -> settled(caller, key, wait)))
        .publishOn(Schedulers.parallel())
        .then(Mono.defer(() -> visible(caller, key)))
        .map(locks::seen)
        .flatMap(lock -> ok(gate, caller, json.writeValueAsBytes(lock)));
  }

  /** Completes when something is known of the request; soon in any case. */
  private Mono<Boolean> known(String subject, LockKey key, Duration wait) {
    if (wait.isZero() || book.find(key) != null) {
      return Mono.empty();
    }
    Duration shorter = wait.compareTo(READ_SOON) < 0 ? wait : READ_SOON;
    return waits
        .within(subject, shorter, () -> watch(key, () -> book.find(key) != null))
        .timeout(shorter, Mono.just(false));
  }

  /**
   * Completes when the request is queued no more, or the wait is over, if the caller may see it
   * still.
   */
  private Mono<Void> settled(Caller caller, LockKey key, Duration wait) {
    if (wait.isZero() || !isQueued(key)) {
      return Mono.empty();
    }
    Mono<Boolean> watching =
        waits
            .within(caller.subject(), wait, () -> watch(key, () -> !isQueued(key)))
            .timeout(wait, Mono.just(false));
    return Mono.firstWithSignal(watching, stopping)
        .publishOn(Schedulers.parallel())
        .then(Mono.defer(() -> still(caller, key.account())));
  }

  private Mono<Void> still(Caller caller, String account) {
    gate.requireStanding(caller);
    gate.require(caller, account, Right.SEE);
    return policy.require(caller, account, Right.SEE);
  }

  private boolean isQueued(LockKey key) {
    LiveLock now = book.find(key);
    return now != null && now.state() == LiveLock.State.QUEUED;
  }

  private CompletableFuture<Boolean> watch(LockKey key, BooleanSupplier reached) {
    CompletableFuture<Boolean> change = new CompletableFuture<>();
    Runnable unwatch =
        book.watch(
            key,
            lock -> {
              if (reached.getAsBoolean()) {
                change.complete(true);
              }
            });
    var unused = change.whenComplete((settled, failure) -> unwatch.run());
    if (reached.getAsBoolean()) {
      change.complete(true);
    }
    return change;
  }

  /** The lock, if the rules and the policy engine let the caller see it. */
  private Mono<LiveLock> visible(Caller caller, LockKey key) {
    LiveLock lock = book.find(key);
    // After the look: if it began to read anew meanwhile, the book was empty.
    requireCaughtUp(follower, key.account());
    if (lock == null) {
      return Mono.error(hidden());
    }
    String member = lock.fields().owner().subAccount();
    if (!gate.maySee(caller, key.account(), member)) {
      return Mono.error(hidden());
    }
    // About its own it was asked when the request came.
    return member.equals(caller.member())
        ? Mono.just(lock)
        : policy
            .maySee(caller, key.account(), member)
            .flatMap(isSeen -> isSeen ? Mono.just(lock) : Mono.error(hidden()));
  }

  private Refused hidden() {
    if (!book.isWhole()) {
      // Also for a lock that this key may not see: the answer tells nobody that it is there.
      return Refused.until(
          HttpStatus.SERVICE_UNAVAILABLE,
          "NOT_ALL_LOCKS",
          "this gateway has not the memory for all live locks, and this one may be among those that it left out; raise lockarbiter.gateway.lock-bytes",
          Duration.ofSeconds(5));
    }
    return Refused.of(
        HttpStatus.NOT_FOUND,
        "NOT_HELD",
        "no lock or request of this id is live, nor has it ended lately; or this key may not see it");
  }

  static void requireCaughtUp(EventFollower follower, String account) {
    if (!follower.isCaughtUp(account)) {
      throw Refused.until(
          HttpStatus.SERVICE_UNAVAILABLE,
          "NOT_READ_YET",
          follower.hasReadOnce(account)
              ? "this gateway has not reached the end of the events for %d s, so it does not know what became of locks since; ask another one"
                  .formatted(EventFollower.MOST_BEHIND.toSeconds())
              : "this gateway has not read the events of the last minutes yet, so it does not know all locks",
          Duration.ofSeconds(1));
    }
  }

  /** The answer to a look, if its subject may have as many bytes. */
  static Mono<ServerResponse> ok(Gate gate, Caller caller, byte[] body) {
    gate.countAnswer(caller, body.length);
    return ServerResponse.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .header("Cache-Control", "no-store")
        .bodyValue(body);
  }
}
