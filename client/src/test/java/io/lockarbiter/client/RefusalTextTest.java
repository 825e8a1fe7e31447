package io.lockarbiter.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Refusals name methods that a Java user has, not fields of the wire. */
class RefusalTextTest {
  private static final Pattern WIRE_WORD =
      Pattern.compile("commandId|waitMs|leaseMs|maxHoldMs|retryAfterMs|blockedBy");
  private static final Pattern CALL = Pattern.compile("([a-zA-Z]+)\\(");

  @ParameterizedTest
  @EnumSource(names = "WRONG_PARTITION", mode = EnumSource.Mode.EXCLUDE)
  void everyRefusal_namesNoFieldOfTheWireAndOnlyMethodsThatAreThere(RejectReason reason) {
    String text = refused(reason, reason.message()).getMessage();

    assertThat(text).startsWith(reason + " account=acme: ").doesNotContainPattern(WIRE_WORD);
    assertThat(CALL.matcher(text).results().map((MatchResult call) -> call.group(1)))
        .isSubsetOf(methods());
  }

  private static Set<String> methods() {
    return Stream.of(
            LockRefusedException.class, LockRequest.class, LockClient.class, LockSession.class)
        .flatMap(type -> Stream.of(type.getMethods()))
        .map(Method::getName)
        .collect(Collectors.toSet());
  }

  @Test
  void conflict_saysHowToWait() {
    assertThat(refused(RejectReason.CONFLICT, RejectReason.CONFLICT.message()))
        .hasMessage(
            "CONFLICT account=acme: Somebody else holds or waits for a conflicting lock, see blockers(). Ask again later, or wait with waitingUpTo(…).");
  }

  /** A sentence of the arbiter may contain words that this version does not know. */
  @Test
  void otherSentenceOfTheArbiter_isTold() {
    assertThat(refused(RejectReason.CONFLICT, "Closed on Sundays."))
        .hasMessage("CONFLICT account=acme: Closed on Sundays.");
  }

  private static LockRefusedException refused(RejectReason reason, String message) {
    EventHead head = new EventHead(1, 5, "acme", "c1", new Cause(0, 1));
    return new LockRefusedException(Rejected.plain(head, null, reason, message, null));
  }
}
