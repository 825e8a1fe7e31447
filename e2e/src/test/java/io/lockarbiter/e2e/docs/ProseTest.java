package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every page is readable: short lines and sentences, and no text that is repeated word for word. No
 * comment in a source begins like a riddle.
 */
class ProseTest {
  private static final String TWENTY_WORDS =
      "An upload and the deletion of a folder above it exclude each other, and nobody who need not wait has to wait.";

  @Test
  void pages_haveNoLongLine() {
    List<String> found = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      Prose.longLines(page.text()).forEach(line -> found.add(page + ", " + line));
    }

    assertThat(found).isEmpty();
  }

  @Test
  void pages_haveFewLongSentences() {
    List<String> found = new ArrayList<>();
    for (MarkdownPage page : MarkdownPage.all()) {
      Prose.longSentences(page.text()).forEach(sentence -> found.add(page + ", " + sentence));
    }

    assertThat(found).isEmpty();
  }

  @Test
  void pages_tellNothingTwice() {
    Map<String, String> pages = new LinkedHashMap<>();
    MarkdownPage.all().forEach(page -> pages.put(page.toString(), page.text()));

    assertThat(Prose.toldTwice(pages)).isEmpty();
  }

  @Test
  void comments_doNotBeginWithARiddle() throws IOException {
    List<String> found = new ArrayList<>();
    for (String suffix : List.of(".java", ".lua")) {
      for (Path file : MarkdownPage.files(suffix).toList()) {
        String source = Files.readString(MarkdownPage.ROOT.resolve(file));
        Comments.riddles(source, suffix.equals(".lua") ? "--" : "//")
            .forEach(riddle -> found.add(file + ", " + riddle));
      }
    }

    assertThat(found).isEmpty();
  }

  @Test
  void riddle_isFoundAtTheBeginningOfACommentOnly() {
    assertThat(Comments.riddles("/** What it is. */", "//")).hasSize(1);
    assertThat(Comments.riddles("class A {\n  /**\n   * Who asks.\n   */\n", "//"))
        .containsExactly("line 3 begins a comment with: Who asks.");
    assertThat(Comments.riddles("/* Of a lock. */", "//")).hasSize(1);
    assertThat(Comments.riddles("  // Of a lock, and\n  // Who asks.\n", "//")).hasSize(1);
    assertThat(Comments.riddles("int a; // What it is.", "//")).hasSize(1);
    assertThat(Comments.riddles("-- @include a\n-- What it is.\n", "--")).hasSize(1);
    assertThat(Comments.riddles("-- Reads it.\n-- What it is.\n", "--")).isEmpty();
    assertThat(Comments.riddles("/** Often a lock. */ // Whose", "//")).isEmpty();
    assertThat(Comments.riddles("/**\n * A lock.\n *\n * What it is.\n */", "//")).isEmpty();
    assertThat(Comments.riddles("text(\"// What it is.\");", "//")).isEmpty();
  }

  @Test
  void longLine_isFoundInTextTableAndCode() {
    String line = "x".repeat(161);

    assertThat(Prose.longLines("short\n" + "x".repeat(160) + "\n")).isEmpty();
    assertThat(Prose.longLines("short\n" + line)).hasSize(1).first().asString().contains("line 2");
    assertThat(Prose.longLines("| " + line + " |")).hasSize(1);
    assertThat(Prose.longLines("```\n" + line + "\n```\n")).hasSize(1);
  }

  @Test
  void sentenceOverFortyWords_isFound() {
    String others = "A short one. ".repeat(40);

    assertThat(Prose.longSentences(others + words(40) + ".")).isEmpty();
    assertThat(Prose.longSentences(others + words(41) + ".")).hasSize(1);
    assertThat(Prose.longSentences(others + "\n\n| a | " + words(41) + " |")).hasSize(1);
    assertThat(Prose.longSentences(others + "\n\n- " + words(20) + "\n- " + words(21))).isEmpty();
  }

  @Test
  void moreThanFiveInAHundredOverThirtyWords_areFound() {
    String longer = words(31) + ". ";

    assertThat(Prose.longSentences("A short one. ".repeat(95) + longer.repeat(5))).isEmpty();
    assertThat(Prose.longSentences("A short one. ".repeat(94) + longer.repeat(5))).hasSize(5);
  }

  @Test
  void sentences_endWithPunctuationAndBlock() {
    assertThat(
            Prose.sentences(
                "# Title\nOne is `a. B c` here. Two\ngoes on, e.g. here: 1.5 of [it](x.md).\n- three\n```\ncode\n```\n"))
        .containsExactly(
            "Title",
            "One is `a.\u00a0B\u00a0c` here.",
            "Two goes on, e.g. here: 1.5 of it.",
            "three");
    assertThat(Prose.words("one `is code` – and two")).isEqualTo(5);
  }

  @Test
  void paragraphOfTwentyWords_isFoundOnTwoPagesAndOnOne() {
    String wrapped = TWENTY_WORDS.replace(" above", "\nabove");

    assertThat(Prose.toldTwice(Map.of("a", TWENTY_WORDS, "b", "Another. " + wrapped))).hasSize(1);
    assertThat(Prose.toldTwice(Map.of("a", TWENTY_WORDS + "\n\n- " + wrapped))).hasSize(1);
    assertThat(Prose.toldTwice(Map.of("a", "One short. Two short.", "b", "One short."))).isEmpty();
  }

  @Test
  void paragraphOfShortSentences_isFoundOnTwoPages() {
    String paragraph = "One sentence has five words. ".repeat(4);

    assertThat(Prose.toldTwice(Map.of("a", paragraph, "b", paragraph))).hasSize(1);
  }

  private static String words(int count) {
    return "Word " + "and ".repeat(count - 2) + "end";
  }
}
