package io.lockarbiter.gateway.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

/** A piece of a stream: an event, or what the gateway itself tells. */
interface Frame {
  /** The bytes that are sent. */
  byte[] text();

  /** Its heap bytes, or more. */
  long bytes();

  /** Something short. */
  static Frame of(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return new Frame() {
      @Override
      public byte[] text() {
        return bytes;
      }

      @Override
      public long bytes() {
        return 100L + bytes.length;
      }
    };
  }
}
