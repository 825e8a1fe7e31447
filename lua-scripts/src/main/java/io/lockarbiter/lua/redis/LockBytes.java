package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.ContentDigest;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.event.AnswerBounds;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.LockCharge;
import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads LOCK, see {@code includes/parse_lock.lua}. The scripts know some parts of it
 * only as bytes; this class alone knows their form.
 *
 * @param who the identity of the lock
 */
record LockBytes(Who who, LockFields fields) {
  private static final int CHARGE_BYTES = 2 * Integer.BYTES + Short.BYTES;
  private static final int DIGEST_BYTES = 16;
  static final int WITH_CASE = 0;
  private static final int WITHOUT_CASE = 1;
  private static final int SENT_OTHERWISE = 2;

  /** Added to how paths are compared where the request says that they exist. */
  private static final int EXISTING = 4;

  /** The identity of a lock, which each event about it tells. */
  record Who(
      String account, String lockId, Owner owner, @Nullable String replyTo, Operation operation) {
    void write(ByteBuf out) {
      int start = out.writerIndex();
      out.writeShort(0);
      Texts.write(out, account, lockId, owner.subAccount(), owner.session(), replyTo);
      out.writeByte(operation.ordinal());
      out.setShort(start, out.writerIndex() - start - Short.BYTES);
    }

    LockRef ref() {
      return new LockRef(lockId, owner);
    }

    static Who read(ByteBuf in) {
      in.skipBytes(Short.BYTES);
      return new Who(
          Texts.read(in),
          Texts.read(in),
          new Owner(Texts.read(in), Texts.readOptional(in)),
          Texts.readOptional(in),
          Operation.known().get(in.readUnsignedByte()));
    }
  }

  /**
   * Writes an acquire.
   *
   * @param packing may be that of other records
   */
  static byte[] of(Acquire acquire, Packing packing) {
    String account = acquire.account();
    LockFields fields = acquire.fields();
    Names names = packing.names();
    ByteBuf out = packing.buffer();
    out.writeBytes(ContentDigest.bytes(fields, names.sha256()));
    byte[] ofAll = names.subAccount(account, fields.owner().subAccount());
    out.writeBytes(fields.owner().session() == null ? ofAll : names.owner(account, fields.owner()));
    writeLease(out, fields.leaseMs());
    out.writeInt((int) fields.waitMs()).writeInt((int) fields.maxHoldMs());
    LockCharge charge = LockCharge.of(account, fields, acquire.replyTo());
    out.writeInt(charge.held()).writeInt(charge.waiting()).writeShort(charge.ended());
    out.writeBytes(names.account(account));
    out.writeBytes(ofAll);
    out.writeByte(fields.holding().size()).writeByte(fields.targets().size());
    for (String held : fields.holding()) {
      out.writeBytes(names.lock(account, held));
    }
    for (Target target : fields.targets()) {
      write(out, target, names.levels(account, target.path()));
    }
    new Who(account, fields.lockId(), fields.owner(), acquire.replyTo(), fields.operation())
        .write(out);
    writeNote(out, fields.note());
    writeSent(out, fields);
    for (String held : fields.holding()) {
      Texts.write(out, held);
    }
    out.writeShort(fields.attributes().size());
    fields.attributes().forEach((name, value) -> Texts.write(out, name, value));
    write(out, fields.replaces(), account, names);
    return Texts.bytes(out);
  }

  /** Writes a lease in 6 bytes: one of years has no room in 4. */
  private static void writeLease(ByteBuf out, long leaseMs) {
    out.writeShort((int) (leaseMs >>> Integer.SIZE)).writeInt((int) leaseMs);
  }

  private static long readLease(ByteBuf in) {
    return ((long) in.readUnsignedShort() << Integer.SIZE) + in.readUnsignedInt();
  }

  private static void write(ByteBuf out, Target target, List<byte[]> names) {
    out.writeByte(RenderedLua.number(target.mode()));
    out.writeByte(names.size());
    for (byte[] name : names) {
      out.writeBytes(name);
    }
    Texts.write(out, target.path().key());
  }

  /** The names at the end are what {@code includes/replace.lua} reads. */
  private static void write(ByteBuf out, @Nullable LockRef replaces, String account, Names names) {
    out.writeBoolean(replaces != null);
    if (replaces != null) {
      Owner owner = replaces.owner();
      Texts.write(out, replaces.lockId(), owner.subAccount(), owner.session());
      out.writeBytes(names.lock(account, replaces.lockId()));
      out.writeBytes(names.owner(account, owner));
    }
  }

  private static @Nullable LockRef replaces(ByteBuf in) {
    if (!in.readBoolean()) {
      return null;
    }
    String lockId = Texts.read(in);
    Owner owner = new Owner(Texts.read(in), Texts.readOptional(in));
    in.skipBytes(2 * Names.BYTES);
    return new LockRef(lockId, owner);
  }

