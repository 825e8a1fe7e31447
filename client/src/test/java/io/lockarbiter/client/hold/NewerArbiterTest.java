package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.granted;
import static io.lockarbiter.client.hold.FakeClients.losses;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRefusedException;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockWithdrawnException;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ReleaseResult;
import io.lockarbiter.client.Ticket;
import io.lockarbiter.client.TicketOutcome;
import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests this client with words that only newer arbiters know. */
class NewerArbiterTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/plan.pdf");

  private final FakeClients clients = new FakeClients();
  private final LockClient client = clients.client;
  private final Logger logger = (Logger) LoggerFactory.getLogger(LockClient.class);
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

  @BeforeEach
  void listen() {
    appender.start();
    logger.addAppender(appender);
  }

  @AfterEach
  void listenNoMore() {
    logger.detachAppender(appender);
  }

  /** The last event, with some words replaced. */
  private Event last(String... replaced) {
    List<Event> events = clients.arbiter.events();
    String json = new String(EventCodec.encode(events.get(events.size() - 1)), UTF_8);
    for (int n = 0; n < replaced.length; n += 2) {
      assertThat(json).contains(replaced[n]);
      json = json.replace(replaced[n], replaced[n + 1]);
    }
    return EventCodec.decode(json.getBytes(UTF_8));
  }

  private void read(Event event) {
    ((HoldingLockClient) client).accept(event);
  }

  @Test
  void requestRefusedForANewReason_isRefused() {
    clients.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = client.acquireAsync(UPLOAD);
    String id = clients.sent(Acquire.class).get(0).commandId();
    read(
        EventCodec.decode(
            """
            {"v":1,"type":"rejected","seq":1,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"u1","reason":"PREEMPTED","message":"Ask tomorrow."}"""
                .formatted(id, id)
                .getBytes(UTF_8)));

    LockRefusedException refused = refusal(asked);
    assertThat(refused.reason()).isEqualTo(RejectReason.UNKNOWN);
    assertThat(refused.reasonWord()).isEqualTo("PREEMPTED");
    assertThat(refused).hasMessage("PREEMPTED account=acme lockId=%s: Ask tomorrow.", id);
    assertThat(client.statistics().refused()).containsEntry(RejectReason.UNKNOWN, 1L);
  }

  private static LockRefusedException refusal(CompletableFuture<Lease> asked) {
    assertThat(asked).isCompletedExceptionally();
    return (LockRefusedException) asked.handle((lease, why) -> why).join();
  }

  @Test
  void lockThatEndsForANewReason_isLost() {
    Lease lease = granted(client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    read(ended(lease));

    assertThat(lease.isValid()).isFalse();
    assertThat(losses).containsExactly(new LostReason.OtherReason("PREEMPTED"));
    assertThat(granted(lease.release())).isEqualTo(new ReleaseResult.OtherReason("PREEMPTED"));
    assertThat(client.statistics().lostBy()).containsEntry("other", 1L);
  }

  private Event ended(Lease lease) {
    return EventCodec.decode(
        """
        {"v":1,"type":"released","seq":9,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"u1","reason":"PREEMPTED","token":1,"heldMs":4}"""
            .formatted(lease.lockId(), lease.lockId())
            .getBytes(UTF_8));
  }

  @Test
  void jobWhoseLockEndsForANewReason_isLost() {
    Ticket ticket = client.submit("pool", UPLOAD);
    Event granted = last();
    read(
        EventCodec.decode(
            """
            {"v":1,"type":"released","seq":9,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"u1","reason":"PREEMPTED","token":1,"heldMs":4}"""
                .formatted(granted.head().commandId(), granted.head().commandId())
                .getBytes(UTF_8)));

    LockWithdrawnException why =
        (LockWithdrawnException) ((TicketOutcome.Lost) granted(ticket.outcome())).why();
    assertThat(why.reason()).isEqualTo(ReleaseReason.UNKNOWN);
    assertThat(why.reasonWord()).isEqualTo("PREEMPTED");
    assertThat(why.getMessage())
        .startsWith("PREEMPTED account=acme lockId=")
        .endsWith(", for a reason that only newer versions know");
  }

  /** Otherwise a request would be taken for answered, and never end. */
  @Test
  void eventOfANewType_isIgnoredAndCounted() {
    Lease lease = granted(client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    Event opened = last("\"type\":\"granted\"", "\"type\":\"opened\"");
    for (int n = 0; n < 3; n++) {
      read(opened);
    }

    clients.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked =
        client.acquireAsync(LockRequest.upload("acme", "u1", "/other.pdf"));
    String id = clients.sent(Acquire.class).get(1).commandId();
    read(
        EventCodec.decode(
            new String(EventCodec.encode(opened), UTF_8)
                .replace(lease.lockId(), id)
                .getBytes(UTF_8)));
    clients.arbiter.loseEvents(event -> false);
    clients.passMs(10_000);

    assertThat(asked).isCompleted();
    assertThat(lease.isValid()).isTrue();
    assertThat(losses).isEmpty();
    assertThat(client.statistics().newer()).isEqualTo(4);
    assertThat(appender.list.stream().map(ILoggingEvent::getFormattedMessage))
        .containsExactly(
            "the event seq=1 commandId=%s account=acme says type=opened, which only newer arbiters know; the event is ignored. This is told once of each word. Update this client"
                .formatted(lease.lockId()));
  }

  @Test
  void newWordsWithoutEnd_areFewLines() {
    granted(client.acquireAsync(UPLOAD));
    Event opened = last("\"type\":\"granted\"", "\"type\":\"opened\"");
    String json = new String(EventCodec.encode(opened), UTF_8);
    for (int n = 0; n < 100; n++) {
      read(EventCodec.decode(json.replace("opened", "opened" + n).getBytes(UTF_8)));
      clients.passMs(1_000);
    }

    assertThat(client.statistics().newer()).isEqualTo(100);
    assertThat(appender.list).hasSize(20);
  }

  /** The lock may still be held; only the safe end is certain. */
  @Test
  void renewalRefusedForANewReason_isTriedAgain() {
    Lease lease = granted(client.acquireAsync(UPLOAD));
    List<LostReason> losses = losses(lease);
    clients.arbiter.loseEvents(event -> true);
    clients.passMs(11_000);
    String id = clients.sent(Renew.class).get(0).commandId();
    read(
        EventCodec.decode(
            """
            {"v":1,"type":"rejected","seq":7,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"u1","reason":"TOO_LONG","message":"Later."}"""
                .formatted(id, lease.lockId())
                .getBytes(UTF_8)));
    assertThat(lease.isValid()).isTrue();
    clients.arbiter.loseEvents(event -> false);
    clients.passMs(60_000);

    assertThat(lease.isValid()).isTrue();
    assertThat(losses).isEmpty();
  }

  @Test
  void blockersWithNewWords_areShownInThem() {
    clients.arbiter.loseEvents(event -> true);
    CompletableFuture<Lease> asked = client.acquireAsync(UPLOAD);
    String id = clients.sent(Acquire.class).get(0).commandId();
    read(
        EventCodec.decode(
            """
            {"v":1,"type":"rejected","seq":1,"at":5,"account":"acme","commandId":"%s","cause":{"partition":0,"offset":0},"lockId":"%s","subAccount":"u1","reason":"CONFLICT","message":"Held.","blockedBy":[{"lockId":"b","subAccount":"u2","operation":"ARCHIVE","path":"/a","mode":"SHARE","relation":"SAME","waiting":false}]}"""
                .formatted(id, id)
                .getBytes(UTF_8)));

    assertThat(refusal(asked)).hasMessageContaining("held ARCHIVE /a of u2 (lockId=b)");
  }
}
