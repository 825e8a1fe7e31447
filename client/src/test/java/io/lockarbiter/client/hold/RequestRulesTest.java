package io.lockarbiter.client.hold;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockClientOptions;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.lock.Mode;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Requests that could not be answered, or whose answer could not be used. */
class RequestRulesTest {
  private static final LockClientOptions OPTIONS = LockClientOptions.of("localhost:9092");

  @Test
  void leaseNotLongerThanTheClockDifference_isRefused() {
    LockRequest request = LockRequest.upload("acme", "u1", "/a").leaseOf(Duration.ofSeconds(1));

    assertThatCode(() -> RequestRules.check(OPTIONS, request)).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> RequestRules.check(OPTIONS.withClockDifference(Duration.ofSeconds(1)), request))
        .hasMessage(
            "lease=PT1S, expected more than clockDifference=PT1S: every grant would be past its safe end");
  }

  @Test
  void keptLock_isNotSubmitted() {
    LockRequest request = LockRequest.upload("acme", "u1", "/a").keptFor(Duration.ofDays(7));

    assertThatCode(() -> RequestRules.check(OPTIONS, request)).doesNotThrowAnyException();
    assertThatThrownBy(() -> RequestRules.check(OPTIONS, request, "thumbnails"))
        .hasMessage(
            "keptFor=PT168H cannot be submitted to pool=thumbnails: if no worker came, the paths would stay locked for so long. Submit it with leaseOf(…) and adoptedWithin(…)");
  }

  @Test
  void requestLongerThanARecord_isRefused() {
    LockRequest request = LockRequest.custom("acme", "u1", "/0", Mode.READ);
    for (int i = 1; i < 16; i++) {
      request = request.target("/" + "x".repeat(4_000) + i, Mode.READ);
    }
    LockRequest fits = request;

    assertThatCode(() -> RequestRules.check(OPTIONS, fits)).doesNotThrowAnyException();
    assertThatThrownBy(
            () -> RequestRules.check(OPTIONS, fits.attribute("job", "\u0001".repeat(4_000))))
        .hasMessageMatching("the request has \\d+ bytes, at most 65536 are allowed; name fewer .*");
  }

  @Test
  void poolsName_isReservedAndCounts() {
    LockRequest request = LockRequest.upload("acme", "u1", "/a");

    assertThatThrownBy(() -> request.attribute("pool", "uploads"))
        .hasMessage(
            "attribute pool=uploads is reserved: the workers of that pool would take the lock over; leave it to submit(pool, request)");
    assertThatThrownBy(() -> RequestRules.check(OPTIONS, request, "two\nlines"))
        .hasMessage("pool has the control character U+000A");
    LockRequest full = request.attribute("job", "x".repeat(4_090 - 7));
    assertThatCode(() -> RequestRules.check(OPTIONS, full, "12345")).doesNotThrowAnyException();
    assertThatThrownBy(() -> RequestRules.check(OPTIONS, full, "1234567"))
        .hasMessage("UTF-8 bytes of attributes: 4097, expected 0 to 4096");
  }
}
