package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.LockFields;

/** Writes commands as JSON; absent optional fields are left out. */
final class CommandWriter {
  private CommandWriter() {}

  static byte[] write(Command command) {
    JsonMembers out =
        new JsonMembers().number("v", CommandCodec.VERSION).constant("type", command.type().text());
    if (command instanceof AccountCommand ofAccount) {
      out.text("commandId", ofAccount.commandId()).text("account", ofAccount.account());
      LockWriter.owner(out, ofAccount.owner()).optionalText("replyTo", ofAccount.replyTo());
    }
    return particulars(out, command).toObject();
  }

  /** Writes the members that only this type of command has. */
  private static JsonMembers particulars(JsonMembers out, Command command) {
    return switch (command.type()) {
      case ACQUIRE -> acquire(out, (Acquire) command);
      case RENEW -> renew(out, (Renew) command);
      case RELEASE -> release(out, (Release) command);
      case FORCE_RELEASE -> forceRelease(out, (ForceRelease) command);
      case YIELD -> yieldRequest(out, (Yield) command);
      case KEEP_ALIVE -> out.number("leaseMs", ((KeepAlive) command).leaseMs());
      case RELEASE_ALL, TICK -> out;
      case SETTINGS -> settings(out, (SettingsChange) command);
    };
  }

  private static JsonMembers acquire(JsonMembers out, Acquire acquire) {
    LockFields fields = acquire.fields();
    out.constant("operation", fields.operation().name())
        .optionalText("path", fields.path())
        .optionalText("destination", fields.destination());
    if (fields.operation().hasExplicitTargets()) {
      out.objects("targets", fields.targets(), LockWriter::target);
    }
    LockWriter.lease(out, fields.isKept() ? "keepMs" : "leaseMs", fields);
    return LockWriter.limits(out, fields)
        .optionalNumber("graceMs", acquire.graceMs())
        .optionalText("comment", acquire.comment());
  }

  private static JsonMembers renew(JsonMembers out, Renew renew) {
    return out.text("lockId", renew.lockId())
        .optionalNumber("leaseMs", renew.leaseMs())
        .optionalText("declined", renew.declined());
  }

  private static JsonMembers release(JsonMembers out, Release release) {
    return LockWriter.outcome(out.text("lockId", release.lockId()), release.outcome());
  }

  private static JsonMembers forceRelease(JsonMembers out, ForceRelease force) {
    return out.text("lockId", force.lockId()).optionalText("comment", force.comment());
  }

  private static JsonMembers yieldRequest(JsonMembers out, Yield asked) {
    return out.text("lockId", asked.lockId())
        .optionalNumber("graceMs", asked.graceMs())
        .optionalText("comment", asked.comment());
  }

  private static JsonMembers settings(JsonMembers out, SettingsChange change) {
    change.values().forEach((setting, value) -> out.number(setting.text(), value));
    return out;
  }
}
