package io.lockarbiter.client.hold;

import static io.lockarbiter.client.hold.FakeClients.granted;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.LockSession;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.lock.Owner;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ClientWarningsTest {
  private static final LockRequest UPLOAD = LockRequest.upload("acme", "u1", "/plan.pdf");
  private static final Duration MINUTE = Duration.ofMinutes(1);

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

  private List<String> warnings() {
    return appender.list.stream()
        .filter(event -> event.getLevel() == Level.WARN)
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  @Test
  void lostLeases_areToldWithIdsAndWhatToDo() {
    Lease forced = granted(client.acquireAsync(UPLOAD));
    clients.arbiter.forceRelease(forced, "ops", "device lost");
    Lease silent = granted(client.acquireAsync(UPLOAD));
    clients.arbiter.loseCommands(command -> command instanceof Renew);
    clients.arbiter.pass(MINUTE);

    assertThat(warnings())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .isEqualTo(
                        "the lease of lockId=%s account=acme subAccount=u1 operation=UPLOAD was lost: the lock was released by force by ops: device lost. Others may be granted its paths, and work under it has to stop. An operator, or a request that waits for its paths, ended it; ask there before the work is tried again"
                            .formatted(forced.lockId())),
            line ->
                assertThat(line)
                    .startsWith("no renewal of lockId=" + silent.lockId())
                    .contains("it is lost in"),
            line ->
                assertThat(line)
                    .startsWith("the lease of lockId=" + silent.lockId())
                    .contains(new LostReason.Unreachable().message(), "a longer lease"));
  }

  @Test
  void commentAndNames_addNoLine() {
    Lease forced =
        granted(client.acquireAsync(LockRequest.upload("acme", "u\u2028WARN 1", "/plan.pdf")));
    clients.arbiter.forceRelease(forced, "ops", "device lost\nWARN all is well");

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("subAccount=u<U+2028>WARN 1 ", "device lost<U+000A>WARN all is well");
  }

  @Test
  void lockThatALaterRequestOfTheMemberTook_isNoOperatorsDoing() {
    granted(client.acquireAsync(UPLOAD));
    client.acquireAsync(
        UPLOAD
            .waitingUpTo(Duration.ofSeconds(3))
            .askingOwnHolders(Duration.ofSeconds(1), "sent again"));
    clients.arbiter.pass(Duration.ofSeconds(2));

    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("released by force by u1: sent again")
        .contains("A request of the same sub-account took its place");
  }

  @Test
  void tenThousandLeasesLostTogether_areFewLines() {
    List<CompletableFuture<Lease>> leases =
        IntStream.range(0, 10_000)
            .mapToObj(n -> client.acquireAsync(LockRequest.upload("acme", "u" + n % 20, "/" + n)))
            .toList();
    assertThat(leases).allMatch(CompletableFuture::isDone);

    clients.arbiter.stop();
    clients.arbiter.pass(MINUTE);

    assertThat(client.statistics().lost()).isEqualTo(10_000);
    assertThat(warnings())
        .hasSizeLessThan(100)
        .anyMatch(line -> line.matches("\\d+ more leases were lost within 10 s.*"));
  }

  @Test
  void unansweredAcquire_isTold() {
    clients.arbiter.stop();

    CompletableFuture<Lease> asked = client.acquireAsync(UPLOAD);
    clients.arbiter.pass(Duration.ofSeconds(46));

    assertThat(asked).isCompletedExceptionally();
    assertThat(warnings())
        .singleElement()
        .asString()
        .startsWith("no answer to Acquire commandId=")
        .contains("account=acme", "is an arbiter running?")
        .endsWith("A lock that may have been granted is released.");
  }

  @Test
  void lateGrant_isTold() {
    clients.arbiter.delayEvents(Duration.ofSeconds(31));

    client.acquireAsync(UPLOAD);
    clients.arbiter.pass(Duration.ofSeconds(32));

    assertThat(warnings())
        .singleElement()
        .asString()
        .matches("the grant of lockId=.* account=acme came 1500 ms after its safe end; .*");
  }

  @Test
  void refusalsReleasesAndWithdrawals_areNotTold() {
    Lease held = granted(client.acquireAsync(UPLOAD));
    LockRequest delete = LockRequest.delete("acme", "u2", "/plan.pdf");
    assertThat(client.acquireAsync(delete)).isCompletedExceptionally();
    client.acquireAsync(delete.waitingUpTo(MINUTE)).cancel(true);
    client.acquireAsync(delete.waitingUpTo(MINUTE));
    clients.arbiter.pass(MINUTE);
    granted(held.release());
    granted(client.acquireAsync(UPLOAD)).abandon();
    client.close();

    assertThat(warnings()).isEmpty();
  }

  @Test
  void closedClient_tellsWhatWasNotReleased() {
    granted(client.acquireAsync(UPLOAD));
    granted(client.acquireAsync(LockRequest.upload("acme", "u1", "/b")));
    clients.arbiter.loseCommands(command -> command instanceof Release);
    Thread closing = new Thread(client::close);
    closing.start();
    while (closing.isAlive()) {
      clients.arbiter.pass(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }

    assertThat(warnings())
        .containsExactly(
            "the client was closed with 2 releases unanswered; locks that are held still end with their leases or sessions. A longer closeTimeout waits for more");
    assertThat(clients.sent(Acquire.class)).hasSize(2);
  }

  @Test
  void sessionThatWasAlive_isToldUnlessThisClientKeptIt() {
    Owner laptop = new Owner("u1", "laptop");
    Duration lease = Duration.ofSeconds(30);
    granted(clients.open(options -> options).keepAliveAsync("acme", laptop, lease));
    clients.arbiter.pass(Duration.ofSeconds(5));
    LockSession session = granted(client.keepAliveAsync("acme", laptop, lease));
    session.close();
    granted(client.keepAliveAsync("acme", laptop, lease));

    assertThat(warnings())
        .containsExactly(
            "account=acme subAccount=u1 session=laptop was alive already, beganAt=%s; locks that a process left in it which died live on with it, and nobody holds them. After a restart begin with releaseAll(account, owner), or with another name"
                .formatted(session.beganAt()));
  }
}
