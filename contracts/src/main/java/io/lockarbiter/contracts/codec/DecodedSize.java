package io.lockarbiter.contracts.codec;

/** The heap that a decoded command or event takes, told from its bytes alone. */
public final class DecodedSize {
  /** The objects of a command or an event without its texts. */
  private static final int OBJECTS = 1_024;

  /** A field: at most an entry of a map, with two texts. */
  private static final int FIELD = 144;

  /** A text takes two bytes for each character as soon as one of them is not Latin. */
  private static final int TEXT = 2;

  private DecodedSize() {}

  /** Bytes of heap, an upper bound; a usual command of 170 bytes counts 2,500. */
  public static long of(byte[] json) {
    long fields = 0;
    for (byte each : json) {
      if (each == ':') {
        fields++;
      }
    }
    return OBJECTS + (long) TEXT * json.length + FIELD * fields;
  }
}
