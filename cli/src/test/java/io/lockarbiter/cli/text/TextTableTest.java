package io.lockarbiter.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void texts_standLeftAndNumbersRight() {
    TextTable table = new TextTable("name", "count");
    table.add("a", 1_234L);
    table.add("long name", 5L);
    assertThat(table.lines())
        .containsExactly("name       count", "a          1,234", "long name      5");
  }

  @Test
  void wideCharacters_takeTwoColumns() {
    TextTable table = new TextTable("who", "n");
    table.add("ひろみ", 1L);
    table.add("o'hara", 2L);
    assertThat(table.lines()).containsExactly("who     n", "ひろみ  1", "o'hara  2");
  }

  @Test
  void longText_isCutInTheMiddleWhereNarrow() {
    String path = "/marketing/" + "x".repeat(60) + "/ひろみ.pdf";
    TextTable narrow = TextTable.narrow("path");
    narrow.add(path);
    assertThat(narrow.lines().get(1))
        .startsWith("/marketing/xxx")
        .contains("…")
        .endsWith("/ひろみ.pdf");
    assertThat(narrow.lines().get(1)).hasSize(45);
    TextTable whole = new TextTable("path");
    whole.add(path);
    assertThat(whole.lines().get(1)).isEqualTo(path);
  }

  @Test
  void charactersThatTurnTheLineRound_areWrittenOut() {
    TextTable table = new TextTable("path");
    table.add("/invoice\u202efdp.exe\u001b[2J");
    assertThat(table.lines().get(1)).isEqualTo("/invoice<U+202E>fdp.exe<U+001B>[2J");
  }

  @Test
  void cutText_keepsWhatIsOneCharacterWhole() {
    String flags = "\ud83c\udde9\ud83c\uddea".repeat(20);
    TextTable narrow = TextTable.narrow("path");
    narrow.add("/" + flags + "e\u0301" + flags);
    assertThat(narrow.lines().get(1))
        .matches("/(\ud83c\udde9\ud83c\uddea){9}…(\ud83c\udde9\ud83c\uddea){14}");
  }

  @Test
  void joinedEmoji_areWrittenOutAsTheJoinerIsNotSeen() {
    TextTable table = new TextTable("who", "n");
    table.add("\ud83d\udc69\u200d\ud83d\udcbb", 1L);
    table.add("❤\ufe0f", 2L);
    assertThat(table.lines())
        .containsExactly(
            "who           n", "\ud83d\udc69<U+200D>\ud83d\udcbb  1", "❤\ufe0f            2");
  }

  @Test
  void fittedTable_cutsOnlyWhatItMay_asMuchAsItMust() {
    TextTable table = TextTable.fitted(40, Set.of("path", "note"), "path", "since", "note");
    table.add("/a/very/long/path/to/a/plan.docx", "2026-11-14 21:00", "back");
    table.add("/b", "2026-11-14 21:00", "on leave until Monday");
    assertThat(table.lines())
        .containsExactly(
            "path                   since  note",
            "/a/v….docx  2026-11-14 21:00  back",
            "/b          2026-11-14 21:00  on l…onday");
  }

  @Test
  void fittedTableThatFits_isNotCut() {
    TextTable table = TextTable.fitted(22, Set.of("path"), "path", "lockId");
    table.add("/docs/plan.pdf", "b1");
    assertThat(table.lines().get(1)).isEqualTo("/docs/plan.pdf  b1");
  }

  /** The line is wider than the terminal then, but something of each cell stays. */
  @Test
  void columnsThatLeaveNoRoom_areNotFittedFurther() {
    TextTable table = TextTable.fitted(20, Set.of("path"), "path", "lockId");
    table.add("/docs/plan.pdf", "x".repeat(36));
    assertThat(table.lines().get(1)).isEqualTo("/do….pdf  " + "x".repeat(36));
  }
}
