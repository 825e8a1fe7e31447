package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.event.BlockedBy;
import io.lockarbiter.contracts.event.Blocker;
import io.lockarbiter.contracts.event.Cut;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Setting;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The details of an event as the scripts give them, part by part: {@code includes/emit.lua}. */
final class DetailParts {
  static final String HOLDING = "holding";
  static final String REPLACES = "replaces";
  private static final BlockedBy UNBLOCKED = new BlockedBy(List.of(), false);

  /** No part at all, as of most events. */
  private static final DetailParts NONE = new DetailParts();

  int position;
  @Nullable Long token;
  @Nullable Long heldMs;
  @Nullable Long retryAfterMs;
  @Nullable Integer expectedPartition;
  @Nullable String field;
  @Nullable String limit;

  /** The forced release that ended a lock, or the acquire that asks for its end. */
  @Nullable CommandBytes operator;

  /** The claims of a release, see {@link Claims}. */
  int claims;

  /** The cut by the settings. */
  Cut cut = Cut.NONE;

  /** Says whether COMMAND holds the reason of a renewal that declines. */
  boolean tellsDeclined;

  @Nullable Long graceMs;

  /** The sub-account whose request to yield ended a lock. */
  @Nullable String endsBy;

  /** The numbers of what a command to release all ended, and whether more is left. */
  int released;

  int cancelled;
  boolean more;

  /** The session that was kept alive. */
  @Nullable Alive alive;

  BlockedBy blockedBy = UNBLOCKED;
  List<String> cycle = List.of();
  boolean cycleCut;
  LockBytes.@Nullable Who toldAgain;
  @Nullable LockRef replacedBy;

  /** The place of a path that was moved, as it was sent. */
  @Nullable LockPath movedTo;

  /** The event as of which that place is right; null if that is this one. */
  @Nullable Long movedSeq;

  /** A session, and the lease by which it was kept alive. */
  record Alive(long leaseMs, long beganAt, long expiresAt, @Nullable Long cutLeaseMs) {}

  private DetailParts() {}

  /** Reads all parts. */
  static DetailParts read(ByteBuf in) {
    if (!in.isReadable()) {
      return NONE;
    }
    DetailParts parts = new DetailParts();
    while (in.isReadable()) {
      parts.readPart(in);
    }
    return parts;
  }

  private void readPart(ByteBuf in) {
    char letter = (char) in.readByte();
    switch (letter) {
      case 'P' -> position = in.readInt();
      case 'T' -> {
        token = in.readLong();
        heldMs = in.readLong();
      }
      case 'R' -> retryAfterMs = in.readLong();
      case 'Q' -> limit = Setting.values()[in.readUnsignedByte() - RenderedLua.FIRST_NUMBER].text();
      case 'X' -> expectedPartition = in.readInt();
      case 'F' -> field = HOLDING;
      case 'V' -> field = REPLACES;
      case 'S' -> replacedBy = LockBytes.Who.read(in).ref();
      case 'O' -> operator = CommandBytes.read(in.readSlice(in.readUnsignedShort()));
      case 'E' -> claims = in.readUnsignedByte();
      case 'K' -> cut = new Cut(cutMs(in), cutMs(in));
      case 'D' -> tellsDeclined = true;
      case 'G' -> graceMs = in.readUnsignedInt();
      case 'Y' -> endsBy = Texts.readOptional(in);
      case 'N' -> {
        released = in.readUnsignedShort();
        cancelled = in.readUnsignedShort();
        more = in.readBoolean();
      }
      case 'A' -> alive = new Alive(in.readUnsignedInt(), in.readLong(), in.readLong(), cutMs(in));
      case 'B' -> blockedBy = blockers(in);
      case 'C' -> readCycle(in);
      case 'M' -> movedTo = LockBytes.path(in, in.readUnsignedShort());
      case 'W' -> movedSeq = in.readLong();
      case 'L' -> toldAgain = LockBytes.Who.read(in);
      default -> throw new IllegalArgumentException("details have no part " + letter);
    }
  }

  /** A number of ms, 0 where nothing is cut. */
  private static @Nullable Long cutMs(ByteBuf in) {
    long ms = in.readUnsignedInt();
    return ms == 0 ? null : Long.valueOf(ms);
  }

  private static BlockedBy blockers(ByteBuf in) {
    int count = in.readUnsignedByte();
    boolean more = in.readBoolean();
    List<Blocker> listed = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      listed.add(blocker(in));
    }
    return new BlockedBy(List.copyOf(listed), more);
  }

  private static Blocker blocker(ByteBuf in) {
    boolean waits = in.readBoolean();
    Relation relation = Relation.known().get(in.readUnsignedByte() - RenderedLua.FIRST_NUMBER);
    Mode mode = LockBytes.mode(in);
    boolean withoutCase = in.readUnsignedByte() != LockBytes.WITH_CASE;
    boolean pathCut = in.readBoolean();
    long until = in.readLong();
    LockPath sent = LockBytes.path(in, in.readUnsignedShort());
    LockPath path = withoutCase ? sent.withoutCase() : sent;
    LockBytes.Who who = LockBytes.Who.read(in);
    String note = LockBytes.note(in);
    return new Blocker(
        who.lockId(),
        who.owner(),
        who.operation(),
        path,
        pathCut,
        mode,
        waits ? null : until,
        relation,
        waits,
        note);
  }

  private void readCycle(ByteBuf in) {
    int count = in.readUnsignedByte();
    cycleCut = in.readBoolean();
    List<String> way = new ArrayList<>();
    for (int n = 0; n < count; n++) {
      way.add(LockBytes.Who.read(in).lockId());
    }
    cycle = List.copyOf(way);
  }
}
