package io.lockarbiter.embedded.demo;

import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The file operations of members and workers. They are not protected by anything but the locks;
 * before the hold is given back they check whether the files show interference.
 */
final class FileWork {
  private static final int CHUNKS = 8;
  private static final int PAUSE_MS = 5;

  private final FileChecks checks;
  private final FileCounts counts;

  FileWork(FileChecks checks, FileCounts counts) {
    this.checks = checks;
    this.counts = counts;
  }

  /**
   * Writes a file chunk by chunk, as it arrives from a client, after the chunks from before a
   * pause. If it is asked to yield, it removes its part of the file.
   *
   * @return how many bytes had arrived when it was asked; -1 if the file was written to its end
   */
  int upload(FileTree tree, UploadJob job, Hold hold) throws InterruptedException {
    Path file = tree.file(job.path());
    AtomicBoolean asked = new AtomicBoolean();
    if (hold.lease() != null) {
      hold.lease().onYieldRequested(request -> asked.set(true));
    }
    try {
      createFolderOf(file);
      byte[] content = FileContent.of(job);
      int sent = write(file, content, job.sent(), asked);
      if (sent < content.length) {
        Files.deleteIfExists(file);
        tree.ledger().deleted(job.path(), hold.token());
        counts.paused().increment();
        return sent;
      }
      Long found = FileContent.jobOf(Files.readAllBytes(file));
      if (found == null) {
        checks.found(Violation.TORN, job.path() + " after the upload");
      } else if (found != job.number()) {
        checks.found(Violation.LOST, job.path() + ": another upload took its place");
      } else {
        enterWritten(tree, job, hold);
      }
    } catch (IOException e) {
      checks.found(Violation.LOST, job.path() + ": " + e.getClass().getSimpleName());
    }
    return -1;
  }

  /** Returns how many bytes are written when the file is whole or somebody asked to stop. */
  private static int write(Path file, byte[] content, int kept, AtomicBoolean asked)
      throws IOException, InterruptedException {
    int chunk = content.length / CHUNKS + 1;
    try (SeekableByteChannel out =
        Files.newByteChannel(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      out.write(ByteBuffer.wrap(content, 0, kept));
      int start = kept;
      while (start < content.length && !asked.get()) {
        int count = Math.min(chunk, content.length - start);
        out.write(ByteBuffer.wrap(content, start, count));
        start += count;
        pause();
      }
      return start;
    }
  }

  private void enterWritten(FileTree tree, UploadJob job, Hold hold) {
    counts.written().increment();
    if (!tree.ledger().written(job.path(), job.number(), hold.token())) {
      checks.found(Violation.GHOST, job.path() + ": written after its folder was removed");
    }
  }

  /** Reads a file twice and compares it with the uploaded content. */
  void download(FileTree tree, LockPath path) throws InterruptedException {
    Long expected = tree.ledger().job(path);
    if (expected == null) {
      return;
    }
    try {
      Long first = FileContent.jobOf(Files.readAllBytes(tree.file(path)));
      pause();
      Long second = FileContent.jobOf(Files.readAllBytes(tree.file(path)));
      if (first == null || second == null) {
        checks.found(Violation.TORN, path + " in a download");
      } else if (!first.equals(expected) || !second.equals(expected)) {
        checks.found(Violation.BROKEN_READ, path + ": changed");
      } else {
        counts.downloaded().increment();
      }
    } catch (IOException e) {
      checks.found(Violation.BROKEN_READ, path + ": " + e.getClass().getSimpleName());
    }
  }

  /** Deletes a folder with everything below it. */
  void delete(FileTree tree, LockPath folder, Hold hold) throws InterruptedException {
    Path directory = tree.file(folder);
    if (Files.exists(directory)) {
      try {
        deleteRecursively(directory);
        counts.deletedFolders().increment();
      } catch (IOException e) {
        checks.found(
            Violation.GHOST, folder + " while it was deleted: " + e.getClass().getSimpleName());
      }
      pause();
      checkGone(tree, folder);
    }
    tree.ledger().deleted(folder, hold.token());
  }

  private void deleteRecursively(Path directory) throws IOException, InterruptedException {
    for (Path entry : TreeScan.deepestFirst(directory)) {
      boolean isFile = Files.isRegularFile(entry);
      if (Files.deleteIfExists(entry) && isFile) {
        counts.deletedFiles().increment();
        pause();
      }
    }
  }

  /**
   * Moves or renames a folder; does nothing if it is missing or the destination is taken.
   *
   * @return whether the folder was moved
   */
  boolean move(FileTree tree, LockPath from, LockPath to, Hold hold) throws InterruptedException {
    Path source = tree.file(from);
    Path destination = tree.file(to);
    if (!Files.isDirectory(source) || Files.exists(destination)) {
      return false;
    }
    int before = TreeScan.filesBelow(source).size();
    try {
      createFolderOf(destination);
      pause();
      Files.move(source, destination);
      counts.movedFolders().increment();
    } catch (IOException e) {
      checks.found(Violation.STRANDED, from + " to " + to + ": " + e.getClass().getSimpleName());
      return false;
    }
    pause();
    checkGone(tree, from);
    int after = TreeScan.filesBelow(destination).size();
    if (after != before) {
      checks.found(Violation.STRANDED, from + ": " + before + " files, after the move " + after);
    }
    tree.ledger().moved(from, to, hold.token());
    return true;
  }

  private void checkGone(FileTree tree, LockPath folder) {
    List<Path> left = TreeScan.filesBelow(tree.file(folder));
    if (!left.isEmpty()) {
      checks.found(Violation.GHOST, folder + " is gone, but there is " + left.get(0).getFileName());
    }
  }

  private static void createFolderOf(Path file) throws IOException {
    Path folder = file.getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
  }

  /** Takes the time of a slow disk or client. */
  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(PAUSE_MS));
  }
}
