package io.lockarbiter.e2e.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The source tree without build results, for tests that change or build a copy of it. */
public final class SourceTree {
  private SourceTree() {}

  /** Copies it, with the rights of its files. */
  public static void copyTo(Path copy) throws IOException {
    for (Path file : files()) {
      Path target = copy.resolve(file);
      Files.createDirectories(target.getParent());
      Files.copy(MarkdownPage.ROOT.resolve(file), target);
    }
  }

  /** Returns its files, relative to its root. */
  static List<Path> files() {
    List<Path> files =
        new ArrayList<>(
            List.of(
                Path.of(".ci", "run"),
                Path.of(".ci", "share"),
                Path.of(".ci", "times"),
                Path.of(".mvn", "jvm.config"),
                Path.of(".mvn", "wrapper", "maven-wrapper.properties")));
    MarkdownPage.files("")
        .filter(file -> Files.isRegularFile(MarkdownPage.ROOT.resolve(file)))
        .forEach(files::add);
    return files;
  }
}
