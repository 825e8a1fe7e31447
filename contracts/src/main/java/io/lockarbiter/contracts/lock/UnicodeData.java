package io.lockarbiter.contracts.lock;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The data of one Unicode version that NFC and the folding of case need for each code point. They
 * are recorded from ICU, so that they are the same on every JDK, and compared with it by {@code
 * UnicodeDataTest}. Hangul is computed by {@link CanonicalText}.
 */
final class UnicodeData {
  static final UnicodeData RECORDED = recorded();

  /**
   * The first code points of runs that are assigned and unassigned in turn; the first run is
   * assigned.
   */
  private final int[] turns;

  private final Map<Integer, Integer> combiningClasses = new HashMap<>();
  private final Map<Integer, int[]> decompositions = new HashMap<>();
  private final Map<Long, Integer> compositions = new HashMap<>();
  private final Map<Integer, int[]> foldings = new HashMap<>();
  private final BitSet unsettled = new BitSet();
  private final String version;

  private UnicodeData(DataInputStream in) throws IOException {
    version = in.readUTF();
    turns = new int[in.readInt()];
    for (int i = 0; i < turns.length; i++) {
      turns[i] = in.readInt();
    }
    for (int count = in.readInt(); count > 0; count--) {
      int codePoint = in.readInt();
      combiningClasses.put(codePoint, in.readUnsignedByte());
      unsettled.set(codePoint);
    }
    for (int count = in.readInt(); count > 0; count--) {
      readDecomposition(in);
    }
    for (int count = in.readInt(); count > 0; count--) {
      int codePoint = in.readInt();
      int[] folded = new int[in.readUnsignedByte()];
      for (int i = 0; i < folded.length; i++) {
        folded[i] = in.readInt();
      }
      foldings.put(codePoint, folded);
    }
    boolean more = true;
    while (more) {
      more = unsettleByFirst();
    }
  }

  /**
   * Marks code points as unsettled that compose with an unsettled first one, because a code point
   * before it may take the composition apart.
   */
  private boolean unsettleByFirst() {
    int before = unsettled.cardinality();
    decompositions.forEach(
        (codePoint, parts) -> {
          if (unsettled.get(parts[0])) {
            unsettled.set(codePoint);
          }
        });
    return unsettled.cardinality() > before;
  }

  /**
   * Reads a code point, the one or two that it decomposes to, and whether these are composed again.
   */
  private void readDecomposition(DataInputStream in) throws IOException {
    int codePoint = in.readInt();
    int first = in.readInt();
    int second = in.readInt();
    decompositions.put(codePoint, second < 0 ? new int[] {first} : new int[] {first, second});
    if (in.readBoolean()) {
      compositions.put(pair(first, second), codePoint);
      unsettled.set(second);
    } else {
      unsettled.set(codePoint);
    }
  }

  private static UnicodeData recorded() {
    try (InputStream in = UnicodeData.class.getResourceAsStream("unicode.bin")) {
      return new UnicodeData(
          new DataInputStream(new BufferedInputStream(Objects.requireNonNull(in))));
    } catch (IOException e) {
      throw new IllegalStateException("unicode.bin cannot be read from the jar of contracts", e);
    }
  }

  String version() {
    return version;
  }

  /** Says whether Unicode has given the code point a meaning; surrogates count as assigned. */
  boolean isAssigned(int codePoint) {
    int found = Arrays.binarySearch(turns, codePoint);
    int run = found >= 0 ? found : -found - 2;
    return run % 2 == 0;
  }

  /** The canonical combining class; 0 for a starter, which begins a sequence. */
  int combiningClass(int codePoint) {
    return combiningClasses.getOrDefault(codePoint, 0);
  }

  /**
   * The one or two code points of its decomposition, which may decompose further; null if there is
   * none.
   */
  int @Nullable [] decomposition(int codePoint) {
    return decompositions.get(codePoint);
  }

  /** The composition of the two; null if they do not combine. */
  @Nullable Integer composition(int first, int second) {
    return compositions.get(pair(first, second));
  }

  /** The code points in whose place case does not count; null if it has no case, or is folded. */
  int @Nullable [] folding(int codePoint) {
    return foldings.get(codePoint);
  }

  /** Says whether a text with this code point may be outside NFC. */
  boolean isUnsettled(int codePoint) {
    return unsettled.get(codePoint);
  }

  private static long pair(int first, int second) {
    return (long) first << 32 | second;
  }
}
