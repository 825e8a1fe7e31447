package io.lockarbiter.tus;

import java.io.IOException;
import java.util.function.BiFunction;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.UploadStorageService;
import org.jspecify.annotations.Nullable;

/**
 * Says what is locked for an upload. Must say the same for the same upload at all times and in all
 * servers: else two of them would hold it at once.
 */
@FunctionalInterface
public interface UploadPlaces {
  /**
   * The place of an upload, which need not exist.
   *
   * @param id as a client named it; encoded, so it has no slash
   */
  UploadPlace of(UploadId id) throws IOException;

  /**
   * All uploads in one account, each at {@code /uploads/ID} and as a sub-account of its own, so
   * that limits per sub-account count each by itself.
   */
  static UploadPlaces inAccount(String account) {
    return id -> new UploadPlace(account, id.toString(), "/uploads/" + id);
  }

  /**
   * By whom an upload belongs to: the owner key with which it was created, as the storage remembers
   * it, so that no later request can name another. Reads the storage before the lock is held, which
   * must not disturb who holds it ({@link SharedFolderStorageService} can be read so, the library's
   * own storage on disk cannot).
   *
   * @param place of an upload and its owner key; null if it has none, or there is no such upload
   */
  static UploadPlaces ofOwners(
      UploadStorageService storage, BiFunction<UploadId, @Nullable String, UploadPlace> place) {
    return id -> {
      UploadInfo info = storage.getUploadInfo(id);
      return place.apply(id, info == null ? null : info.getOwnerKey());
    };
  }
}
