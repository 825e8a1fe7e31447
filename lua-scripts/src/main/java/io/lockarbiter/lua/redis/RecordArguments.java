package io.lockarbiter.lua.redis;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.codec.ContentDigest;
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
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.lua.store.LogRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Log records as arguments of {@code decide.lua}, in the order that its header lists. */
final class RecordArguments {
  private RecordArguments() {}

  /**
   * The arguments of one record: kind, number of values, offset, append time, leader epoch, values.
   */
  static List<byte[]> of(LogRecord record) {
    List<String> values = new ArrayList<>();
    String kind = addContent(record.content(), values);
    List<byte[]> arguments = new ArrayList<>(values.size() + 5);
    arguments.add(bytes(kind));
    arguments.add(bytes(Integer.toString(values.size())));
    arguments.add(bytes(Long.toString(record.offset())));
    arguments.add(bytes(Long.toString(record.appendedAt())));
    arguments.add(bytes(Integer.toString(record.leaderEpoch())));
    for (String value : values) {
      arguments.add(bytes(value));
    }
    return arguments;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String addContent(DecodedCommand content, List<String> values) {
    if (content instanceof DecodedCommand.Valid valid) {
      return addCommand(valid.command(), values);
    }
    if (content instanceof DecodedCommand.Refused refused) {
      addRefusal(refused.refusal(), values);
      return "I";
    }
    return "T";
  }

  private static String addCommand(Command command, List<String> values) {
    if (command instanceof Acquire acquire) {
      addAcquire(acquire, values);
      return "A";
    } else if (command instanceof Renew renew) {
      addReference(renew, values);
      values.add(renew.leaseMs() == null ? "" : renew.leaseMs().toString());
      return "N";
    } else if (command instanceof Release release) {
      addReference(release, values);
      values.add(release.gone() ? "1" : "0");
      return "R";
    } else if (command instanceof ForceRelease force) {
      addReference(force, values);
      values.add(operator(force));
      return "F";
    } else if (command instanceof SettingsChange change) {
      addSettings(change, values);
      return "S";
    } else if (command instanceof Tick) {
      return "T";
    }
    throw new IllegalStateException("no arguments for " + command.getClass());
  }

  private static void addAcquire(Acquire acquire, List<String> values) {
    LockFields fields = LockFields.of(acquire);
    LockJson json = LockJson.of(acquire.account(), fields);
    values.add(acquire.account());
    values.add(acquire.commandId());
    values.add(Integer.toString(AccountHash.of(acquire.account())));
    values.add(orEmpty(acquire.replyTo()));
    values.add(json.account());
    values.add(json.lockId());
    values.add(acquire.owner().subAccount());
    values.add(orEmpty(acquire.owner().session()));
    values.add(Long.toString(acquire.leaseMs()));
    values.add(ContentDigest.of(fields));
    values.add(json.head());
    values.add(json.tail());
    values.add(Long.toString(acquire.waitMs()));
    values.add(Integer.toString(acquire.holding().size()));
    values.addAll(acquire.holding());
    for (int i = 0; i < acquire.targets().size(); i++) {
      Target target = acquire.targets().get(i);
      values.add(modeNumber(target));
      values.add(target.path().key());
      values.add(json.targets().get(i));
    }
  }

  /** A target's mode as the scripts number them, 1 to 5. */
  static byte[] mode(Target target) {
    return bytes(modeNumber(target));
  }

  private static String modeNumber(Target target) {
    return Integer.toString(target.mode().ordinal() + 1);
  }

  private static void addReference(AccountCommand command, List<String> values) {
    values.add(command.account());
    values.add(command.lockId());
    values.add(Integer.toString(AccountHash.of(command.account())));
    values.add(orEmpty(command.replyTo()));
    values.add(LockJson.quote(command.account()));
    values.add(LockJson.quote(command.commandId()));
    Owner owner = command.owner();
    values.add(owner.subAccount());
    values.add(orEmpty(owner.session()));
    String session =
        owner.session() == null ? "" : ",\"session\":" + LockJson.quote(owner.session());
    values.add(
        "\"lockId\":"
            + LockJson.quote(command.lockId())
            + ",\"subAccount\":"
            + LockJson.quote(owner.subAccount())
            + session);
  }

  private static String operator(ForceRelease force) {
    String comment =
        force.comment() == null ? "" : ",\"comment\":" + LockJson.quote(force.comment());
    return "\"by\":" + LockJson.quote(force.owner().subAccount()) + comment;
  }

  private static void addRefusal(Refusal refusal, List<String> values) {
    values.add(refusal.account());
    values.add(orEmpty(refusal.replyTo()));
    values.add(LockJson.quote(refusal.account()));
    values.add(LockJson.quote(refusal.commandId()));
    values.add(
        "\"reason\":\""
            + RejectReason.INVALID
            + "\",\"message\":"
            + LockJson.quote(refusal.message())
            + ",\"field\":"
            + LockJson.quote(refusal.field()));
  }

  private static void addSettings(SettingsChange change, List<String> values) {
    values.add(orEmpty(change.rules()));
    values.add(orEmpty(change.partitions()));
    values.add(orEmpty(change.locksPerSubAccount()));
    values.add(orEmpty(change.locksPerAccount()));
    values.add(orEmpty(change.waitersPerAccount()));
    values.add(orEmpty(change.acquiresPerWindow()));
    values.add(orEmpty(change.windowMs()));
    values.add(orEmpty(change.repeatMs()));
    values.add(orEmpty(change.repeatEntries()));
  }

  private static String orEmpty(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
