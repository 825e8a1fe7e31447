package io.lockarbiter.webdav;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.lockarbiter.client.Lease;
import io.lockarbiter.client.fence.FencedException;
import io.lockarbiter.client.fence.FencingMemory;
import io.lockarbiter.contracts.lock.LockPath;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder of files that several servers serve. A file appears at once and as a whole. All that the
 * servers need beside the files lies in its folder {@code .lockarbiter}, which nobody can ask for.
 */
public final class SharedFolder {
  /** The name of the folder with what the servers need. */
  static final String OWN = ".lockarbiter";

  /** A name of the usual file systems has no more. */
  private static final int MOST_NAME_BYTES = 255;

  private static final Duration LONGEST_UPLOAD = Duration.ofDays(1);

  private final Path root;
  private final Path incoming;
  private final StorageFence fence;

  private SharedFolder(Path root, StorageFence fence) {
    this.root = root;
    this.incoming = root.resolve(OWN).resolve("incoming");
    this.fence = fence;
  }

  /**
   * A folder with a fence of files, for servers that share no database.
   *
   * @param root exists; must move and lock files between the servers (a local disk, NFS 4)
   */
  public static SharedFolder at(Path root) throws IOException {
    Path real = root.toRealPath();
    return at(real, new FolderFence(real.resolve(OWN).resolve("fence")));
  }

  /** A folder with a fence of your own, such as one in a database. */
  public static SharedFolder at(Path root, StorageFence fence) throws IOException {
    SharedFolder folder = new SharedFolder(root.toRealPath(), fence);
    folder.cleanUp(Instant.now());
    return folder;
  }

  /** The folder itself. */
  public Path root() {
    return root;
  }

  /** Checks and remembers tokens. */
  StorageFence fence() {
    return fence;
  }

  /**
   * The memory of its fence. Without a {@link io.lockarbiter.client.fence.GuardCleaner} of one
   * process it keeps a small file for each path that was ever written.
   *
   * @return null if the fence is one of your own
   */
  public @Nullable FencingMemory memory() {
    return fence instanceof FencingMemory memory ? memory : null;
  }

  /** The folder of dead properties. */
  Path properties() {
    return root.resolve(OWN).resolve("properties");
  }

  /** Says whether a path is the servers' own. */
  static boolean isOwn(String path) {
    return path.equals("/" + OWN) || path.startsWith("/" + OWN + "/");
  }

  /**
   * The file of a path.
   *
   * @throws NoSuchFileException if it would lie elsewhere, such as behind a link
   */
  Path file(String path) throws IOException {
    Path file = root.resolve(path.substring(1)).normalize();
    Path parent = file.equals(root) ? root : file.getParent();
    if (!file.startsWith(root)
        || isOwn(path)
        || parent != null && Files.exists(parent) && !parent.toRealPath().equals(parent)) {
      throw new NoSuchFileException(path, null, "lies outside of the folder, or behind a link");
    }
    return file;
  }

  /** Says whether a file, which need not exist, has a folder to lie in and a name that can be. */
  static boolean isInFolder(Path file) {
    Path parent = file.getParent();
    return parent != null
        && Files.isDirectory(parent)
        && file.getFileName().toString().getBytes(UTF_8).length <= MOST_NAME_BYTES;
  }

  /** Stores bytes where nobody sees them; {@link #place} makes a file of them. */
  Path store(InputStream bytes) throws IOException {
    Files.createDirectories(incoming);
    Path stored = incoming.resolve(UUID.randomUUID().toString());
    boolean isWhole = false;
    try {
      Files.copy(bytes, stored);
      isWhole = true;
      return stored;
    } finally {
      if (!isWhole) {
        Files.deleteIfExists(stored);
      }
    }
  }

