package io.lockarbiter.tus;

import java.io.IOException;
import java.util.function.BiFunction;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.UploadStorageService;
import org.jspecify.annotations.Nullable;

/**
 * Maps an upload to the path to lock. The result for an upload must be the same at all times and in
 * all servers; otherwise two of them would hold it at once.
 */
@FunctionalInterface
public interface UploadPlaces {
  /**
   * The place of an upload, which need not exist.
   *
   * @param id the id that a client gave, encoded, so it has no slash
   */
  UploadPlace of(UploadId id) throws IOException;

  /**
   * Puts all uploads into one account, each at {@code /uploads/ID} and as a sub-account of its own,
   * so that limits per sub-account apply to each separately.
   */
  static UploadPlaces inAccount(String account) {
    return id -> new UploadPlace(account, id.toString(), "/uploads/" + id);
  }

  /**
   * Maps an upload by its owner key: the key with which it was created, as the storage remembers
   * it, so that no later request can name another. This reads the storage before the lock is held,
   * which must not disturb the holder ({@link SharedFolderStorageService} can be read so, the
   * library's own storage on disk cannot).
   *
   * @param place maps an upload and its owner key to a place; the key is null if it has none, or
   *     there is no such upload
   */
  static UploadPlaces ofOwners(
      UploadStorageService storage, BiFunction<UploadId, @Nullable String, UploadPlace> place) {
    return id -> {
      UploadInfo info = storage.getUploadInfo(id);
      return place.apply(id, info == null ? null : info.getOwnerKey());
    };
  }
}
