package io.lockarbiter.contracts.lock;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UCharacterCategory;
import com.ibm.icu.text.Normalizer2;
import io.lockarbiter.contracts.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The recorded data, and the results computed from them, equal ICU's for every code point and every
 * pair that could meet. With {@code -Dlockarbiter.record-unicode=true} they are recorded anew: that
 * changes which paths are valid, so it is a change of RULES.md.
 */
@Tag("slow")
class UnicodeDataTest {
  private static final Path FILE =
      Path.of("src/main/resources/io/lockarbiter/contracts/lock/unicode.bin");
  private static final Normalizer2 NFC = Normalizer2.getNFCInstance();
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  @Test
  void recordedData_areThoseOfIcu() throws IOException {
    if (Boolean.getBoolean("lockarbiter.record-unicode")) {
      Files.write(FILE, data());
    }
    assertThat(Files.readAllBytes(FILE)).isEqualTo(data());
    assertThat(UnicodeData.RECORDED.version())
        .isEqualTo(UCharacter.getUnicodeVersion().getVersionString(2, 2));
    assertThat(Files.readString(Path.of("../RULES.md")))
        .contains("(Unicode " + UnicodeData.RECORDED.version() + ")");
  }

  private static byte[] data() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(UCharacter.getUnicodeVersion().getVersionString(2, 2));
    int[] turns =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(c -> c == 0 || isAssigned(c) != isAssigned(c - 1))
            .toArray();
    out.writeInt(turns.length);
    for (int turn : turns) {
      out.writeInt(turn);
    }
    int[] combining = codePoints().filter(c -> NFC.getCombiningClass(c) != 0).toArray();
    out.writeInt(combining.length);
    for (int codePoint : combining) {
      out.writeInt(codePoint);
      out.writeByte(NFC.getCombiningClass(codePoint));
    }
    int[] decomposed = codePoints().filter(c -> !isSyllable(c) && raw(c) != null).toArray();
    out.writeInt(decomposed.length);
    for (int codePoint : decomposed) {
      int[] parts = Objects.requireNonNull(raw(codePoint)).codePoints().toArray();
      assertThat(parts).hasSizeBetween(1, 2);
      out.writeInt(codePoint);
      out.writeInt(parts[0]);
      out.writeInt(parts.length == 1 ? -1 : parts[1]);
      out.writeBoolean(parts.length == 2 && NFC.composePair(parts[0], parts[1]) == codePoint);
    }
    int[] folded =
        codePoints()
            .filter(c -> !folded(Character.toString(c)).equals(Character.toString(c)))
            .toArray();
    out.writeInt(folded.length);
    for (int codePoint : folded) {
      int[] parts = folded(Character.toString(codePoint)).codePoints().toArray();
      out.writeInt(codePoint);
      out.writeByte(parts.length);
      for (int part : parts) {
        out.writeInt(part);
      }
    }
    return bytes.toByteArray();
  }

  private static @Nullable String raw(int codePoint) {
    return NFC.getRawDecomposition(codePoint);
  }

  private static String folded(String text) {
    return UCharacter.foldCase(text, /* defaultMapping= */ true);
  }

  private static boolean isAssigned(int codePoint) {
    return UCharacter.getType(codePoint) != UCharacterCategory.UNASSIGNED;
  }

  private static boolean isSyllable(int codePoint) {
    return codePoint >= 0xAC00 && codePoint < 0xAC00 + 11_172;
  }

  /** All code points that a path can contain. */
  private static IntStream codePoints() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
  }

  @Test
  void everyCodePoint_isAssignedOrNotAsIcuSays() {
    assertThat(IntStream.rangeClosed(0, Character.MAX_CODE_POINT))
        .allMatch(c -> UnicodeData.RECORDED.isAssigned(c) == isAssigned(c));
  }

  @Test
  void everyCodePoint_aloneAndTakenApart_isNormalisedAsByIcu() {
    codePoints()
        .forEach(
            c -> {
              String alone = Character.toString(c);
              normalisedAsByIcu(alone);
              normalisedAsByIcu(NFD.normalize(alone));
            });
  }

  /** A pair changes only if its second code point is one that combines, whatever stands before. */
  @Test
  @Tag("nightly")
  void everyPairThatCouldCombine_isNormalisedAsByIcu() {
    int[] seconds = codePoints().filter(c -> !NFC.hasBoundaryBefore(c)).toArray();
    IntStream starters =
        IntStream.concat(codePoints().filter(c -> raw(c) != null), composedOfFirsts())
            .filter(c -> !isSyllable(c))
            .distinct();
    int[] firsts = IntStream.concat(starters, oneOfEachClass()).toArray();
    assertThat(seconds).hasSizeGreaterThan(900);
    assertThat(firsts).hasSizeGreaterThan(2_000);
    pairs(firsts, seconds);
    pairs(
        codePoints().filter(UnicodeDataTest::isSyllable).toArray(),
        IntStream.concat(
                IntStream.rangeClosed(0x1160, 0x1176), IntStream.rangeClosed(0x11A6, 0x11C3))
            .toArray());
  }

  private static void pairs(int[] firsts, int[] seconds) {
    for (int second : seconds) {
      String combining = Character.toString(second);
      for (int first : firsts) {
        normalisedAsByIcu(Character.toString(first) + combining);
      }
    }
  }

  private static IntStream oneOfEachClass() {
    return IntStream.rangeClosed(1, 254)
        .flatMap(number -> codePoints().filter(c -> NFC.getCombiningClass(c) == number).limit(1));
  }

  private static IntStream composedOfFirsts() {
    return codePoints()
        .filter(c -> raw(c) != null)
        .flatMap(c -> Objects.requireNonNull(raw(c)).codePoints().limit(1));
  }

  @Test
  void randomSequences_areNormalisedAsByIcu() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    int[] combining =
        codePoints().filter(c -> !NFC.hasBoundaryBefore(c) || raw(c) != null).toArray();
    for (int i = 0; i < 100_000; i++) {
      String text =
          random
              .ints(1 + random.nextInt(10), 0, combining.length)
              .map(at -> random.nextInt(6) == 0 ? 'a' + at % 26 : combining[at])
              .mapToObj(Character::toString)
              .collect(Collectors.joining());
      assertThat(CanonicalText.nfc(text)).as("seed=%d", seed).isEqualTo(NFC.normalize(text));
    }
  }

  /**
   * Only an attacker sends such a run; ICU takes minutes, as its time grows with the square of the
   * length.
   */
  @Test
  void longestRunOfMarks_isOrderedInOneGo() {
    int marks = 300_000;
    assertThat(CanonicalText.nfc("a" + "\u0345\u0301\u0316".repeat(marks)))
        .isEqualTo(
            "\u00E1"
                + "\u0316".repeat(marks)
                + "\u0301".repeat(marks - 1)
                + "\u0345".repeat(marks));
  }

  @Test
  void everyCodePoint_isFoldedAsByIcu_andTwiceAsOnce() {
    codePoints()
        .forEach(
            c -> {
              String alone = NFC.normalize(Character.toString(c));
              String once = CanonicalText.withoutCase(alone);
              if (!once.equals(NFC.normalize(folded(NFD.normalize(alone))))
                  || !CanonicalText.withoutCase(once).equals(once)) {
                throw new AssertionError("U+%04X".formatted(c));
              }
            });
  }

  /** A mark that folds to a letter must not take the marks of the letter before it. */
  @Test
  void subscriptIota_keepsMarksAtTheirLetter() {
    assertThat(CanonicalText.withoutCase("\u1FF7"))
        .isEqualTo(CanonicalText.withoutCase("\u1FFC\u0342"));
    assertThat(CanonicalText.withoutCase("\u1FB3\u0323"))
        .isEqualTo(CanonicalText.withoutCase("\u03B1\u0323\u03B9"));
  }

  @Test
  void randomTexts_areFoldedAsByIcu_andTwiceAsOnce() {
    long seed = Seeds.fresh();
    Random random = new Random(seed);
    int[] interesting =
        codePoints()
            .filter(
                c ->
                    !NFC.hasBoundaryBefore(c)
                        || !folded(Character.toString(c)).equals(Character.toString(c)))
            .toArray();
    for (int i = 0; i < 100_000; i++) {
      String text =
          NFC.normalize(
              random
                  .ints(1 + random.nextInt(8), 0, interesting.length)
                  .mapToObj(at -> Character.toString(interesting[at]))
                  .collect(Collectors.joining()));
      String once = CanonicalText.withoutCase(text);
      assertThat(once).as("seed=%d", seed).isEqualTo(NFC.normalize(folded(NFD.normalize(text))));
      assertThat(CanonicalText.withoutCase(once)).as("seed=%d", seed).isEqualTo(once);
    }
  }

  private static void normalisedAsByIcu(String text) {
    String expected = NFC.normalize(text);
    if (!CanonicalText.nfc(text).equals(expected)) {
      throw new AssertionError(
          text.codePoints().mapToObj("U+%04X"::formatted).collect(Collectors.joining(" ")));
    }
  }
}
