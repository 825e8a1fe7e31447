package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingAction;
import io.lockarbiter.client.fence.FencingMemory;
import io.lockarbiter.client.fence.FencingRefusal;
import io.lockarbiter.client.fence.memory.AccountMemory;
import io.lockarbiter.client.fence.memory.Trace;
import io.lockarbiter.client.fence.memory.TraceKey;
import io.lockarbiter.contracts.lock.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A fence of files in a folder that several servers share. A file for each path and mode has the
 * highest token that acted there. Check, trace and write happen under a lock of the operating
 * system, one for each account, so the folder must lock files between the servers (a local disk,
 * NFS 4). It costs some fifty looks at files, and a small file for each level of a path.
 */
final class FolderFence implements StorageFence, FencingMemory {
  private static final String LOCK = "lock";
  private static final String FLOOR = "floor";
  private static final String NAME = "name";
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(2);

  /**
   * One for each file that this process locks. All fences share them, because the operating
   * system's locks belong to the process: closing a file gives up all of its locks.
   */
  private static final Map<Path, ReentrantLock> IN_THIS_PROCESS = new ConcurrentHashMap<>();

  private final Path folder;
  private final Duration patience;

  FolderFence(Path folder) {
    this(folder, LONGEST_WRITE);
  }

  /**
   * A fence.
   *
   * @param patience the time for which a write waits for others, in this process and again in
   *     others
   */
  FolderFence(Path folder, Duration patience) {
    this.folder = folder;
    this.patience = patience;
  }

  @Override
  public <T> T write(FencingAction action, StorageWrite<T> write) throws IOException {
    return locked(
        action.account(),
        traces -> {
          AccountMemory memory = memory(traces, action);
          FencingRefusal refusal = memory.refusalOf(action);
          if (refusal != null) {
            throw new FencedException(refusal);
          }
          for (Map.Entry<TraceKey, Trace> change : memory.changesOf(action).traces().entrySet()) {
            replace(file(traces, change.getKey()), Long.toString(change.getValue().token()));
          }
          return write.run();
        });
  }

  private static AccountMemory memory(Path traces, FencingAction action) throws IOException {
    AccountMemory memory = new AccountMemory();
    Long floor = number(traces.resolve(FLOOR));
    memory.loadFloor(floor == null ? 0 : floor);
    for (Target target : action.targets()) {
      Stream<TraceKey> keys =
          Stream.concat(
              TraceKey.conflictingWith(target).stream().map(TraceKey.Conflicting::key),
              TraceKey.tracesOf(target).stream());
      for (TraceKey key : keys.distinct().toList()) {
        Long token = number(file(traces, key));
        if (token != null) {
          memory.load(key, new Trace(token, /* holder= */ null, /* other= */ 0));
        }
      }
    }
    return memory;
  }

  @Override
  public List<String> accounts(@Nullable String after, int most) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(FolderFence::name)
          .filter(name -> !name.isEmpty() && (after == null || name.compareTo(after) > 0))
          .sorted()
          .limit(most)
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path traces) {
    try {
      return Files.readString(traces.resolve(NAME));
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void forgetBelow(String account, long token) {
    try {
      long floor =
          locked(
              account,
              traces -> {
                Long before = number(traces.resolve(FLOOR));
                long from = Math.max(before == null ? 0 : before, token);
                replace(traces.resolve(FLOOR), Long.toString(from));
                return from;
              });
      // Writers need not wait until all is forgotten, for lower tokens are refused already.
      for (Path group : locked(account, FolderFence::groups)) {
        var unused = locked(account, traces -> forget(group, floor));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> groups(Path traces) throws IOException {
    try (Stream<Path> all = Files.list(traces)) {
      return all.filter(Files::isDirectory).toList();
    }
  }

  private static int forget(Path group, long floor) throws IOException {
    int forgotten = 0;
    try (Stream<Path> files = Files.list(group)) {
      for (Path file : files.toList()) {
        // A name with a dot was left by a process that died before it had moved the file.
        boolean isLeft = file.getFileName().toString().startsWith(".");
        Long token = isLeft ? null : number(file);
        if (token == null || token < floor) {
          Files.deleteIfExists(file);
          forgotten++;
        }
      }
    }
    return forgotten;
  }

  /** Does something with the traces of an account. */
  private interface Use<T> {
    T of(Path traces) throws IOException;
  }

  @SuppressWarnings("try")
  private <T> T locked(String account, Use<T> use) throws IOException {
    Path traces = folder.resolve(digest(account));
    Files.createDirectories(traces);
    Path file = traces.resolve(LOCK);
    ReentrantLock here =
        IN_THIS_PROCESS.computeIfAbsent(
            traces.toRealPath().resolve(LOCK), each -> new ReentrantLock());
    enter(here, file);
    try (FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        FileLock everywhere = lock(channel, file)) {
      if (!Files.exists(traces.resolve(NAME))) {
        replace(traces.resolve(NAME), account);
      }
      return use.of(traces);
    } finally {
      here.unlock();
    }
  }

  /** Waits for other threads. One of them may wait for another process. */
  private void enter(ReentrantLock here, Path file) throws IOException {
    try {
      if (!here.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AwayException(
            "%s is locked by other requests for %d ms".formatted(file, patience.toMillis()),
            /* cause= */ null);
      }
    } catch (InterruptedException e) {
      throw Interrupted.of(e);
    }
  }

  /** Waits for another process, unless it was stopped in the middle of its write. */
  private FileLock lock(FileChannel channel, Path file) throws IOException {
    long until = System.nanoTime() + patience.toNanos();
    FileLock lock = channel.tryLock();
    while (lock == null) {
      if (System.nanoTime() > until) {
        throw new AwayException(
            "%s is locked by another process for %d ms; it may be stopped. Let it go on, or kill it"
                .formatted(file, patience.toMillis()),
            /* cause= */ null);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      lock = channel.tryLock();
    }
    return lock;
  }

  private static Path file(Path traces, TraceKey key) {
    String name = digest(key.mode() + " " + key.scope() + " " + key.path().compared());
    return traces.resolve(name.substring(0, 2)).resolve(name.substring(2));
  }

  private static String digest(String text) {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The number in a file; null if there is no such file. */
  private static @Nullable Long number(Path file) throws IOException {
    try {
      return Long.valueOf(Files.readString(file));
    } catch (NoSuchFileException e) {
      return null;
    } catch (NumberFormatException e) {
      throw new IOException(
          file
              + " has no token, so nothing may be written. Restore it, or delete it if no late writer can be alive",
          e);
    }
  }

  private static void replace(Path file, String text) throws IOException {
    Path next = file.resolveSibling("." + UUID.randomUUID());
    Files.createDirectories(file.getParent());
    Files.writeString(next, text);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