  /**
   * Puts a file that another program has stored, such as a finished upload, in its place: in one
   * step, and through the fence.
   *
   * @param lease a lock for a write at this path
   * @param stored moved there, so it must lie on the same file system
   * @param path that of the lock too
   * @return false if there is no folder for it, or a folder is in its place; nothing is changed
   *     then
   * @throws IOException if it cannot be moved
   * @throws FencedException if a later lock has written there
   * @throws IllegalStateException if the lock is no longer held, or is for another path
   */
  @SuppressWarnings("try")
  public boolean place(Lease lease, Path stored, String path) throws IOException {
    Path file = file(path);
    try (WriteScope scope = new WriteScope(lease, fence, LockPath::of)) {
      return scope.write(path, () -> place(stored, file, /* overwrite= */ true));
    } catch (LateWriteException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * Puts stored bytes in the place of a file, in one step. Their time is later than that of the
   * bytes before by a millisecond at least, so that size and time tell all contents apart.
   */
  boolean place(Path stored, Path file, boolean overwrite) throws IOException {
    boolean canBe =
        isInFolder(file) && !Files.isDirectory(file) && (overwrite || !Files.exists(file));
    if (canBe) {
      if (Files.exists(file)) {
        long before = Files.getLastModifiedTime(file).toMillis();
        if (Files.getLastModifiedTime(stored).toMillis() <= before) {
          Files.setLastModifiedTime(stored, FileTime.fromMillis(before + 1));
        }
      }
      Files.move(stored, file, StandardCopyOption.ATOMIC_MOVE);
    }
    return canBe;
  }

  /** Moves a file or a folder in one step; what was at its destination is removed. */
  void move(Path from, Path to) throws IOException {
    Path aside = null;
    if (Files.isDirectory(to) || Files.isDirectory(from) && Files.exists(to)) {
      aside = takeAway(to);
    }
    makeLater(from, to);
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (aside != null) {
        Files.move(aside, to, StandardCopyOption.ATOMIC_MOVE);
      }
      throw e;
    }
    if (aside != null) {
      remove(aside);
    }
  }

  /** Tells the contents of two files apart that have one size and one time. */
  private static void makeLater(Path from, Path to) throws IOException {
    if (Files.isRegularFile(from) && Files.isRegularFile(to)) {
      long at = Files.getLastModifiedTime(to).toMillis();
      if (Files.size(from) == Files.size(to) && Files.getLastModifiedTime(from).toMillis() == at) {
        Files.setLastModifiedTime(from, FileTime.fromMillis(at + 1));
      }
    }
  }

  /** Moves a tree to where nobody sees it, in one step; {@link #remove} removes it there. */
  Path takeAway(Path file) throws IOException {
    Files.createDirectories(incoming);
    Path aside = incoming.resolve(UUID.randomUUID().toString());
    Files.move(file, aside, StandardCopyOption.ATOMIC_MOVE);
    return aside;
  }

  /**
   * Copies a tree to where nobody sees it, without the links in it.
   *
   * @param isDeep false = a folder without what is in it
   */
  Path copy(Path from, boolean isDeep) throws IOException {
    Files.createDirectories(incoming);
    Path aside = incoming.resolve(UUID.randomUUID().toString());
    boolean isWhole = false;
    try (Stream<Path> all = Files.walk(from, isDeep ? Integer.MAX_VALUE : 0)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        if (Files.isRegularFile(each, NOFOLLOW_LINKS) || Files.isDirectory(each, NOFOLLOW_LINKS)) {
          Files.copy(each, aside.resolve(from.relativize(each).toString()));
        }
      }
      isWhole = true;
      return aside;
    } finally {
      if (!isWhole && Files.exists(aside)) {
        remove(aside);
      }
    }
  }

  /** The paths of a tree, its own first. */
  static List<String> tree(Path file, String path) throws IOException {
    try (Stream<Path> all = Files.walk(file)) {
      return all.map(each -> each.equals(file) ? path : path + "/" + slashes(file, each)).toList();
    }
  }

  private static String slashes(Path root, Path below) {
    return root.relativize(below).toString().replace('\\', '/');
  }

  /** Removes a tree. */
  static void remove(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          /** Another server may remove it too, as one that is left. */
          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /** Removes what servers left that died in the middle of an upload. */
  private void cleanUp(Instant now) throws IOException {
    Files.createDirectories(incoming);
    List<Path> all;
    try (Stream<Path> left = Files.list(incoming)) {
      all = left.toList();
    }
    for (Path each : all) {
      if (Files.getLastModifiedTime(each).toInstant().isBefore(now.minus(LONGEST_UPLOAD))) {
        remove(each);
      }
    }
  }
}
