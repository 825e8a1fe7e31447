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
  /** The repository's root, relative to the directory in which tests run. */
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

  /** Returns all pages, without those of build results and packages. */
  static List<MarkdownPage> all() {
    return files(".md").map(MarkdownPage::read).toList();
  }

  /** Returns the repository's files with this suffix, relative to its root. */
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

  /** Returns the code blocks of a language; the empty language is that of plain fences. */
  List<String> fenced(String language) {
    return FENCE
        .matcher(text)
        .results()
        .filter(fence -> fence.group(1).equals(language))
        .map(fence -> fence.group(2))
        .toList();
  }

  /** Returns the targets of the page's links, as written. */
  List<String> links() {
    return LINK.matcher(prose()).results().map(link -> link.group(1)).toList();
  }

  /** Returns the links to missing files or headings of the repository, as written. */
  List<String> brokenLinks() {
    return links().stream()
        .filter(link -> !link.matches("[a-z]+:.*") && !leadsSomewhere(link))
        .toList();
  }

  private boolean leadsSomewhere(String link) {
    String[] parts = link.split("#", 2);
    if (parts[0].isEmpty()) {
      return hasAnchor(parts[1]);
    }
    Path target = path.resolveSibling(parts[0]);
    return Files.exists(ROOT.resolve(target))
        && (parts.length == 1 || read(target).hasAnchor(parts[1]));
  }

  Set<String> headings() {
    return HEADING
        .matcher(prose())
        .results()
        .map(heading -> heading.group(1))
        .collect(Collectors.toSet());
  }

  /** Says whether the page has this anchor. */
  boolean hasAnchor(String anchor) {
    return headings().stream().map(MarkdownPage::anchor).anyMatch(anchor::equals);
  }

  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  /** Returns the cells of the table rows below a heading, without code quotes. */
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
