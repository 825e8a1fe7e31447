package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.lua.store.MovedMemory;
import io.lockarbiter.lua.store.MovedMemory.Forgotten;
import io.lockarbiter.lua.store.MovedPath;
import io.lockarbiter.lua.store.Names;
import io.lockarbiter.lua.store.PartitionHeader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes and reads the fields of moved, see {@code includes/moved_record.lua}. */
final class MovedBytes {
  private static final HexFormat HEX = HexFormat.of();
  private static final int ACCOUNT_BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  /** The name under which all accounts are counted, see {@code includes/usage.lua}. */
  private static final String PARTITION = HEX.formatHex(new byte[Names.BYTES]);

  private MovedBytes() {}

  /** Reads names and fields in turn. */
  static MovedMemory read(List<Object> fields, PartitionHeader header) {
    boolean withoutCase = header.settings().areNamesWithoutCase();
    List<MovedPath> paths = new ArrayList<>();
    List<Forgotten> forgotten = new ArrayList<>();
    for (int n = 0; n < fields.size(); n += 2) {
      String name = HEX.formatHex((byte[]) fields.get(n));
      byte[] field = (byte[]) fields.get(n + 1);
      ByteBuf in = Texts.of(field);
      if (field.length == ACCOUNT_BYTES) {
        in.skipBytes(2 * Integer.BYTES);
        forgotten.add(new Forgotten(name, in.readLong(), in.readLong()));
      } else {
        paths.add(path(name, in, withoutCase));
      }
    }
    return new MovedMemory(paths, forgotten).asOf(header);
  }

  private static MovedPath path(String name, ByteBuf in, boolean withoutCase) {
    boolean isGone = in.readBoolean();
    long seq = in.readLong();
    long at = in.readLong();
    long seqBefore = in.readLong();
    long atBefore = in.readLong();
    int charge = (int) in.readLong();
    byte[] account = new byte[Names.BYTES];
    in.readBytes(account);
    String key = Texts.read(in);
    return new MovedPath(
        HEX.formatHex(account),
        name,
        key,
        isGone,
        seq,
        at,
        seqBefore,
        atBefore,
        charge,
        in.isReadable() ? place(in, withoutCase) : null);
  }

  private static LockPath place(ByteBuf in, boolean withoutCase) {
    in.skipBytes(1);
    in.skipBytes(in.readUnsignedShort());
    LockPath sent = LockBytes.path(in, in.readUnsignedShort());
    return withoutCase ? sent.withoutCase() : sent;
  }

  /** The fields of paths, by their names, in the order in which they were lost. */
  static Stream<Map.Entry<byte[], byte[]>> paths(MovedMemory memory) {
    return memory.paths().stream()
        .sorted(Comparator.comparingLong(MovedPath::seq))
        .map(path -> Map.entry(HEX.parseHex(path.path()), bytes(path)));
  }

  private static byte[] bytes(MovedPath path) {
    ByteBuf out = Unpooled.buffer();
    out.writeBoolean(path.isGone());
    out.writeLong(path.seq()).writeLong(path.at());
    out.writeLong(path.seqBefore()).writeLong(path.atBefore()).writeLong(path.charge());
    out.writeBytes(HEX.parseHex(path.account()));
    Texts.write(out, path.key());
    LockPath place = path.movedTo();
    if (place != null) {
      out.writeByte(place.depth() + 1);
      Texts.write(out, place.key(), place.sentKey());
    }
    return Texts.bytes(out);
  }

  /** The fields of accounts, by their names, and that of the partition. */
  static Stream<Map.Entry<byte[], byte[]>> accounts(MovedMemory memory) {
    Map<String, Known> accounts = new TreeMap<>();
    memory.paths().forEach(path -> known(accounts, path.account()).add(path));
    memory.paths().forEach(path -> known(accounts, PARTITION).add(path));
    memory.forgotten().forEach(each -> known(accounts, each.account()).forgotten = each);
    return accounts.entrySet().stream()
        .map(each -> Map.entry(HEX.parseHex(each.getKey()), each.getValue().bytes()));
  }

  private static Known known(Map<String, Known> accounts, String account) {
    return accounts.computeIfAbsent(account, absent -> new Known());
  }

  private static final class Known {
    private int count;
    private int charged;
    private @Nullable Forgotten forgotten;

    private void add(MovedPath path) {
      count++;
      charged += path.charge();
    }

    private byte[] bytes() {
      ByteBuf out = Unpooled.buffer(ACCOUNT_BYTES).writeInt(count).writeInt(charged);
      out.writeLong(forgotten == null ? 0 : forgotten.seq());
      return Texts.bytes(out.writeLong(forgotten == null ? 0 : forgotten.at()));
    }
  }
}
