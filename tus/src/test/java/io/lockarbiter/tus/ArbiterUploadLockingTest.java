package io.lockarbiter.tus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LockClientOptions.Closing;
import io.lockarbiter.client.LockRequest;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Queued;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import me.desair.tus.server.exception.UploadAlreadyLockedException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("try")
class ArbiterUploadLockingTest extends UploadLockingKit {
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final String ID = UUID.randomUUID().toString();
  private static final String URI = "/files/" + ID;

  private final FakeArbiter arbiter = new FakeArbiter();

  @Override
  UploadLockingService server() {
    return server(arbiter.client("server"), Duration.ZERO);
  }

  private static ArbiterUploadLockingService server(LockClient client, Duration patience) {
    ArbiterUploadLockingService locks =
        new ArbiterUploadLockingService(client, UploadPlaces.inAccount("acme"), LEASE, patience);
    locks.setIdFactory(ids());
    return locks;
  }

  @Test
  void lock_isAPutOnTheUploadsPathAndAnOwnerOfItsOwn() throws Exception {
    server().lockUploadByUri(URI);

    assertThat(arbiter.locks("acme"))
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.lock().targets())
                  .extracting(Target::mode, target -> target.path().toString())
                  .containsExactly(org.assertj.core.groups.Tuple.tuple(Mode.PUT, "/uploads/" + ID));
              assertThat(held.lock().owner().subAccount()).isEqualTo(ID);
              assertThat(held.lock().owner().session()).isNotNull();
            });
  }

  @Test
  void lock_isRenewedWhileTheRequestRuns() throws Exception {
    try (UploadLock lock = server().lockUploadByUri(URI)) {
      arbiter.pass(LEASE.multipliedBy(20));

      assertThat(lock.getUploadUri()).isEqualTo(URI);
      assertThat(server().isLocked(new UploadId(ID))).isTrue();
    }
  }

  @Test
  void lockOfAServerThatDied_endsWithItsLease() throws Exception {
    LockClient dying =
        arbiter.client(FakeArbiter.options().withName("dying").withClosing(Closing.ABANDON));
    server(dying, Duration.ZERO).lockUploadByUri(URI);
    dying.close();

    arbiter.pass(LEASE.minusSeconds(1));
    assertThat(server().isLocked(new UploadId(ID))).isTrue();
    arbiter.pass(Duration.ofSeconds(2));
    assertThat(server().isLocked(new UploadId(ID))).isFalse();
  }

  @Test
  void patientRequest_getsTheLockOnceTheOneBeforeEnds() throws Exception {
    UploadLock first = server().lockUploadByUri(URI);
    ArbiterUploadLockingService patient = server(arbiter.client("patient"), Duration.ofSeconds(2));
    CompletableFuture<@Nullable UploadLock> second = lockedElsewhere(patient);
    await().until(this::somebodyWaits);

    first.release();

    assertThat(second.get()).isNotNull();
  }

  /** The deletion of a folder above is not asked to stop half-way. */
  @Test
  void patientRequest_isRefusedWhenItsPatienceEnds() throws Exception {
    LockClient other = arbiter.client("other");
    Lease deletion = other.acquire(LockRequest.delete("acme", ID, "/uploads"));
    ArbiterUploadLockingService patient = server(arbiter.client("patient"), Duration.ofSeconds(2));
    CompletableFuture<@Nullable UploadLock> second = lockedElsewhere(patient);
    await().until(this::somebodyWaits);

    arbiter.pass(Duration.ofSeconds(3));

    assertThatThrownBy(second::get).hasRootCauseInstanceOf(UploadAlreadyLockedException.class);
    assertThat(deletion.isValid()).isTrue();
    assertThat(arbiter.commands()).noneMatch(Yield.class::isInstance);
  }

  /** Its server waits for bytes that do not come, and would do so for a minute. */
  @Test
  void requestWhoseLineBroke_makesWayForItsClientAfterASecond() throws Exception {
    ArbiterUploadLockingService broken = server(arbiter.client("broken"), Duration.ZERO);
    broken.lockUploadByUri(URI);
    ArbiterUploadLock late = broken.heldByThisThread(new UploadId(ID));
    CompletableFuture<@Nullable UploadLock> second =
        lockedElsewhere(server(arbiter.client("other"), Duration.ofSeconds(3)));
    await().until(() -> arbiter.commands().stream().anyMatch(Yield.class::isInstance));

    arbiter.pass(Duration.ofMillis(999));
    assertThat(second).isNotDone();
    arbiter.pass(Duration.ofMillis(1));

    assertThat(second.get()).isNotNull();
    assertThatThrownBy(late::action)
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("nothing was written");
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(late::action)
                    .hasMessageContaining("released by force by " + ID)
                    .hasMessageContaining("another request came for the upload"));
  }

  /** Its bytes still come: it stores those, and the next one need not wait. */
  @Test
  void requestThatIsAsked_endsAfterThePieceThatHasCome() throws Exception {
    ArbiterUploadLockingService first = server(arbiter.client("first"), Duration.ZERO);
    first.lockUploadByUri(URI);
    ArbiterUploadLock lock = first.heldByThisThread(new UploadId(ID));
    lock.throwIfAsked();
    CompletableFuture<@Nullable UploadLock> second =
        lockedElsewhere(server(arbiter.client("second"), Duration.ofSeconds(3)));

    await().until(lock::isAsked);
    lock.action();
    assertThatThrownBy(lock::throwIfAsked)
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("asked to let go by " + ID)
        .hasMessageContaining("what had come is stored");
    lock.release();

    assertThat(second.get()).isNotNull();
  }

  /** As with the library's own service, which does not tell whose request it is. */
  @Test
  void requestOfNobodyKnown_asksNobody() throws Exception {
    server().lockUploadByUri(URI);
    ArbiterUploadLockingService patient = server(arbiter.client("patient"), Duration.ofSeconds(2));
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(
            () ->
                assertThatThrownBy(() -> patient.lockUploadByUri(URI))
                    .isInstanceOf(UploadAlreadyLockedException.class),
            ThreadPerTask.EXECUTOR);
    await().until(this::somebodyWaits);

    arbiter.pass(Duration.ofSeconds(3));

    second.get();
    assertThat(arbiter.commands()).noneMatch(Yield.class::isInstance);
  }

  @Test
  void fullQueue_isALockedUpload() throws Exception {
    arbiter.set(Setting.WAITERS_PER_SUB_ACCOUNT, 1);
    server().lockUploadByUri(URI);
    CompletableFuture<@Nullable UploadLock> first =
        lockedElsewhere(server(arbiter.client("first"), Duration.ofMinutes(1)));
    await().until(this::somebodyWaits);

    assertThatThrownBy(
            () -> server(arbiter.client("patient"), Duration.ofMinutes(1)).lockUploadByUri(URI))
        .isInstanceOf(UploadAlreadyLockedException.class);
    assertThat(first).isNotDone();
  }

  @Test
  void frozenUpload_isALockedUploadThatSaysUntilWhen() {
    arbiter
        .client("ops")
        .acquireAsync(LockRequest.freeze("acme", "ops", "/").keptFor(Duration.ofHours(2)))
        .join();

    assertThatThrownBy(
            () -> server(arbiter.client("patient"), Duration.ofMinutes(1)).lockUploadByUri(URI))
        .isInstanceOf(UploadAlreadyLockedException.class)
        .hasMessageContaining("The upload " + ID + " stands still: FROZEN ")
        .hasMessageContaining("The path is frozen until ");
  }

  @Test
  void otherRefusal_isNoLockedUpload() throws Exception {
    arbiter.set(Setting.LOCKS_PER_ACCOUNT, 1);
    server().lockUploadByUri("/files/" + UUID.randomUUID());

    assertThatThrownBy(() -> server().lockUploadByUri(URI))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("upload=" + ID)
        .hasMessageContaining("LIMIT_EXCEEDED");
  }

  @Test
  void uploadThatNobodyCanBeAskedAbout_countsAsLocked() {
    LockClient client = arbiter.client("server");
    client.close();

    assertThat(server(client, Duration.ZERO).isLocked(new UploadId(ID))).isTrue();
    assertThatThrownBy(() -> server(client, Duration.ZERO).lockUploadByUri(URI))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("upload=" + ID);
  }

  @Test
  void interruptedRequest_locksNothingAndStaysInterrupted() {
    arbiter.stop();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> server().lockUploadByUri(URI))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    arbiter.start();
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void lostLock_isTakenFromItsThread() throws Exception {
    ArbiterUploadLockingService locks = server(arbiter.client("server"), Duration.ZERO);
    locks.lockUploadByUri(URI);
    arbiter.loseCommands(Renew.class::isInstance);
    arbiter.pass(LEASE.multipliedBy(2));

    ArbiterUploadLock mine = locks.heldByThisThread(new UploadId(ID));
    assertThatThrownBy(mine::action)
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("upload=" + ID)
        .hasMessageContaining("nothing was written");
  }

  /** The library's own lock would remove the next holder's lock here. */
  @Test
  void lockReleasedTwice_takesNothingFromTheNext() throws Exception {
    UploadLockingService one = server();
    UploadLock first = one.lockUploadByUri(URI);
    first.release();
    try (UploadLock second = server().lockUploadByUri(URI)) {
      first.release();
      first.close();

      assertThat(server().isLocked(new UploadId(ID))).isTrue();
      assertThat(second.getUploadUri()).isEqualTo(URI);
    }
  }

  private boolean somebodyWaits() {
    return arbiter.events().stream().anyMatch(Queued.class::isInstance);
  }

  private static CompletableFuture<@Nullable UploadLock> lockedElsewhere(
      ArbiterUploadLockingService server) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return server.lockUploadByUri(URI, UploadAsking.AT_ONCE);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        ThreadPerTask.EXECUTOR);
  }
}
