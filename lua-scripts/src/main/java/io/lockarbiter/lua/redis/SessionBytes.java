package io.lockarbiter.lua.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads sessions as they stand in Redis, see {@code includes/sessions.lua}. */
final class SessionBytes {
  private static final byte WAITING = 1;
  private static final byte HELD = 2;

  private SessionBytes() {}

  /** Writes a session under a number. */
  static byte[] write(LiveSession session, long number) {
    Names names = new Names();
    ByteBuf out = Unpooled.buffer();
    out.writeLong(number).writeLong(session.beganAt()).writeLong(session.expiresAt());
    out.writeBytes(names.account(session.account()));
    out.writeBytes(names.subAccount(session.account(), session.owner().subAccount()));
    out.writeInt(LiveSession.charge(session.account(), session.owner()));
    return Texts.bytes(out);
  }

  /** The member of {@code bound} of a lock or a request. */
  static byte[] bound(StoredLock stored, long session) {
    LockBytes.Who who = stored.lock().who();
    return ByteBuffer.allocate(2 * Long.BYTES + 1 + Names.BYTES)
        .putLong(session)
        .put(stored.isHeld() ? HELD : WAITING)
        .putLong(stored.number())
        .put(new Names().lock(who.account(), who.lockId()))
        .array();
  }

  /** Reads the keys and fields of sessions, by turns; answers the sessions by name. */
  static List<LiveSession> read(List<Object> entries) {
    List<LiveSession> sessions = new ArrayList<>();
    for (int n = 0; n < entries.size(); n += 2) {
      String[] names = new String((byte[]) entries.get(n), UTF_8).split("\0", -1);
      ByteBuf field = Texts.of((byte[]) entries.get(n + 1)).skipBytes(Long.BYTES);
      sessions.add(
          new LiveSession(
              names[0], new Owner(names[1], names[2]), field.readLong(), field.readLong()));
    }
    sessions.sort(LiveSession.BY_NAME);
    return List.copyOf(sessions);
  }
}
