package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Reading;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.ReleaseAll;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Names;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A log record as {@code decide.lua} takes it.
 *
 * @param kind the kind of the record
 * @param command the command that names a lock or an owner; null if none does
 * @param number one more value of the kind, 0 if it has none: 1 of an acquire that replaces a lock,
 *     {@link #ASKING} and graceMs of one that asks holders to yield, leaseMs of a renewal, the
 *     claims of a release, graceMs + 1 of a request to yield, 1 of a command to release all of one
 *     session, leaseMs of a command to keep a session alive
 * @param content the bytes that the kind keeps or publishes
 */
record RecordArguments(
    LogRecord record,
    RecordKind kind,
    @Nullable AccountCommand command,
    long number,
    byte[] content) {
  /** The highest byte is 1, the others have room for any grace. */
  private static final int ASKING = 1 << 24;

  private static final byte[] NOTHING = {};
  private static final byte[] NO_NAME = new byte[Names.BYTES];

  /**
   * The arguments of a log record.
   *
   * @param reading that of the settings in force at the record
   * @param newestRules the newest rules that are known
   * @param packing may be that of other records
   */
  static RecordArguments of(LogRecord record, Reading reading, int newestRules, Packing packing) {
    DecodedCommand content = record.content().under(reading);
    if (content instanceof DecodedCommand.Valid valid) {
      return bringsUnknownRules(valid.command(), newestRules)
          ? new RecordArguments(record, RecordKind.TICK, null, 0, NOTHING)
          : of(record, valid.command(), packing);
    }
    if (content instanceof DecodedCommand.Refused refused) {
      return new RecordArguments(
          record, RecordKind.INVALID, null, 0, CommandBytes.of(refused.refusal(), packing));
    }
    return new RecordArguments(record, RecordKind.TICK, null, 0, NOTHING);
  }

  /**
   * Says whether a settings record brings rules that this build does not know. It is not obeyed;
   * the scripts know only the rules of the partition.
   */
  private static boolean bringsUnknownRules(Command command, int newestRules) {
    Integer rules = command instanceof SettingsChange change ? change.get(Setting.RULES) : null;
    return rules != null && rules > newestRules;
  }

  private static RecordArguments of(LogRecord record, Command command, Packing packing) {
    return switch (command.type()) {
      case ACQUIRE -> {
        Acquire acquire = (Acquire) command;
        Long graceMs = acquire.graceMs();
        if (graceMs != null) {
          yield new RecordArguments(
              record, RecordKind.ACQUIRE, acquire, ASKING + graceMs, asking(acquire, packing));
        }
        byte[] lock = LockBytes.of(acquire, packing);
        int replaces = acquire.fields().replaces() == null ? 0 : 1;
        yield new RecordArguments(record, RecordKind.ACQUIRE, acquire, replaces, lock);
      }
      case RENEW -> {
        Long leaseMs = ((Renew) command).leaseMs();
        yield reference(record, RecordKind.RENEW, command, leaseMs == null ? 0 : leaseMs, packing);
      }
      case RELEASE ->
          reference(
              record,
              RecordKind.RELEASE,
              command,
              Claims.of(((Release) command).outcome()),
              packing);
      case FORCE_RELEASE -> reference(record, RecordKind.FORCE_RELEASE, command, 0, packing);
      case YIELD -> {
        Long graceMs = ((Yield) command).graceMs();
        yield reference(
            record, RecordKind.YIELD, command, graceMs == null ? 0 : graceMs + 1, packing);
      }
      case RELEASE_ALL -> {
        ReleaseAll all = (ReleaseAll) command;
        int ofSession = all.owner().session() == null ? 0 : 1;
        yield new RecordArguments(
            record, RecordKind.RELEASE_ALL, all, ofSession, releaseAll(all, packing));
      }
      case KEEP_ALIVE -> {
        KeepAlive keep = (KeepAlive) command;
        yield new RecordArguments(
            record, RecordKind.KEEP_ALIVE, keep, keep.leaseMs(), keepAlive(keep, packing));
      }
      case SETTINGS ->
          new RecordArguments(record, RecordKind.SETTINGS, null, 0, text((SettingsChange) command));
      case TICK -> new RecordArguments(record, RecordKind.TICK, null, 0, NOTHING);
    };
  }

  /** LOCK, then what the events tell of the request, and the length of that. */
  private static byte[] asking(Acquire acquire, Packing packing) {
    byte[] lock = LockBytes.of(acquire, packing);
    byte[] command = CommandBytes.of(acquire, packing);
    return ByteBuffer.allocate(lock.length + command.length + Short.BYTES)
        .put(lock)
        .put(command)
        .putShort((short) command.length)
        .array();
  }

  /** The names of account and sub-account, then COMMAND. */
  private static byte[] releaseAll(ReleaseAll all, Packing packing) {
    byte[] command = CommandBytes.of(all, packing);
    String subAccount = all.owner().subAccount();
    return ByteBuffer.allocate(2 * Names.BYTES + command.length)
        .put(packing.names().account(all.account()))
        .put(packing.names().subAccount(all.account(), subAccount))
        .put(command)
        .array();
  }

  /** The names of account and sub-account, the charge and the key of the session, COMMAND. */
  private static byte[] keepAlive(KeepAlive keep, Packing packing) {
    byte[] command = CommandBytes.of(keep, packing);
    byte[] key = LiveSession.key(keep.account(), keep.owner());
    String subAccount = keep.owner().subAccount();
    return ByteBuffer.allocate(
            2 * Names.BYTES + Integer.BYTES + Short.BYTES + key.length + command.length)
        .put(packing.names().account(keep.account()))
        .put(packing.names().subAccount(keep.account(), subAccount))
        .putInt(LiveSession.charge(keep.account(), keep.owner()))
        .putShort((short) key.length)
        .put(key)
        .put(command)
        .array();
  }

  private static RecordArguments reference(
      LogRecord record, RecordKind kind, Command command, long number, Packing packing) {
    AccountCommand reference = (AccountCommand) command;
    return new RecordArguments(
        record, kind, reference, number, CommandBytes.of(reference, packing));
  }

  private static byte[] text(SettingsChange change) {
    return bytes(
        Stream.of(Setting.values())
            .map(setting -> change.get(setting) == null ? "" : String.valueOf(change.get(setting)))
            .collect(Collectors.joining(",")));
  }

  /** An argument as bytes; null becomes empty bytes. */
  static byte[] bytes(@Nullable Object value) {
    return value == null ? NOTHING : value.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Writes the entry of the record, see {@code decide.lua}. */
  void writeEntry(ByteBuf out, Names names) {
    out.writeByte(kind.letter());
    out.writeLong(record.offset()).writeLong(record.appendedAt()).writeInt(record.leaderEpoch());
    if (command == null) {
      out.writeInt(0).writeBytes(NO_NAME).writeBytes(NO_NAME);
    } else {
      out.writeInt(AccountHash.of(command.account()));
      String lockId = command.lockId();
      out.writeBytes(lockId == null ? NO_NAME : names.lock(command.account(), lockId));
      out.writeBytes(names.owner(command.account(), command.owner()));
    }
    out.writeInt((int) number);
  }
}
