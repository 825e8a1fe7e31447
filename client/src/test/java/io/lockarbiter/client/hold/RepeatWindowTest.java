package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.ACCOUNT;
import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.ArbiterUnreachableException;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Setting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** No copy of an acquire may arrive after the arbiter has forgotten the first. */
class RepeatWindowTest {
  private static final LockRequest UPLOAD = LockRequest.upload(ACCOUNT, "u1", "/docs/a");
  private static final LockRequest DELETE = LockRequest.delete(ACCOUNT, "u2", "/docs");

  private final FakeClients fake = new FakeClients();
  private final LockClient patient =
      fake.open(options -> options.withAnswerTimeout(Duration.ofMinutes(4)));

  @Test
  void answerTimeoutBeyondTheWindow_copiesEndInTime() {
    fake.tellWindow();
    fake.arbiter.stop();
    CompletableFuture<Lease> asked = patient.acquireAsync(UPLOAD);
    fake.passMs(39_500);
    int copies = acquires();
    fake.passMs(240_000 - 39_500);

    assertThat(copies).isEqualTo(6);
    assertThat(acquires()).isEqualTo(copies);
    assertThatThrownBy(asked::join)
        .cause()
        .isInstanceOf(ArbiterUnreachableException.class)
        .hasMessageContaining(
            "within 240000 ms, sent 6 times, then no more copies because ended ids are")
        .hasMessageContaining(
            "for repeatMs=60000 only and a copy may be 20500 ms on its way; is an arbiter running?");
    assertThat(fake.sent(Release.class)).isNotEmpty();
  }

  @Test
  void beforeAnyEvent_noCopyIsSent() {
    fake.arbiter.stop();
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(45_000);

    assertThat(acquires()).isEqualTo(1);
    assertThatThrownBy(asked::join)
        .hasMessageContaining("sent 1 times, then no copies because no event of its partition");
  }

  @Test
  void windowHeardLater_copiesBegin() {
    fake.arbiter.loseCommands(Acquire.class::isInstance);
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(10_000);
    assertThat(asked).isNotDone();

    fake.tellWindow();

    assertThat(granted(asked).isValid()).isTrue();
  }

  @Test
  void shortWindow_noCopyIsDecidedAnew() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE.leaseOf(Duration.ofSeconds(20))));
    fake.arbiter.set(Setting.REPEAT_WINDOW_MS, 10_000);
    fake.tellWindow();
    deletion.abandon();
    fake.arbiter.stop();
    CompletableFuture<Lease> asked = patient.acquireAsync(UPLOAD);
    fake.passMs(60_000);
    fake.arbiter.start();

    List<Acquire> acquires = fake.sent(Acquire.class);
    assertThat(acquires).hasSize(2);
    assertThatThrownBy(asked::join).cause().isInstanceOf(LockRefusedException.class);
    assertThat(fake.arbiter.events())
        .filteredOn(event -> event.head().commandId().equals(acquires.get(1).commandId()))
        .singleElement()
        .isInstanceOf(Rejected.class);
  }

  @Test
  void windowShortened_copiesEnd() {
    fake.tellWindow();
    fake.arbiter.loseEvents(event -> event.head().account().equals(ACCOUNT));
    CompletableFuture<Lease> asked = fake.client.acquireAsync(UPLOAD);
    fake.passMs(5_000);
    int before = acquires();
    fake.arbiter.set(Setting.REPEAT_WINDOW_MS, 10_000);
    fake.tellWindow();
    fake.passMs(40_000);

    assertThat(before).isEqualTo(3);
    assertThat(acquires()).isEqualTo(before);
    assertThatThrownBy(asked::join).hasMessageContaining("for repeatMs=10000 only");
  }

  @Test
  void longWindow_copiesGoOn() {
    fake.arbiter.set(Setting.REPEAT_WINDOW_MS, 200_000);
    fake.tellWindow();
    fake.arbiter.loseCommands(Acquire.class::isInstance);
    CompletableFuture<Lease> asked = patient.acquireAsync(UPLOAD);
    fake.passMs(100_000);
    fake.arbiter.loseCommands(command -> false);
    fake.passMs(20_000);

    assertThat(granted(asked).isValid()).isTrue();
  }

  @Test
  void waitingRequest_isAskedAsLongAsItWaits() {
    Lease deletion = granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5)));
    fake.passMs(200_000);

    assertThat(acquires())
        .as("the deletion, the request without and with a wait, a copy in 19,750 ms")
        .isEqualTo(3 + 10);
    fake.arbiter.loseEvents(event -> event instanceof Granted && !event.repeated());
    deletion.close();
    fake.passMs(20_000);
    assertThat(granted(waiting).isValid()).isTrue();
  }

  @Test
  void waitingRequestInAShortWindow_isAskedMoreOften() {
    fake.arbiter.set(Setting.REPEAT_WINDOW_MS, 30_000);
    granted(fake.client.acquireAsync(DELETE));
    fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5)));
    fake.passMs(48_000);

    assertThat(acquires())
        .as("the deletion, the request without and with a wait, a copy in 4,750 ms")
        .isEqualTo(3 + 10);
  }

  @Test
  void waitingRequestThatHearsNothingMore_isNotAskedWhenItMayBeForgotten() {
    granted(fake.client.acquireAsync(DELETE));
    CompletableFuture<Lease> waiting =
        fake.client.acquireAsync(UPLOAD.waitingUpTo(Duration.ofMinutes(5)));
    fake.passMs(100_000);
    fake.arbiter.stop();
    fake.passMs(60_000);
    int copies = acquires();
    fake.passMs(185_000);

    assertThat(acquires()).isEqualTo(copies);
    assertThatThrownBy(waiting::join).hasMessageContaining("then no more copies because");
    assertThat(fake.sent(Release.class)).isNotEmpty();
  }

  private int acquires() {
    return fake.sent(Acquire.class).size();
  }
}
