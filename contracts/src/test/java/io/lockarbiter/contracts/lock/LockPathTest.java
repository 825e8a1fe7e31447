package io.lockarbiter.contracts.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LockPathTest {
  private static void assertRefused(String raw, String problem) {
    assertThatThrownBy(() -> LockPath.of(raw))
        .isInstanceOfSatisfying(
            BadPathException.class, e -> assertThat(e.problem()).isEqualTo(problem))
        .hasMessageStartingWith("path=")
        .hasMessageEndingWith(" " + problem);
  }

  /** It goes into logs and terminals. */
  @Test
  void refusal_namesThePathInVisibleCharactersAndWithoutItsMiddle() {
    assertThatThrownBy(() -> LockPath.of("docs/é/文档"))
        .hasMessage("path=docs/é/文档 does not start with /");
    assertThatThrownBy(() -> LockPath.of("/a\u001b[2J\n\u202e\ud800"))
        .hasMessage("path=/a<U+001B>[2J<U+000A><U+202E><U+D800> has the control character U+001B");
    assertThatThrownBy(() -> LockPath.of("/" + "a".repeat(47) + "/".repeat(9_000) + "b".repeat(48)))
        .hasMessage("path=/%s…%s has an empty segment".formatted("a".repeat(47), "b".repeat(48)));
    assertThatThrownBy(() -> LockPath.of("a".repeat(96)))
        .hasMessage("path=%s does not start with /".formatted("a".repeat(96)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/a",
        "/a/b/c",
        "/ ",
        "/...",
        "/.a/a.",
        "/~",
        "/文档/报告.pdf",
        "/a\\b",
        "/\u2028",
        "/\u200e",
        "/\ue000",
        "/😀"
      })
  void validPath_staysAsItIs(String text) {
    assertThat(LockPath.of(text)).hasToString(text);
  }

  @Test
  void shape_isChecked() {
    assertRefused("", "does not start with /");
    assertRefused("docs/x", "does not start with /");
    assertRefused("/docs/", "ends with /");
    assertRefused("//", "has an empty segment");
    assertRefused("/docs//x", "has an empty segment");
    assertRefused("//x", "has an empty segment");
    assertRefused("/.", "has the segment .");
    assertRefused("/docs/../x", "has the segment ..");
    assertRefused("/docs/..", "has the segment ..");
  }

  @Test
  void controlCharacters_areExactlyThoseOfUnicode() {
    for (char c = 0; c < 0x300; c++) {
      boolean control = c < 0x20 || (c >= 0x7f && c <= 0x9f);
      if (control) {
        assertRefused("/a" + c, "has the control character U+%04X".formatted((int) c));
      } else if (c != '/') {
        assertThat(LockPath.of("/a" + c).depth()).isEqualTo(1);
      }
    }
  }

  @Test
  void loneSurrogates_areRefused() {
    assertRefused("/\ud83d", "has the lone surrogate U+D83D");
    assertRefused("/a\ude00b", "has the lone surrogate U+DE00");
  }

  @Test
  void unassignedCodePoints_areRefused() {
    assertRefused("/\u0378", "has the unassigned code point U+0378");
    assertRefused("/a\uffff", "has the unassigned code point U+FFFF");
    assertRefused("/\ufdd0", "has the unassigned code point U+FDD0");
    assertRefused("/\udb40\udc00", "has the unassigned code point U+E0000");
  }

  @Test
  void decomposedText_isComposed() {
    assertThat(LockPath.of("/re\u0301sume\u0301")).isEqualTo(LockPath.of("/r\u00e9sum\u00e9"));
    assertThat(LockPath.of("/\u1112\u1161\u11ab")).hasToString("/\ud55c");
    assertThat(LockPath.of("/A\u030a/\u212b")).hasToString("/\u00c5/\u00c5");
    assertThat(LockPath.of("/\u212b").hashCode()).isEqualTo(LockPath.of("/\u00c5").hashCode());
  }

  @Test
  void composing_makesNoSeparators() {
    assertThat(LockPath.of("/a\u0338").depth()).isEqualTo(1);
    assertThat(LockPath.of("/\uff0f\u2044\u2215").depth()).isEqualTo(1);
    assertThat(LockPath.of("/\u2024\uff0e").depth()).isEqualTo(1);
  }

  @Test
  void letterCase_matters() {
    assertThat(LockPath.of("/A")).isNotEqualTo(LockPath.of("/a"));
  }

  @Test
  void segments_areAtMost64() {
    assertThat(LockPath.of("/s".repeat(64)).depth()).isEqualTo(64);
    assertRefused("/s".repeat(65), "has 65 segments, at most 64 are allowed");
  }

  @Test
  void length_isCountedInUtf8BytesAfterNormalising() {
    assertThat(LockPath.of("/" + "x".repeat(4095)).toString()).hasSize(4096);
    assertRefused("/" + "x".repeat(4096), "has 4097 UTF-8 bytes, at most 4096 are allowed");
    assertThat(LockPath.of("/" + "文".repeat(1365)).toString()).hasSize(1366);
    assertRefused("/" + "文".repeat(1366), "has 4099 UTF-8 bytes, at most 4096 are allowed");
    // Each pair takes three bytes as written, two after composition.
    assertThat(LockPath.of("/" + "e\u0301".repeat(2047)).toString()).hasSize(2048);
    // Each character takes three bytes as written, six after normalisation: U+0958 is never
    // composed.
    assertThat(LockPath.of("/" + "\u0958".repeat(682)).toString()).hasSize(1365);
    assertRefused("/" + "\u0958".repeat(683), "has 4099 UTF-8 bytes, at most 4096 are allowed");
  }

  @Test
  void relation_isThatOfSegmentsNotOfPrefixes() {
    LockPath root = LockPath.ROOT;
    LockPath a = LockPath.of("/a");
    LockPath ab = LockPath.of("/ab");
    LockPath aSlashB = LockPath.of("/a/b");
    assertThat(a.isAbove(ab)).isFalse();
    assertThat(a.isAbove(aSlashB)).isTrue();
    assertThat(a.isAbove(a)).isFalse();
    assertThat(aSlashB.isAbove(a)).isFalse();
    assertThat(root.isAbove(a)).isTrue();
    assertThat(root.isAbove(root)).isFalse();
    assertThat(a.isAbove(root)).isFalse();

    assertThat(a.relationOf(a)).isEqualTo(Relation.SAME);
    assertThat(aSlashB.relationOf(a)).isEqualTo(Relation.ANCESTOR);
    assertThat(aSlashB.relationOf(root)).isEqualTo(Relation.ANCESTOR);
    assertThat(a.relationOf(aSlashB)).isEqualTo(Relation.DESCENDANT);
    assertThat(root.relationOf(aSlashB)).isEqualTo(Relation.DESCENDANT);
    assertThat(a.relationOf(ab)).isNull();
    assertThat(ab.relationOf(a)).isNull();
  }

  @Test
  void ancestors_areThePathsAboveFromTheRootDown() {
    assertThat(LockPath.ROOT.ancestors()).isEmpty();
    assertThat(LockPath.of("/a").ancestors()).containsExactly(LockPath.ROOT);
    assertThat(LockPath.of("/文档/b/c").ancestors())
        .containsExactly(LockPath.ROOT, LockPath.of("/文档"), LockPath.of("/文档/b"));
  }

  @Test
  void depth_isTheNumberOfSegments() {
    assertThat(LockPath.ROOT.depth()).isZero();
    assertThat(LockPath.of("/a").depth()).isEqualTo(1);
    assertThat(LockPath.of("/a/b/c").depth()).isEqualTo(3);
  }

  @Test
  void order_isSegmentBySegmentInUtf8Bytes() {
    List<LockPath> ordered =
        List.of(
                "/",
                "/ ",
                "/a",
                "/a/b",
                "/a/b/c",
                "/a/c",
                "/a b",
                "/a-b",
                "/a.b",
                "/ab",
                "/b",
                "/\u00e9",
                "/\ud7fb",
                "/\ue000",
                "/\uff5e",
                "/\ud83d\ude00",
                "/\ud83d\ude00/a")
            .stream()
            .map(LockPath::of)
            .toList();
    List<LockPath> shuffled = new ArrayList<>(ordered);
    Collections.shuffle(shuffled, new Random(7));
    Collections.sort(shuffled);
    assertThat(shuffled).isEqualTo(ordered);
  }

  @Test
  void orderOfRandomPaths_isThatOfTheirKeysBytes() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      LockPath one = randomPath(random);
      LockPath other = randomPath(random);
      int byBytes = Arrays.compareUnsigned(one.key().getBytes(UTF_8), other.key().getBytes(UTF_8));
      assertThat(Integer.signum(one.compareTo(other)))
          .as("%s and %s, seed %d", one, other, seed)
          .isEqualTo(Integer.signum(byBytes));
      assertThat(one.equals(other)).isEqualTo(byBytes == 0);
    }
  }

  private static LockPath randomPath(Random random) {
    String[] pieces = {"a", "b", "-", "~", " ", "é", "文", "\ue000", "\uff5e", "😀", "\ud800\udc00"};
    StringBuilder text = new StringBuilder();
    for (int segments = random.nextInt(4); segments >= 0; segments--) {
      text.append('/');
      for (int length = random.nextInt(3); length >= 0; length--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
    }
    return LockPath.of(random.nextInt(50) == 0 ? "/" : text.toString());
  }

  @Test
  void key_leadsEachSegmentInByTheByteOne() {
    assertThat(LockPath.ROOT.key()).isEmpty();
    assertThat(LockPath.of("/a/b").key()).isEqualTo("\u0001a\u0001b");
  }

  @Test
  void pathWithoutCase_isComparedFoldedAndShownAsSent() {
    LockPath sent = LockPath.of("/Docs/Straße/É").withoutCase();
    LockPath other = LockPath.of("/dOCS/STRASSE/e\u0301").withoutCase();

    assertThat(sent).isEqualTo(other).hasSameHashCodeAs(other).hasToString("/Docs/Straße/É");
    assertThat(sent).isEqualByComparingTo(other);
    assertThat(sent.compared()).isEqualTo("/docs/strasse/é");
    assertThat(sent.isAsSent()).isFalse();
    assertThat(sent.sentKey()).isEqualTo("\u0001Docs\u0001Straße\u0001É");
    assertThat(sent.key()).isEqualTo(other.key());
    assertThat(sent.withoutCase()).isSameAs(sent);
    assertThat(sent.ancestors())
        .hasToString("[/, /Docs, /Docs/Straße]")
        .isEqualTo(other.ancestors());
    assertThat(sent.relationOf(LockPath.of("/DOCS").withoutCase())).isEqualTo(Relation.ANCESTOR);
    assertThat(LockPath.of("/DOCS").comparedAs(sent).isAbove(other)).isTrue();
    assertThat(LockPath.of("/Docs").comparedAs(LockPath.ROOT)).isNotEqualTo(LockPath.of("/docs"));
  }

  @Test
  void foldedPathThatIsTooLong_isRefused() {
    LockPath path = LockPath.of("/" + "\u0587".repeat(1_024));

    assertThatThrownBy(path::withoutCase)
        .hasMessageEndingWith("has 4097 UTF-8 bytes without case, at most 4096 are allowed");
  }

  @ParameterizedTest
  @CsvSource({
    "/docs/a/plan, /docs, /old, /old/a/plan",
    "/docs, /docs, /old/docs, /old/docs",
    "/a/b/c, /a/b, /a, /a/c",
    "/a/b, /a, /, /b",
    "/a, /a, /, /",
    "/a/b, /, /x, /x/a/b",
    "/é/文档/b, /é/文档, /ü, /ü/b",
  })
  void movedPath_hasTheNewPlaceAndItsRest(String path, String from, String to, String place) {
    assertThat(LockPath.of(path).moved(LockPath.of(from), LockPath.of(to))).hasToString(place);
  }

  @Test
  void movedPathWithoutCase_hasTheNamesAsTheyWereSent() {
    LockPath path = LockPath.of("/DOCS/Plan").withoutCase();
    LockPath place =
        path.moved(LockPath.of("/docs").withoutCase(), LockPath.of("/Old").withoutCase());

    assertThat(place).hasToString("/Old/Plan").isEqualTo(LockPath.of("/old/plan").withoutCase());
  }

  @Test
  void movedPathThatIsTooDeepOrTooLong_isNone() {
    LockPath from = LockPath.of("/a");
    assertThat(LockPath.of("/a/1/2").moved(from, LockPath.of("/x".repeat(62)))).isNotNull();
    assertThat(LockPath.of("/a/1/2/3").moved(from, LockPath.of("/x".repeat(62)))).isNull();
    LockPath large = LockPath.of("/" + "d".repeat(4_000));
    assertThat(LockPath.of("/a/" + "b".repeat(94)).moved(from, large)).isNotNull();
    assertThat(LockPath.of("/a/" + "b".repeat(95)).moved(from, large)).isNull();
  }
}
