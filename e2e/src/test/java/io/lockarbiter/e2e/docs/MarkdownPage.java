package io.lockarbiter.e2e.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Markdown page of the repository.
 *
 * @param path from the repository's root
 */
record MarkdownPage(Path path, String text) {
  /** The repository's root, seen from where tests run. */
  static final Path ROOT = Path.of("..");

  private static final Pattern FENCE =
      Pattern.compile("(?m)^ *```(\\w*)\\n(.*?)^ *```$", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  static MarkdownPage read(String path) {
    return read(Path.of(path));
  }

  private static MarkdownPage read(Path path) {
    try {
      return new MarkdownPage(path, Files.readString(ROOT.resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All pages but those that a build or a package manager left behind. */
  static List<MarkdownPage> all() {
    return files(".md").map(MarkdownPage::read).toList();
  }

  /** The repository's files whose names end so, from its root. */
  static Stream<Path> files(String suffix) {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .map(ROOT::relativize)
          .filter(file -> file.toString().endsWith(suffix) && isSource(file))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSource(Path file) {
    for (Path name : file) {
      if (name.toString().startsWith(".")
          || name.toString().equals("target")
          || name.toString().equals("node_modules")) {
        return false;
      }
    }
    return true;
  }

  /** What stands between fences of a language; the empty one for plain fences. */
  List<String> fenced(String language) {
    return FENCE
        .matcher(text)
        .results()
        .filter(fence -> fence.group(1).equals(language))
        .map(fence -> fence.group(2))
        .toList();
  }

  /** Where the page links to, as written. */
  List<String> links() {
    return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
  }

  Set<String> headings() {
    return HEADING
        .matcher(prose())
        .results()
        .map(heading -> heading.group(1))
        .collect(Collectors.toSet());
  }

  /** Says whether a link may name this place on the page. */
  boolean hasAnchor(String anchor) {
    return headings().stream().map(MarkdownPage::anchor).anyMatch(anchor::equals);
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  /** The cells of the table rows below a heading, code quotes taken away. */
  List<List<String>> rows(String heading) {
    int start = text.indexOf("# " + heading + "\n");
    if (start < 0) {
      throw new IllegalArgumentException(path + " has no heading " + heading);
    }
    int next = text.indexOf("\n#", start);
    return text.substring(start, next < 0 ? text.length() : next)
        .lines()
        .filter(line -> line.startsWith("|") && !line.startsWith("|---"))
        .map(MarkdownPage::cells)
        .toList();
  }

  private static List<String> cells(String row) {
    return Stream.of(row.substring(1).split("\\|", -1))
        .map(cell -> cell.replace("`", "").strip())
        .toList();
  }

  private String prose() {
    return FENCE.matcher(text).replaceAll("");
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
