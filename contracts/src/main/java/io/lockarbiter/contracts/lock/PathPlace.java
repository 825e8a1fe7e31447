package io.lockarbiter.contracts.lock;

import org.jspecify.annotations.Nullable;

/**
 * The key of a node: the node above it and a segment, which is part of a longer text. Comparable,
 * so that a map finds it fast even among keys that were made to have one hash.
 */
final class PathPlace implements Comparable<PathPlace> {
  /** Characters of a segment that are kept here too, so that most looks need no text. */
  private static final int PACKED = 16;

  private static final int PACKED_OF_EACH = PACKED / 2;
  private static final int BITS = 8;
  private static final char LAST_PACKED = 0xFF;

  private @Nullable PathNode parent;
  private int parentNumber;
  private String text = "";
  private int start;
  private int end;
  private int hash;
  private long firstCharacters;
  private long nextCharacters;

  /** Whether the text must be compared, because the characters kept here are not all. */
  private boolean hasMore;

  /** Its number among the places of a tree. */
  private final int number;

  PathPlace(int number) {
    this.number = number;
  }

  PathPlace at(PathNode newParent, String newText, int newStart, int newEnd) {
    PathPlace above = newParent.place();
    parent = newParent;
    parentNumber = above == null ? 0 : above.number;
    text = newText;
    start = newStart;
    end = newEnd;
    read(above == null ? 0 : above.hash);
    return this;
  }

  private void read(int hashAbove) {
    int newHash = hashAbove;
    long first = 0;
    long next = 0;
    boolean more = end - start > PACKED;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      newHash = 31 * newHash + c;
      more |= c > LAST_PACKED;
      if (i - start < PACKED_OF_EACH) {
        first = first << BITS | c;
      } else if (i - start < PACKED) {
        next = next << BITS | c;
      }
    }
    hash = newHash;
    firstCharacters = first;
    nextCharacters = next;
    hasMore = more;
  }

  @Nullable PathNode parent() {
    return parent;
  }

  String segment() {
    return text.substring(start, end);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PathPlace place
        && place.hash == hash
        && place.parent == parent
        && place.end - place.start == end - start
        && place.firstCharacters == firstCharacters
        && place.nextCharacters == nextCharacters
        && place.hasMore == hasMore
        && (!hasMore || text.regionMatches(start, place.text, place.start, end - start));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** An order without a meaning; equal places of one tree are 0. */
  @Override
  public int compareTo(PathPlace other) {
    int length = end - start;
    int byLength = Integer.compare(length, other.end - other.start);
    if (byLength != 0) {
      return byLength;
    }
    for (int i = 0; i < length; i++) {
      int byUnit = Character.compare(text.charAt(start + i), other.text.charAt(other.start + i));
      if (byUnit != 0) {
        return byUnit;
      }
    }
    return Integer.compare(parentNumber, other.parentNumber);
  }
}