  private static void writeNote(ByteBuf out, @Nullable String note) {
    String shown = AnswerBounds.shownNote(note);
    out.writeShort(AnswerBounds.noteBytes(shown));
    if (shown != null) {
      Texts.write(out, shown);
    }
  }

  /** Writes SENT, see {@code includes/sent_place.lua}. */
  private static void writeSent(ByteBuf out, LockFields fields) {
    List<Target> targets = fields.targets();
    boolean isOtherwise = fields.isSentOtherwise();
    int kind = isOtherwise ? SENT_OTHERWISE : fields.isWithoutCase() ? WITHOUT_CASE : WITH_CASE;
    Long existing = fields.existing();
    out.writeByte(existing == null ? kind : kind + EXISTING);
    if (existing != null) {
      out.writeLong(existing);
    }
    if (isOtherwise) {
      targets.forEach(target -> Texts.write(out, target.path().sentKey()));
    }
  }

  /** Reads the paths of SENT; answers the targets as they were sent. */
  private static List<Target> sent(ByteBuf in, int kind, List<Target> compared) {
    if (kind == WITH_CASE) {
      return compared;
    }
    List<Target> sent = new ArrayList<>();
    for (Target target : compared) {
      LockPath path = kind == SENT_OTHERWISE ? path(in, in.readUnsignedShort()) : target.path();
      sent.add(target.at(path.withoutCase()));
    }
    return List.copyOf(sent);
  }

  /** Reads a NOTE, the note as blockers show it; null if there is none. */
  static @Nullable String note(ByteBuf in) {
    return in.readUnsignedShort() == 0 ? null : Texts.read(in);
  }

  /** Skips to the bytes charged; says whether the lock is kept, see {@link LockFields#isKept}. */
  static boolean skipToCharges(ByteBuf in) {
    in.skipBytes(DIGEST_BYTES + Names.BYTES);
    boolean isKept = readLease(in) > Settings.MAX_LEASE_MS;
    in.skipBytes(2 * Integer.BYTES);
    return isKept;
  }

  /** Reads a LOCK. */
  static LockBytes read(ByteBuf in) {
    in.skipBytes(DIGEST_BYTES + Names.BYTES);
    long leaseMs = readLease(in);
    long waitMs = in.readUnsignedInt();
    long maxHoldMs = in.readUnsignedInt();
    in.skipBytes(CHARGE_BYTES + 2 * Names.BYTES);
    String[] holding = new String[in.readUnsignedByte()];
    Target[] compared = new Target[in.readUnsignedByte()];
    in.skipBytes(holding.length * Names.BYTES);
    Arrays.setAll(compared, n -> target(in));
    Who who = Who.read(in);
    note(in);
    int kind = in.readUnsignedByte();
    Long existing = kind >= EXISTING ? in.readLong() : null;
    List<Target> targets = sent(in, kind % EXISTING, List.of(compared));
    Arrays.setAll(holding, n -> Texts.read(in));
    SortedMap<String, String> attributes = attributes(in);
    LockRef replaces = replaces(in);
    boolean isCustom = who.operation() == Operation.CUSTOM;
    return new LockBytes(
        who,
        new LockFields(
                who.lockId(),
                who.owner(),
                who.operation(),
                isCustom ? null : targets.get(0).path(),
                isCustom || targets.size() == 1 ? null : targets.get(1).path(),
                targets,
                leaseMs,
                waitMs,
                maxHoldMs,
                List.of(holding),
                replaces,
                attributes)
            .existing(existing));
  }

  private static SortedMap<String, String> attributes(ByteBuf in) {
    int count = in.readUnsignedShort();
    if (count == 0) {
      return Collections.emptySortedMap();
    }
    SortedMap<String, String> attributes = new TreeMap<>();
    for (int n = count; n > 0; n--) {
      attributes.put(Texts.read(in), Texts.read(in));
    }
    return attributes;
  }

  private static Target target(ByteBuf in) {
    Mode mode = mode(in);
    in.skipBytes(in.readUnsignedByte() * Names.BYTES);
    return new Target(path(in, in.readUnsignedShort()), mode);
  }

  static Mode mode(ByteBuf in) {
    return Mode.known().get(in.readUnsignedByte() - RenderedLua.FIRST_NUMBER);
  }

  /** The path with this key. */
  static LockPath path(ByteBuf in, int length) {
    String key = in.readString(length, StandardCharsets.UTF_8);
    try {
      return key.isEmpty() ? LockPath.ROOT : LockPath.of(key.replace('\1', '/'));
    } catch (BadPathException e) {
      throw new IllegalArgumentException("not as it was written: " + e.getMessage(), e);
    }
  }
}
