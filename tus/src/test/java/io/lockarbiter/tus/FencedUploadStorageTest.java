package io.lockarbiter.tus;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.testing.ThreadPerTask;
import io.lockarbiter.testing.FakeArbiter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadNotFoundException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.UploadLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try")
class FencedUploadStorageTest {
  private static final Duration LEASE = Duration.ofSeconds(5);
  private static final int PIECE = 4;

  /** An action that a test runs during a read. */
  private interface Event {
    void happen() throws IOException;
  }

  @TempDir private Path folder;
  private final FakeArbiter arbiter = new FakeArbiter();
  private final UploadIdFactory ids = UploadLockingKit.ids();
  private final ArbiterUploadLockingService locks = locks("server");
  private FencedUploadStorageService storage = storage(locks, Path.of("."));
  private UploadInfo upload = new UploadInfo();

  @BeforeEach
  void create() throws IOException {
    storage = storage(locks);
    upload.setLength(100L);
    upload = storage.create(upload, "ann");
  }

  private ArbiterUploadLockingService locks(String name) {
    LockClient client = arbiter.client(name);
    ArbiterUploadLockingService service =
        new ArbiterUploadLockingService(
            client, UploadPlaces.inAccount("acme"), LEASE, Duration.ZERO);
    service.setIdFactory(ids);
    return service;
  }

  /** A server with a service of its own over the same folder. */
  private FencedUploadStorageService storage(ArbiterUploadLockingService of) {
    return storage(of, folder);
  }

  private FencedUploadStorageService storage(ArbiterUploadLockingService of, Path in) {
    SharedFolderStorageService disk = new SharedFolderStorageService(in);
    FencedUploadStorageService fenced = new FencedUploadStorageService(disk, of, disk, PIECE);
    fenced.setIdFactory(ids);
    return fenced;
  }

  private String uri() {
    return "/files/" + upload.getId();
  }

  private String stored() throws IOException {
    return Files.readString(folder.resolve("uploads").resolve(upload.getId() + "/data"), US_ASCII);
  }

  private UploadInfo recorded() throws IOException {
    return Objects.requireNonNull(storage.getUploadInfo(upload.getId()));
  }

  private static InputStream text(String text) {
    return new ByteArrayInputStream(text.getBytes(US_ASCII));
  }

