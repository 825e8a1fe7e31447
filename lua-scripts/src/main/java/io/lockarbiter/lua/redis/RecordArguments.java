package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.LockJson;
import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Refusal;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Log records as arguments of {@code decide.lua}: what {@link RecordArgument} lists, values. */
final class RecordArguments {
  private final List<byte[]> values = new ArrayList<>();

  private RecordArguments() {}

  static List<byte[]> of(LogRecord record) {
    RecordArguments arguments = new RecordArguments();
    RecordKind kind = arguments.addContent(record.content());
    List<byte[]> all = new ArrayList<>(RecordArgument.values().length + arguments.values.size());
    for (RecordArgument argument : RecordArgument.values()) {
      all.add(
          bytes(
              switch (argument) {
                case KIND -> kind.letter();
                case VALUE_COUNT -> arguments.values.size();
                case OFFSET -> record.offset();
                case APPENDED_AT -> record.appendedAt();
                case LEADER_EPOCH -> record.leaderEpoch();
              }));
    }
    all.addAll(arguments.values);
    return all;
  }

  /** An argument; nothing is empty. */
  static byte[] bytes(@Nullable Object value) {
    return value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void add(@Nullable Object value) {
    values.add(bytes(value));
  }

  private RecordKind addContent(DecodedCommand content) {
    if (content instanceof DecodedCommand.Valid valid) {
      return addCommand(valid.command());
    }
    if (content instanceof DecodedCommand.Refused refused) {
      addRefusal(refused.refusal());
      return RecordKind.INVALID;
    }
    return RecordKind.TICK;
  }

  private RecordKind addCommand(Command command) {
    return switch (command.type()) {
      case ACQUIRE -> addAcquire((Acquire) command);
      case RENEW -> addReference(RecordKind.RENEW, (Renew) command, ((Renew) command).leaseMs());
      case RELEASE ->
          addReference(
              RecordKind.RELEASE, (Release) command, ((Release) command).gone() ? "1" : "0");
      case FORCE_RELEASE ->
          addReference(
              RecordKind.FORCE_RELEASE, (ForceRelease) command, operator((ForceRelease) command));
      case SETTINGS -> addSettings((SettingsChange) command);
      case TICK -> RecordKind.TICK;
    };
  }

  private RecordKind addAcquire(Acquire acquire) {
    LockJson json = LockJson.of(acquire.account(), acquire.fields());
    for (AcquireArgument argument : AcquireArgument.values()) {
      add(argument.of(acquire, json));
    }
    acquire.fields().holding().forEach(this::add);
    for (int i = 0; i < acquire.fields().targets().size(); i++) {
      Target target = acquire.fields().targets().get(i);
      add(RenderedLua.number(target.mode()));
      add(target.path().key());
      add(json.targets().get(i));
    }
    return RecordKind.ACQUIRE;
  }

  private RecordKind addReference(
      RecordKind kind, AccountCommand command, @Nullable Object further) {
    for (ReferenceArgument argument : ReferenceArgument.values()) {
      add(argument.of(command));
    }
    add(further);
    return kind;
  }

  static String subject(AccountCommand command) {
    String session = command.owner().session();
    return ",\"lockId\":"
        + LockJson.quote(command.lockId())
        + ",\"subAccount\":"
        + LockJson.quote(command.owner().subAccount())
        + (session == null ? "" : ",\"session\":" + LockJson.quote(session));
  }

  private static String operator(ForceRelease force) {
    String comment =
        force.comment() == null ? "" : ",\"comment\":" + LockJson.quote(force.comment());
    return ",\"by\":" + LockJson.quote(force.owner().subAccount()) + comment;
  }

  private void addRefusal(Refusal refusal) {
    for (RefusalArgument argument : RefusalArgument.values()) {
      add(argument.of(refusal));
    }
  }

  private RecordKind addSettings(SettingsChange change) {
    for (Setting setting : Setting.values()) {
      add(change.get(setting));
    }
    return RecordKind.SETTINGS;
  }
}
