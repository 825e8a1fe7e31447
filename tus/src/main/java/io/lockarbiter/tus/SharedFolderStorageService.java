package io.lockarbiter.tus;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.lockarbiter.client.fence.FencingAction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import me.desair.tus.server.exception.TusException;
import me.desair.tus.server.exception.UploadNotFoundException;
import me.desair.tus.server.upload.UploadId;
import me.desair.tus.server.upload.UploadInfo;
import me.desair.tus.server.upload.disk.DiskStorageService;
import org.jspecify.annotations.Nullable;

/**
 * The library's storage on disk, for several servers over one folder, any of which may die at any
 * moment. An upload's record is replaced as a whole, never overwritten. Bytes that a dead server
 * had written but not recorded are cut off before the next append; the library would refuse that
 * upload for ever. A file in each upload's own folder fences late writers off, and is removed with
 * the folder.
 *
 * <p>The folder must lock files between the servers (a local disk, NFS 4), and move them at once.
 * One process may have several storages over one folder if it has loaded this class once; two web
 * applications that each contain it need separate folders.
 */
public final class SharedFolderStorageService extends DiskStorageService implements UploadFence {
  private static final String INFO = "info";
  private static final String DATA = "data";
  private static final String FENCE = "fence";
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);

  /**
   * The fences that this process has open, by their real paths. All storages share them, because
   * the operating system's locks belong to the process: closing a file gives up all of its locks.
   */
  private static final Set<Path> BEING_WRITTEN = ConcurrentHashMap.newKeySet();

  /** A storage in this folder, which is created when it is needed. */
  public SharedFolderStorageService(Path folder) {
    super(folder.toString());
  }

  /**
   * {@inheritDoc}
   *
   * <p>Waits for another write to the same upload, 10 s at most: a process that was stopped in the
   * middle of one keeps the others out until it goes on or dies.
   */
  @Override
  @SuppressWarnings("try")
  public <T> T write(UploadId id, FencingAction action, UploadWrite<T> write)
      throws IOException, TusException {
    long deadline = System.nanoTime() + LONGEST_WRITE.toNanos();
    Path file = getPathInStorageDirectory(id).toRealPath().resolve(FENCE);
    while (!BEING_WRITTEN.add(file)) {
      pause(id, deadline);
    }
    try (FileChannel fence = FileChannel.open(file, CREATE, READ, WRITE);
        FileLock lock = lock(id, fence, deadline)) {
      pass(id, action.token(), fence);
      return write.run();
    } finally {
      BEING_WRITTEN.remove(file);
    }
  }

  private static FileLock lock(UploadId id, FileChannel fence, long deadline) throws IOException {
    FileLock lock = fence.tryLock();
    while (lock == null) {
      pause(id, deadline);
      lock = fence.tryLock();
    }
    return lock;
  }

  private static void pause(UploadId id, long deadline) throws IOException {
    if (System.nanoTime() - deadline > 0) {
      throw new IOException(
          "upload=%s has been written to by another request for %d s; nothing was written. Has its process been stopped? It keeps others out until it goes on or ends."
              .formatted(id, LONGEST_WRITE.toSeconds()));
    }
    try {
      TimeUnit.MILLISECONDS.sleep(5);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("upload=" + id).initCause(e);
    }
  }

  private static void pass(UploadId id, long token, FileChannel fence) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    long latest = fence.read(bytes, 0) == Long.BYTES ? bytes.getLong(0) : 0;
    if (token < latest) {
      throw new LateUploadException(
          "upload=%s token=%d: token=%d has written already, so this lock had ended before; nothing was written. Ask for the upload's offset, and go on from there."
              .formatted(id, token, latest));
    }
    if (token > latest) {
      fence.write(ByteBuffer.allocate(Long.BYTES).putLong(0, token), 0);
    }
  }

  /** Appends under the fence; no client was told that the bytes cut off here were stored. */
  @Override
  public @Nullable UploadInfo append(@Nullable UploadInfo info, InputStream inputStream)
      throws IOException, TusException {
    if (info != null) {
      cutUnrecorded(info.getId());
    }
    return super.append(info, inputStream);
  }

  private void cutUnrecorded(UploadId id) throws IOException, UploadNotFoundException {
    UploadInfo recorded = getUploadInfo(id);
    Path data = file(id, DATA);
    if (recorded == null || !Files.exists(data)) {
      throw new UploadNotFoundException("The upload for id " + id + " was not found.");
    }
    if (Files.size(data) > recorded.getOffset()) {
      try (FileChannel channel = FileChannel.open(data, WRITE)) {
        channel.truncate(recorded.getOffset());
      }
    }
  }

  /** Reads the whole and latest record, locked or not; null if there is no such upload. */
  @Override
  public @Nullable UploadInfo getUploadInfo(@Nullable UploadId id) throws IOException {
    if (id == null) {
      return null;
    }
    try (ObjectInputStream input = new ObjectInputStream(Files.newInputStream(file(id, INFO)))) {
      return (UploadInfo) input.readObject();
    } catch (NoSuchFileException e) {
      return null;
    } catch (ClassNotFoundException e) {
      throw new IOException("upload=" + id + " has a record of another version", e);
    }
  }

  @Override
  public void update(UploadInfo uploadInfo) throws IOException, UploadNotFoundException {
    UploadId id = uploadInfo.getId();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream output = new ObjectOutputStream(bytes)) {
      output.writeObject(uploadInfo);
    }
    Path next = file(id, INFO + "-" + UUID.randomUUID());
    try (FileChannel channel = FileChannel.open(next, CREATE_NEW, WRITE)) {
      channel.write(ByteBuffer.wrap(bytes.toByteArray()));
      channel.force(true);
    } catch (NoSuchFileException e) {
      throw new UploadNotFoundException("The upload for id " + id + " was not found.");
    }
    Files.move(next, file(id, INFO), StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The fence is removed last, so a request that does not wait for it finds no upload. The
   * record is removed after the bytes, so the next clean-up finds a removal that was cut short.
   */
  @Override
  public void terminateUpload(@Nullable UploadInfo info)
      throws UploadNotFoundException, IOException {
    if (info != null) {
      Files.deleteIfExists(file(info.getId(), DATA));
      Files.deleteIfExists(file(info.getId(), INFO));
    }
    super.terminateUpload(info);
  }

  private Path file(UploadId id, String name) {
    return getPathInStorageDirectory(id).resolve(name);
  }
}
