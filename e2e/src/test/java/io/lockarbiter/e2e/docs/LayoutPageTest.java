package io.lockarbiter.e2e.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The page about the keys in Redis and its picture agree with the scripts. */
class LayoutPageTest {
  private static final String SCRIPTS = "lua-scripts/src/main/resources/lua/";
  private static final Set<String> TYPES = Set.of("hash", "zset", "list");

  @Test
  void picture_hasEveryKeyWithItsTypeAndNoOther() throws IOException {
    Set<String> declared = new TreeSet<>();
    Matcher key =
        Pattern.compile("(?m)^-- KEYS\\[\\d+] (\\w+) (hash|zset|list): ")
            .matcher(read(SCRIPTS + "decide.lua"));
    while (key.find()) {
      declared.add(key.group(1) + " " + key.group(2));
    }
    List<String> texts =
        Pattern.compile("<text [^>]*>([^<]*)</text>")
            .matcher(read("docs/layout.svg"))
            .results()
            .map(found -> found.group(1))
            .toList();
    Set<String> drawn = new TreeSet<>();
    IntStream.range(1, texts.size())
        .filter(n -> TYPES.contains(texts.get(n)))
        .forEach(n -> drawn.add(texts.get(n - 1) + " " + texts.get(n)));

    assertThat(declared).isNotEmpty();
    assertThat(drawn).isEqualTo(declared);
  }

  @Test
  void page_hasEveryFieldOfMeta() throws IOException {
    Matcher fields =
        Pattern.compile("'HMGET', KEY.META, (.*)\\)")
            .matcher(read(SCRIPTS + "includes/read_header.lua"));
    assertThat(fields.find()).isTrue();
    List<String> declared = List.of(fields.group(1).replace("'", "").split(", ", -1));

    assertThat(
            MarkdownPage.read("docs/LAYOUT.md")
                .rows("How a partition is laid out in Redis")
                .stream()
                .skip(1)
                .map(row -> row.get(0)))
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  private static String read(String file) throws IOException {
    return Files.readString(MarkdownPage.ROOT.resolve(file));
  }
}