  private static InputStream then(Event event) {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        event.happen();
        return -1;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        return read();
      }
    };
  }

  private void loseTheLease() {
    arbiter.loseCommands(Renew.class::isInstance);
    arbiter.pass(LEASE.multipliedBy(2));
    arbiter.loseCommands(command -> false);
  }

  @Test
  void whatIsSent_isStoredAndRecordedPieceByPiece() throws Exception {
    List<Long> offsets = new ArrayList<>();
    InputStream sent =
        new SequenceInputStream(
            new SequenceInputStream(
                text("abcdef"), then(() -> offsets.add(recorded().getOffset()))),
            text("ghi"));
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      UploadInfo info = storage.append(upload, sent);

      assertThat(info).extracting(UploadInfo::getOffset).isEqualTo(9L);
    }
    assertThat(offsets).containsExactly(4L);
    assertThat(stored()).isEqualTo("abcdefghi");
    assertThat(recorded().getOffset()).isEqualTo(9);
  }

  @Test
  void connectionThatBreaks_leavesAllThatCame() throws Exception {
    InputStream sent =
        new SequenceInputStream(
            text("abcdef"),
            then(
                () -> {
                  throw new IOException("connection reset");
                }));
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      assertThatThrownBy(() -> storage.append(upload, sent)).hasMessage("connection reset");
    }
    assertThat(stored()).isEqualTo("abcdef");
    assertThat(recorded().getOffset()).isEqualTo(6);
  }

  @Test
  void leaseLostInTheMiddle_endsTheRequestAtTheNextPiece() throws Exception {
    InputStream sent =
        new SequenceInputStream(
            new SequenceInputStream(text("abcd"), then(this::loseTheLease)), text("efgh"));
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      assertThatThrownBy(() -> storage.append(upload, sent))
          .isInstanceOf(LateUploadException.class)
          .hasMessageContaining("nothing was written");
    }
    assertThat(stored()).isEqualTo("abcd");
    assertThat(recorded().getOffset()).isEqualTo(4);
  }

  /**
   * The server's own check of the clock passes, because it stood still between the check and its
   * write.
   */
  @Test
  void writerThatSleptThroughItsLease_isRefusedByTheFolder() throws Exception {
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
    disk.setIdFactory(ids);
    locks.lockUploadByUri(uri());
    var late = locks.heldByThisThread(upload.getId()).action();
    loseTheLease();
    ArbiterUploadLockingService others = locks("other");
    FencedUploadStorageService otherStorage = storage(others);
    try (UploadLock lock = others.lockUploadByUri(uri())) {
      otherStorage.append(recorded(), text("newer"));
    }

    assertThatThrownBy(() -> disk.write(upload.getId(), late, () -> appended(disk, "older")))
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("token=" + late.token())
        .hasMessageContaining("has written already");
    assertThat(stored()).isEqualTo("newer");
  }

  private UploadInfo appended(SharedFolderStorageService disk, String text)
      throws IOException, TusException {
    return Objects.requireNonNull(disk.append(upload, text(text)));
  }

  /** Two requests run on one server: the lease of the second is not the lease of the first. */
  @Test
  void lostLease_isNotMadeGoodByAnotherRequestsLease() throws Exception {
    InputStream sent =
        new SequenceInputStream(
            then(
                () -> {
                  loseTheLease();
                  CompletableFuture.runAsync(() -> lockForGood(), ThreadPerTask.EXECUTOR).join();
                }),
            text("older"));
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      assertThatThrownBy(() -> storage.append(upload, sent))
          .isInstanceOf(LateUploadException.class);
    }
    assertThat(stored()).isEmpty();
  }

  private void lockForGood() {
    try {
      locks.lockUploadByUri(uri());
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void requestWithoutALock_writesNothing() throws Exception {
    assertThatThrownBy(() -> storage.append(upload, text("abcd")))
        .isInstanceOf(LateUploadException.class)
        .hasMessageContaining("has not locked it");
    assertThatThrownBy(() -> storage.removeLastNumberOfBytes(upload, 1))
        .isInstanceOf(LateUploadException.class);
    assertThatThrownBy(() -> storage.terminateUpload(upload))
        .isInstanceOf(LateUploadException.class);
    assertThat(stored()).isEmpty();
  }

  @Test
  void lateRequest_changesNothingElseEither() throws Exception {
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      storage.append(upload, text("abcd"));
      loseTheLease();
      upload.setOffset(2L);

      assertThatThrownBy(() -> storage.update(upload)).isInstanceOf(LateUploadException.class);
      assertThatThrownBy(() -> storage.removeLastNumberOfBytes(upload, 2))
          .isInstanceOf(LateUploadException.class);
      assertThatThrownBy(() -> storage.terminateUpload(upload))
          .isInstanceOf(LateUploadException.class);
    }
    assertThat(stored()).isEqualTo("abcd");
    assertThat(recorded().getOffset()).isEqualTo(4);
  }

  @Test
  void holder_takesBytesBackAndEndsTheUpload() throws Exception {
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      storage.append(upload, text("abcdef"));
      storage.removeLastNumberOfBytes(upload, 2);
      assertThat(stored()).isEqualTo("abcd");

      storage.terminateUpload(upload);
      assertThat(storage.getUploadInfo(upload.getId())).isNull();
      assertThatThrownBy(() -> storage.update(upload)).isInstanceOf(IOException.class);
    }
  }

  /** The library would cut off as many of the stored bytes as were read. */
  @Test
  void offsetThatIsNotTheEnd_isNoFaultThatCostsBytes() throws Exception {
    try (UploadLock lock = locks.lockUploadByUri(uri())) {
      storage.append(upload, text("abcd"));
      upload.setOffset(2L);

      assertThatThrownBy(() -> storage.append(upload, text("xy")))
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(LateUploadException.class);
    }
    assertThat(stored()).isEqualTo("abcd");
  }

  private void expire() throws Exception {
    storage.setUploadExpirationPeriod(1L);
    upload.updateExpiration(-1L);
    storage.update(upload);
  }

  /** Resumes and finishes an expired upload, as another request does. */
  private void resumeElsewhere() {
    ArbiterUploadLockingService others = locks("other");
    try (UploadLock lock = others.lockUploadByUri(uri())) {
      FencedUploadStorageService other = storage(others);
      UploadInfo info = Objects.requireNonNull(other.append(recorded(), text("newer")));
      info.updateExpiration(60_000L);
      other.update(info);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void cleanUp_removesExpiredUploadsThatNobodyWorksOn() throws Exception {
    expire();
    UploadId id = upload.getId();
    try (UploadLock lock = locks("other").lockUploadByUri(uri())) {
      storage.cleanupExpiredUploads(locks);
      assertThat(storage.getUploadInfo(id)).isNotNull();
    }

    storage.cleanupExpiredUploads(locks);

    assertThat(storage.getUploadInfo(id)).isNull();
    assertThat(folder.resolve("uploads")).isEmptyDirectory();
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  /** The upload is resumed between the clean-up's look at the record and its lock. */
  @Test
  void expiredUploadThatIsResumedBeforeTheCleanUpHasItsLock_stays() throws Exception {
    expire();
    ArbiterUploadLockingService late =
        new ArbiterUploadLockingService(
            arbiter.client("late"),
            id -> {
              resumeElsewhere();
              return UploadPlaces.inAccount("acme").of(id);
            },
            LEASE,
            Duration.ZERO);

    storage(late).cleanupExpiredUploads(late);

    assertThat(stored()).isEqualTo("newer");
    assertThat(recorded().getOffset()).isEqualTo(5);
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  /** The clean-up sleeps between its look at its lease and the removal. */
  @Test
  void cleanUpThatSleptThroughItsLease_removesNothing() throws Exception {
    expire();
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
    UploadFence slept =
        new UploadFence() {
          @Override
          public <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
              throws IOException, TusException {
            loseTheLease();
            resumeElsewhere();
            return disk.write(id, action, write);
          }
        };

    new FencedUploadStorageService(disk, locks, slept).cleanupExpiredUploads(locks);

    assertThat(stored()).isEqualTo("newer");
    assertThat(recorded().getOffset()).isEqualTo(5);
  }

  @Test
  void removalThatFails_isToldAfterTheOthers() throws Exception {
    expire();
    UploadId broken = upload.getId();
    upload = storage.create(new UploadInfo(), "ann");
    expire();
    SharedFolderStorageService disk = new SharedFolderStorageService(folder);
    UploadFence brokenFor =
        new UploadFence() {
          @Override
          public <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
              throws IOException, TusException {
            if (id.equals(broken)) {
              throw new IOException("disk is broken");
            }
            return disk.write(id, action, write);
          }
        };
    FencedUploadStorageService fenced = new FencedUploadStorageService(disk, locks, brokenFor);

    assertThatThrownBy(() -> fenced.cleanupExpiredUploads(locks)).hasMessage("disk is broken");
    assertThat(storage.getUploadInfo(upload.getId())).isNull();
    assertThat(storage.getUploadInfo(broken)).isNotNull();
    assertThat(arbiter.locks("acme")).isEmpty();
  }

  @Test
  void updateOfAnUploadThatIsGone_saysSo() throws Exception {
    UploadInfo gone = new UploadInfo();
    gone.setId(ids.createId());

    assertThatThrownBy(() -> storage.update(gone)).isInstanceOf(UploadNotFoundException.class);
  }
}
