package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules for every page: links lead somewhere, cited sections exist, the front page is short. */
class PagesTest {
  private static final int FRONT_PAGE_BYTES = 9_000;

  /** A page's name and, after a comma, a section: {@code RULES.md, Waiting}. */
  private static final Pattern CITATION =
      Pattern.compile(
          "\\b((?:[a-z-]+/)*(?:RULES|WIRE|ARCHITECTURE|CONTRIBUTING|(?<=/)README)\\.md)[^,\\s]{0,40}, (?=[A-Z])(?![A-Z]+\\.md)");

  @Test
  void everyLink_leadsSomewhere() {
    List<String> broken = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      page.brokenLinks().forEach(link -> broken.add(page + " -> " + link));
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void linkThatLeadsNowhere_isFound() {
    String text =
        """
        # A heading, and more
        [page](../README.md), [part](../README.md#two-commands), [here](#a-heading-and-more), [site](https://example.com)
        [no page](NONE.md), [no part](../README.md#none), [not here](#none)
        ```
        [code](NONE.md)
        ```
        """;

    assertThat(new MarkdownPage(Path.of("docs/A.md"), text).brokenLinks())
        .containsExactly("NONE.md", "../README.md#none", "#none");
  }

  @Test
  void everyCitedSection_exists() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path file : sources()) {
      String text =
          Files.readString(MarkdownPage.ROOT.resolve(file))
              .replaceAll("\\s*\\n\\s*(\\*|//|--|#)?\\s*", " ");
      Matcher citation = CITATION.matcher(text);
      while (citation.find()) {
        String section = text.substring(citation.end());
        if (MarkdownPage.read(citation.group(1)).headings().stream()
            .noneMatch(section::startsWith)) {
          missing.add(file + ": " + citation.group(1) + ", " + start(section));
        }
      }
    }

    assertThat(missing).isEmpty();
  }

  private static List<Path> sources() {
    return Stream.of(".md", ".java", ".lua", ".yaml", ".yml", ".xml", ".mjs")
        .flatMap(MarkdownPage::files)
        .toList();
  }

  private static String start(String section) {
    return section.substring(0, Math.min(40, section.length()));
  }

  @Test
  void frontPage_isShort() {
    byte[] bytes = MarkdownPage.read("README.md").text().getBytes(StandardCharsets.UTF_8);

    assertThat(bytes.length).isLessThanOrEqualTo(FRONT_PAGE_BYTES);
  }
}
