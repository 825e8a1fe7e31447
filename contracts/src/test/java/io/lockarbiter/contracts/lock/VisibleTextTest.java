package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class VisibleTextTest {
  @Test
  void controlsFormatsAndHalves_areWrittenOut() {
    assertThat(VisibleText.line("a\u001b[2J\u009b2J\u007f\u202eb\u200b\u061c\u2028\ud800"))
        .isEqualTo("a<U+001B>[2J<U+009B>2J<U+007F><U+202E>b<U+200B><U+061C><U+2028><U+D800>");
    assertThat(VisibleText.line("tag" + Character.toString(0xE0041))).isEqualTo("tag<U+E0041>");
  }

  @Test
  void otherText_staysAsItIs() {
    String text = "/Ablage/ä ö/日本/عقود/\ud83c\udfd6\ufe0f <b> $1 \\1 =1+1";
    assertThat(VisibleText.line(text)).isEqualTo(text);
    assertThat(VisibleText.json(text)).isEqualTo(text);
  }

  @Test
  void endsOfLines_stayWhereLinesAreMeant() {
    assertThat(VisibleText.line("a\nb")).isEqualTo("a<U+000A>b");
    assertThat(VisibleText.lines("a\u001b\nb")).isEqualTo("a<U+001B>%nb".formatted());
  }

  @Test
  void json_meansTheSame() {
    String hidden =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(VisibleTextTest::isHidden)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    JsonMapper json = JsonMapper.shared();
    String shown =
        VisibleText.json(
            json.writerWithDefaultPrettyPrinter().writeValueAsString(new String[] {hidden}));
    assertThat(shown.codePoints().filter(c -> c != '\n').filter(VisibleTextTest::isHidden))
        .isEmpty();
    assertThat(json.readTree(shown).get(0).asString()).isEqualTo(hidden);
  }

  private static boolean isHidden(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
