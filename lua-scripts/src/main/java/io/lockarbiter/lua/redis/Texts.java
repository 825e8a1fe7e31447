package io.lockarbiter.lua.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** Writes and reads texts in bytes that only Java reads: each after its length (2 bytes). */
final class Texts {
  private static final int ABSENT = 0xffff;

  private Texts() {}

  static void write(ByteBuf out, @Nullable String... texts) {
    for (String text : texts) {
      if (text == null) {
        out.writeShort(ABSENT);
      } else {
        int bytes = ByteBufUtil.utf8Bytes(text);
        ByteBufUtil.reserveAndWriteUtf8(out.writeShort(bytes), text, bytes);
      }
    }
  }

  /** Reads the next text, which must be present. */
  static String read(ByteBuf in) {
    return in.readString(in.readUnsignedShort(), UTF_8);
  }

  static @Nullable String readOptional(ByteBuf in) {
    int length = in.readUnsignedShort();
    return length == ABSENT ? null : in.readString(length, UTF_8);
  }

  /** A copy of the bytes that were written. */
  static byte[] bytes(ByteBuf written) {
    return ByteBufUtil.getBytes(written);
  }

  static ByteBuf of(byte[] bytes) {
    return Unpooled.wrappedBuffer(bytes);
  }
}
