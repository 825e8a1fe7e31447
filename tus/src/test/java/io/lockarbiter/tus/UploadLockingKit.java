package io.lockarbiter.tus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.ThreadPerTask;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import me.desair.tus.server.exception.UploadAlreadyLockedException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadIdFactory;
import me.desair.tus.server.upload.UploadLock;
import me.desair.tus.server.upload.UploadLockingService;
import me.desair.tus.server.upload.UuidUploadIdFactory;
import org.junit.jupiter.api.Test;

/**
 * The requirements of tus-java-server on the locks of its uploads: the cases that its own tests
 * check on its locks on disk, which pass this kit too.
 */
@SuppressWarnings("try")
abstract class UploadLockingKit {
  private final UUID uuid = UUID.randomUUID();
  private final UploadId id = new UploadId(uuid);
  private final String uri = "/files/" + uuid;

  /** The locks of one server, over the same storage as those of every other. */
  abstract UploadLockingService server();

  static UploadIdFactory ids() {
    UploadIdFactory ids = new UuidUploadIdFactory();
    ids.setUploadUri("/files");
    return ids;
  }

  @Test
  void uploadsUri_isLocked() throws Exception {
    try (UploadLock lock = server().lockUploadByUri(uri)) {
      assertThat(lock.getUploadUri()).isEqualTo(uri);
      assertThat(server().isLocked(id)).isTrue();
    }
  }

  @Test
  void uriOfNoUpload_isNotLocked() throws Exception {
    assertThat(server().lockUploadByUri("/files")).isNull();
    assertThat(server().lockUploadByUri("/files/plan.pdf")).isNull();
  }

  @Test
  void lockedUpload_isRefusedToEverybody() throws Exception {
    UploadLockingService one = server();
    try (UploadLock lock = one.lockUploadByUri(uri)) {
      assertThatThrownBy(() -> one.lockUploadByUri(uri))
          .isInstanceOf(UploadAlreadyLockedException.class)
          .hasMessageContaining(uuid.toString());
      assertThatThrownBy(() -> server().lockUploadByUri(uri))
          .isInstanceOf(UploadAlreadyLockedException.class);
      assertThat(
              CompletableFuture.supplyAsync(() -> server().isLocked(id), ThreadPerTask.EXECUTOR)
                  .join())
          .isTrue();
      assertThat(one.isLocked(id)).isTrue();
    }
  }

  @Test
  void otherUpload_isLockedBeside() throws Exception {
    UploadLockingService one = server();
    try (UploadLock lock = one.lockUploadByUri(uri);
        UploadLock other = one.lockUploadByUri("/files/" + UUID.randomUUID())) {
      assertThat(lock.getUploadUri()).isNotEqualTo(other.getUploadUri());
    }
  }

  @Test
  void releasedUpload_isLockedAgainByWhoeverComes() throws Exception {
    UploadLockingService one = server();
    one.lockUploadByUri(uri).release();

    assertThat(one.isLocked(id)).isFalse();
    one.lockUploadByUri(uri).close();
    server().lockUploadByUri(uri).close();
    assertThat(server().isLocked(id)).isFalse();
  }

  @Test
  void cleanUp_leavesLocksThatAreHeld() throws Exception {
    UploadLockingService one = server();
    try (UploadLock lock = one.lockUploadByUri(uri)) {
      one.cleanupStaleLocks();
      server().cleanupStaleLocks();

      assertThat(one.isLocked(id)).isTrue();
    }
  }

  @Test
  void questionWhetherItIsLocked_leavesItFree() throws Exception {
    assertThat(server().isLocked(id)).isFalse();
    assertThat(server().isLocked(id)).isFalse();
    server().lockUploadByUri(uri).close();
  }
}
