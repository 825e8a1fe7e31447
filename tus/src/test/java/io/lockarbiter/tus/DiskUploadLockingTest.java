package io.lockarbiter.tus;

import java.nio.file.Path;
import me.desair.tus.server.upload.UploadLockingService;
import me.desair.tus.server.upload.disk.DiskLockingService;
import org.junit.jupiter.api.io.TempDir;

/** Runs the kit on the library's own locks, to show that it asks for nothing more. */
class DiskUploadLockingTest extends UploadLockingKit {
  @TempDir private Path folder;

  @Override
  UploadLockingService server() {
    return new DiskLockingService(ids(), folder.toString());
  }
}
