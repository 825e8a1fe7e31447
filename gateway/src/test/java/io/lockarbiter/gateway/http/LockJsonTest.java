package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.live.LiveLock;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class LockJsonTest {
  @Test
  void boundLock_isShownWithoutTheTimeAtWhichItsSessionWouldHaveEnded() {
    ObjectNode bound = seen(LockRequest.upload("acme", "ann", "/a").bound());
    assertThat(bound.path("bound").asBoolean()).isTrue();
    assertThat(bound.has("expiresAt")).isFalse();
    assertThat(seen(LockRequest.upload("acme", "ann", "/a")).has("expiresAt")).isTrue();
  }

  private static ObjectNode seen(LockRequest request) {
    Granted granted =
        new Granted(
            new EventHead(7, 1_000, "acme", "l1", new Cause(0, 3)),
            RequestCommands.acquire(request, new Owner("ann", "s"), "l1", "r").fields(),
            7,
            31_000,
            0,
            false);
    return new LockJson(JsonMapper.shared()).seen(new LiveLock(granted.subject(), granted, null));
  }

  /** A lock with a lease tells it among what its holder is asked for, and ends no later anyway. */
  @Test
  void attachedEndOfABoundLock_isToldWhateverEventWasTheLast() {
    LockRequest lease = LockRequest.upload("acme", "ann", "/a");
    LockRequest bound =
        LockRequest.upload("acme", "ann", "/a").owner(new Owner("ann", "s")).bound();

    assertThat(seen(asked(lease)).propertyNames()).doesNotContain("endsAt", "by");
    assertThat(seen(asked(bound)).path("endsAt").asLong()).isEqualTo(6_000);
    assertThat(seen(asked(bound)).propertyNames()).doesNotContain("by", "expiresAt", "graceMs");
    LockFields fields = fields(bound);
    Told told = new Told(head(), fields, 7, 31_000, 1_000, 0, null, 6_000L);
    assertThat(seen(told).path("endsAt").asLong()).isEqualTo(6_000);
  }

  private static EventHead head() {
    return new EventHead(7, 1_000, "acme", "l1", new Cause(0, 3));
  }

  private static LockFields fields(LockRequest request) {
    return RequestCommands.acquire(request, new Owner("ann", "s"), "l1", "r").fields();
  }

  private static YieldRequested asked(LockRequest request) {
    return new YieldRequested(
        head(), fields(request), 7, 31_000, 1_000, 0, "web", "s", "please", 5_000L, 6_000L);
  }

  private static ObjectNode seen(Event event) {
    LockFields lock = (LockFields) Objects.requireNonNull(event.subject());
    return new LockJson(JsonMapper.shared()).seen(new LiveLock(lock, event, null));
  }

  @Test
  void lockOfAnother_isToldByItsIdAndTimesOnly() {
    YieldRequested asked =
        new YieldRequested(
            new EventHead(7, 1_000, "acme", "web.1", new Cause(0, 3)),
            RequestCommands.acquire(
                    LockRequest.upload("acme", "ann", "/private"),
                    new Owner("ann", "secret"),
                    "l1",
                    "r")
                .fields(),
            7,
            31_000,
            1_000,
            0,
            "web",
            "s",
            "please",
            5_000L,
            6_000L);
    ObjectNode told = new LockJson(JsonMapper.shared()).stateAlone("granted", "l1", asked);
    assertThat(told.propertyNames())
        .containsExactlyInAnyOrder("state", "lockId", "at", "expiresAt", "endsAt", "graceMs");
    assertThat(told.toString()).doesNotContain("ann", "secret", "private");
  }
}
