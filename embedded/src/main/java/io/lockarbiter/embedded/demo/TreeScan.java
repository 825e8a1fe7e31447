package io.lockarbiter.embedded.demo;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists a directory as it is now; files that vanish meanwhile are left out. */
final class TreeScan extends SimpleFileVisitor<Path> {
  private final List<Path> files = new ArrayList<>();
  private final List<Path> deepestFirst = new ArrayList<>();

  private TreeScan() {}

  /** Returns the files below a directory, at any depth. */
  static List<Path> filesBelow(Path directory) {
    return of(directory).files;
  }

  /** Returns a directory with everything below it, each entry before its directory. */
  static List<Path> deepestFirst(Path directory) {
    return of(directory).deepestFirst;
  }

  private static TreeScan of(Path directory) {
    TreeScan scan = new TreeScan();
    try {
      Files.walkFileTree(directory, scan);
    } catch (IOException e) {
      throw new IllegalStateException("cannot look into directory=" + directory, e);
    }
    return scan;
  }

  @Override
  public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
    files.add(file);
    deepestFirst.add(file);
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult visitFileFailed(Path file, IOException e) {
    return FileVisitResult.CONTINUE;
  }

  @Override
  public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
    deepestFirst.add(directory);
    return FileVisitResult.CONTINUE;
  }
}
