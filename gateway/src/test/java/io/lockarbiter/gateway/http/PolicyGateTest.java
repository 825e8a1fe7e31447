package io.lockarbiter.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.gateway.access.Caller;
import io.lockarbiter.gateway.access.Identity;
import io.lockarbiter.gateway.access.Right;
import io.lockarbiter.gateway.live.LiveLock;
import io.lockarbiter.gateway.policy.OwnEngine;
import io.lockarbiter.gateway.policy.PolicyEngine;
import io.lockarbiter.gateway.policy.PolicyOptions;
import io.lockarbiter.gateway.policy.PolicyStanding;
import io.lockarbiter.gateway.stream.Standing;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.function.server.ServerResponse;
import tools.jackson.databind.json.JsonMapper;

/** The say of a policy engine about what the rules allow. */
class PolicyGateTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Caller WEB =
      new Caller(Identity.ofKey("web", "hash"), new Owner("ann", "tab-1"));

  private OwnEngine own;

  @BeforeEach
  void start() throws Exception {
    own = new OwnEngine();
  }

  @AfterEach
  void stop() {
    own.close();
  }

  private PolicyGate gate(Set<Right> rights) {
    return new PolicyGate(
        new PolicyEngine(
            new PolicyOptions(own.address(), rights, LONG, Duration.ZERO, 8), System::nanoTime),
        System::nanoTime);
  }

  private PolicyGate gate() {
    return gate(EnumSet.allOf(Right.class));
  }

  @Test
  void denial_isForbidden_andSaysNoMoreThanAMissingRule() {
    PolicyGate gate = gate();
    gate.require(WEB, "acme", Right.SEE).block(LONG);
    own.answer = OwnEngine.DENIED;
    assertThatThrownBy(() -> gate.require(WEB, "acme", Right.SEE).block(LONG))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo("FORBIDDEN");
              assertThat(refused.getMessage()).isEqualTo(Gate.forbidden().getMessage());
            });
    assertThatThrownBy(() -> gate.requireToRead(WEB, "acme", true).block(LONG))
        .isInstanceOf(Refused.class);
  }

  @Test
  void engineThatIsAway_is503_withItsReasonAndRetryAfter() {
    own.leave();
    assertThatThrownBy(() -> gate().require(WEB, "acme", Right.ASK, upload()).block(LONG))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.reason()).isEqualTo("POLICY_UNREACHABLE");
              ServerResponse response =
                  Objects.requireNonNull(
                      Problems.response(refused, JsonMapper.shared()).block(LONG));
              assertThat(response.statusCode().value()).isEqualTo(503);
              assertThat(response.headers().getFirst("Retry-After")).isEqualTo("1");
            });
    assertThatThrownBy(() -> gate().maySee(WEB, "acme", "ben").block(LONG))
        .isInstanceOf(Refused.class);
  }

  @Test
  void acquire_isToldWithItsOperationAndPaths() {
    gate().require(WEB, "acme", Right.ASK, upload()).block(LONG);
    assertThat(own.inputs.get(0).toString())
        .endsWith(
            "\"account\":\"acme\",\"subAccount\":\"ann\",\"right\":\"ask\",\"command\":\"acquire\",\"operation\":\"MOVE\",\"paths\":[\"/a\",\"/b/c\"]}");
  }

  private static Acquire upload() {
    return RequestCommands.acquire(
        LockRequest.move("acme", "ann", "/a", "/b/c"), new Owner("ann", "tab-1"), "l1", null);
  }

  @Test
  void releaseOfALock_isOfTheRulesAlone_forTheSubjectThatAskedForIt() {
    PolicyGate gate = gate();
    own.leave();
    gate.require(WEB, "acme", Right.HOLD, release(), lockOf("web")).block(LONG);
    assertThatThrownBy(
            () -> gate.require(WEB, "acme", Right.HOLD, release(), lockOf("sync")).block(LONG))
        .as("of another subject, in the name of a member")
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> gate.require(WEB, "acme", Right.HOLD, release(), null).block(LONG))
        .as("of a lock that is not known")
        .isInstanceOf(Refused.class);
    assertThatThrownBy(
            () -> gate.require(WEB, "acme", Right.HOLD, renewal(), lockOf("web")).block(LONG))
        .as("a renewal")
        .isInstanceOf(Refused.class);
  }

  @Test
  void releaseThatThePolicyWouldDeny_passes_forTheSubjectThatAskedForTheLock() {
    PolicyGate gate = gate();
    own.answer = OwnEngine.DENIED;
    gate.require(WEB, "acme", Right.HOLD, release(), lockOf("web")).block(LONG);
    assertThat(own.inputs).isEmpty();
    assertThatThrownBy(
            () -> gate.require(WEB, "acme", Right.HOLD, release(), lockOf("sync")).block(LONG))
        .isInstanceOf(Refused.class);
    assertThat(own.inputs).hasSize(1);
  }

  private static Release release() {
    return new Release("c1", "acme", new Owner("ann", "tab-1"), null, "l1", false);
  }

  private static Renew renewal() {
    return new Renew("c1", "acme", new Owner("ann", "tab-1"), null, "l1", null);
  }

  private static LiveLock lockOf(String subject) {
    LockRequest asked =
        LockRequest.move("acme", "ann", "/a", "/b/c").attribute(LockFields.SUBJECT, subject);
    Acquire acquire = RequestCommands.acquire(asked, new Owner("ann", "tab-1"), "l1", null);
    EventHead head = new EventHead(1, 1, "acme", "l1", new Cause(0, 0));
    Granted granted = new Granted(head, acquire.fields(), 7, 30_000, 0, false);
    return new LiveLock(granted.subject(), granted, null);
  }

  @Test
  void lockOfAMember_isAskedAboutInTheNameOfThatMember() {
    PolicyGate gate = gate();
    own.answer = OwnEngine.DENIED;
    assertThat(gate.maySee(WEB, "acme", "ben").block(LONG)).isFalse();
    assertThat(own.inputs.get(0).path("subAccount").asString("")).isEqualTo("ben");
    own.answer = OwnEngine.ALLOWED;
    assertThat(gate.maySee(WEB, "acme", "ben").block(LONG)).isTrue();
  }

  @Test
  void streams_standByTheEngine_onlyIfItDecidesAboutLooking() {
    Standing rules = () -> null;
    assertThat(gate().standing(rules, WEB, "acme", true)).isInstanceOf(PolicyStanding.class);
    assertThat(gate(EnumSet.of(Right.ASK)).standing(rules, WEB, "acme", true)).isSameAs(rules);
    PolicyGate none = new PolicyGate(null, System::nanoTime);
    assertThat(none.standing(rules, WEB, "acme", true)).isSameAs(rules);
    none.require(WEB, "acme", Right.OPERATE).block(LONG);
    assertThat(none.maySee(WEB, "acme", "ben").block(LONG)).isTrue();
    assertThat(own.inputs).isEmpty();
  }
}
