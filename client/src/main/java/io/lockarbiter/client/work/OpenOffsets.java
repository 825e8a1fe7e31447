package io.lockarbiter.client.work;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;

/**
 * The commit of a partition: a position, and in its metadata the offsets before it that the group
 * is not done with, the jobs that run and the events not read yet ({@code WIRE.md}, Reading the
 * events). Otherwise one long job would make the next worker read again all that came after it.
 */
final class OpenOffsets {
  private static final String BEGIN = "open ";
  private static final String NEXT = ",";
  private static final String LENGTH = "+";
  private static final int RADIX = Character.MAX_RADIX;

  /** Characters of metadata that brokers allow, unless set otherwise, and some to spare. */
  static final int MOST_TEXT = 4_000;

  private OpenOffsets() {}

  /**
   * The commit.
   *
   * @param open the offsets before the position that are open
   * @param mostText the most characters of metadata; what does not fit is committed by an earlier
   *     position
   */
  static OffsetAndMetadata commit(long position, OffsetRanges open, int mostText) {
    StringBuilder text = new StringBuilder();
    long end = 0;
    for (OffsetRanges.Range range : open.ranges()) {
      String next =
          (end == 0 && text.isEmpty() ? BEGIN : NEXT)
              + Long.toString(range.from() - end, RADIX)
              + (range.length() == 1 ? "" : LENGTH + Long.toString(range.length(), RADIX));
      if (text.length() + next.length() > mostText) {
        return new OffsetAndMetadata(range.from(), text.toString());
      }
      text.append(next);
      end = range.to();
    }
    return new OffsetAndMetadata(position, text.toString());
  }

  /**
   * The open offsets of a commit; none if another program made its metadata.
   *
   * @throws IllegalArgumentException if a worker made it, but it cannot be read
   */
  static OffsetRanges open(OffsetAndMetadata commit) {
    OffsetRanges open = new OffsetRanges();
    String text = commit.metadata();
    if (text == null || !text.startsWith(BEGIN)) {
      return open;
    }
    long end = 0;
    for (String next : text.substring(BEGIN.length()).split(NEXT, -1)) {
      int plus = next.indexOf(LENGTH);
      long from = end + Long.parseLong(plus < 0 ? next : next.substring(0, plus), RADIX);
      end = from + (plus < 0 ? 1 : Long.parseLong(next.substring(plus + 1), RADIX));
      if (from < 0 || end <= from || end > commit.offset()) {
        throw new IllegalArgumentException("offsets do not ascend up to the position");
      }
      open.add(from, end);
    }
    return open;
  }
}
