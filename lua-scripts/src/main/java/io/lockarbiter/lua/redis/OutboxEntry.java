package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.lua.store.EncodedEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** An event as the scripts keep it in the outbox; the form is said in {@code includes/emit.lua}. */
final class OutboxEntry {
  private OutboxEntry() {}

  static EncodedEvent parse(byte[] entry) {
    ByteBuffer in = ByteBuffer.wrap(entry);
    long seq = in.getLong();
    EventType type = EventType.values()[in.get() - RenderedLua.FIRST_NUMBER];
    boolean repeated = in.get() == 1;
    int reasonLength = Byte.toUnsignedInt(in.get());
    int accountLength = Short.toUnsignedInt(in.getShort());
    int lockIdLength = Short.toUnsignedInt(in.getShort());
    int replyToLength = Short.toUnsignedInt(in.getShort());
    int lockReplyToLength = Short.toUnsignedInt(in.getShort());
    String reason = orNull(text(in, reasonLength));
    String account = text(in, accountLength);
    String lockId = orNull(text(in, lockIdLength));
    String replyTo = orNull(text(in, replyToLength));
    String lockReplyTo = orNull(text(in, lockReplyToLength));
    byte[] value = new byte[in.remaining()];
    in.get(value);
    return new EncodedEvent(
        seq, type, reason, account, lockId, replyTo, lockReplyTo, repeated, value);
  }

  private static String text(ByteBuffer in, int length) {
    String text = new String(in.array(), in.position(), length, StandardCharsets.UTF_8);
    in.position(in.position() + length);
    return text;
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
