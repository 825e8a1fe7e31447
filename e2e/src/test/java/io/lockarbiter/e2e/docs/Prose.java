package io.lockarbiter.e2e.docs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds faults in the prose of a Markdown page: lines and sentences that are too long, and repeated
 * text.
 *
 * <p>Code counts as lines only; inline code is one word. A sentence ends with its punctuation, its
 * paragraph, its list item or its table cell.
 */
final class Prose {
  static final int LINE = 160;
  static final int LONGEST_SENTENCE = 40;
  static final int LONG_SENTENCE = 30;
  static final int LONG_SENTENCES_IN_A_HUNDRED = 5;
  static final int TOLD_TWICE = 20;

  private static final char NO_BREAK = '\u00a0';
  private static final char BROKEN_BAR = '\u00a6';

  private static final Pattern FENCE = Pattern.compile("^ *```.*");
  private static final Pattern BEGINS_A_BLOCK =
      Pattern.compile("^ *(#+ |[-*] |\\d+\\. |> ?|!\\[).*");
  private static final Pattern MARKER = Pattern.compile("^ *(#+|[-*]|\\d+\\.|>) +");
  private static final Pattern SENTENCE_END =
      Pattern.compile("(?<=[.!?…])[)\"”*_]* +(?=[\\p{Lu}\\p{N}`\"“(*_\\[])");
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)\\]\\([^)]*\\)");
  private static final Pattern CODE = Pattern.compile("`[^`]+`");

  private Prose() {}

  /** Returns the lines of more than {@value #LINE} characters, code and tables included. */
  static List<String> longLines(String text) {
    List<String> found = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      int length = lines.get(i).codePointCount(0, lines.get(i).length());
      if (length > LINE) {
        found.add("line " + (i + 1) + " has " + length + " characters: " + start(lines.get(i)));
      }
    }
    return found;
  }

  /**
   * Returns the sentences of more than {@value #LONGEST_SENTENCE} words. If more than {@value
   * #LONG_SENTENCES_IN_A_HUNDRED} in a hundred have more than {@value #LONG_SENTENCE} words, it
   * returns all of these.
   */
  static List<String> longSentences(String text) {
    List<String> sentences = sentences(text);
    List<String> longest = longerThan(LONGEST_SENTENCE, sentences);
    List<String> many = longerThan(LONG_SENTENCE, sentences);
    return many.size() * 100 > LONG_SENTENCES_IN_A_HUNDRED * sentences.size() ? many : longest;
  }

  private static List<String> longerThan(int words, List<String> sentences) {
    return sentences.stream()
        .filter(sentence -> words(sentence) > words)
        .map(sentence -> words(sentence) + " words: " + sentence)
        .toList();
  }

  /**
   * Returns paragraphs and sentences of {@value #TOLD_TWICE} words or more that occur in two
   * places.
   *
   * @param pages texts by name
   */
  static List<String> toldTwice(Map<String, String> pages) {
    Map<String, String> seen = new HashMap<>();
    List<String> found = new ArrayList<>();
    pages.forEach(
        (name, text) -> {
          for (String told : paragraphsAndSentences(text)) {
            String first = words(told) < TOLD_TWICE ? null : seen.putIfAbsent(told, name);
            if (first != null) {
              found.add(first + " and " + name + ": " + start(told));
            }
          }
        });
    return found;
  }

  private static List<String> paragraphsAndSentences(String text) {
    List<String> all = new ArrayList<>(sentences(text));
    blocks(text).stream()
        .filter(block -> SENTENCE_END.splitAsStream(block).count() > 1)
        .forEach(all::add);
    return all;
  }

  static List<String> sentences(String text) {
    return blocks(text).stream()
        .flatMap(SENTENCE_END::splitAsStream)
        .map(String::strip)
        .filter(sentence -> words(sentence) > 0)
        .toList();
  }

  /**
   * Returns paragraphs, headings, list items and table cells, without code and the targets of
   * links.
   */
  static List<String> blocks(String text) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    boolean code = false;
    for (String line : text.lines().toList()) {
      if (FENCE.matcher(line).matches()) {
        end(block, blocks);
        code = !code;
      } else if (!code && line.startsWith("|")) {
        end(block, blocks);
        cells(line, blocks);
      } else if (!code) {
        if (line.isBlank() || BEGINS_A_BLOCK.matcher(line).matches()) {
          end(block, blocks);
        }
        block.append(' ').append(MARKER.matcher(line).replaceFirst(""));
        if (line.startsWith("#")) {
          end(block, blocks);
        }
      }
    }
    end(block, blocks);
    return blocks;
  }

  private static void cells(String row, List<String> blocks) {
    if (!row.matches("[|: -]+")) {
      Stream.of(joined(row).split("\\|")).forEach(cell -> end(new StringBuilder(cell), blocks));
    }
  }

  private static void end(StringBuilder block, List<String> blocks) {
    String plain = LINK.matcher(joined(block.toString())).replaceAll("$1").strip();
    if (!plain.isEmpty()) {
      blocks.add(plain.replaceAll(" +", " "));
    }
    block.setLength(0);
  }

  /** Turns each piece of inline code into one word, within one cell. */
  private static String joined(String text) {
    return CODE.matcher(text)
        .replaceAll(
            code ->
                Matcher.quoteReplacement(
                    code.group().replace(' ', NO_BREAK).replace('|', BROKEN_BAR)));
  }

  static int words(String sentence) {
    return (int)
        Stream.of(sentence.split("\\s+"))
            .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
            .count();
  }

  private static String start(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }
}
