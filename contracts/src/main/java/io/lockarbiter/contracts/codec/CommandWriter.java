package io.lockarbiter.contracts.codec;

import io.lockarbiter.contracts.command.AccountCommand;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;

/** Writes commands as JSON; absent optional fields are left out. */
final class CommandWriter {
  private CommandWriter() {}

  static byte[] write(Command command) {
    JsonMembers out = new JsonMembers().number("v", CommandCodec.VERSION);
    if (command instanceof AccountCommand ofAccount) {
      writeAccountCommand(out, ofAccount);
    } else if (command instanceof SettingsChange change) {
      writeSettings(out.constant("type", CommandType.SETTINGS.text()), change);
    } else if (command instanceof Tick) {
      out.constant("type", CommandType.TICK.text());
    }
    return out.toObject();
  }

  private static void writeAccountCommand(JsonMembers out, AccountCommand command) {
    out.constant("type", type(command).text())
        .text("commandId", command.commandId())
        .text("account", command.account());
    LockWriter.owner(out, command.owner()).optionalText("replyTo", command.replyTo());
    if (command instanceof Acquire acquire) {
      writeAcquire(out, acquire);
    } else if (command instanceof Renew renew) {
      out.text("lockId", renew.lockId()).optionalNumber("leaseMs", renew.leaseMs());
    } else if (command instanceof Release release) {
      out.text("lockId", release.lockId()).claim("gone", release.gone());
    } else if (command instanceof ForceRelease force) {
      out.text("lockId", force.lockId()).optionalText("comment", force.comment());
    }
  }

  private static CommandType type(AccountCommand command) {
    if (command instanceof Acquire) {
      return CommandType.ACQUIRE;
    }
    if (command instanceof Renew) {
      return CommandType.RENEW;
    }
    return command instanceof Release ? CommandType.RELEASE : CommandType.FORCE_RELEASE;
  }

  private static void writeAcquire(JsonMembers out, Acquire acquire) {
    out.constant("operation", acquire.operation().name())
        .optionalText("path", acquire.path())
        .optionalText("destination", acquire.destination());
    if (acquire.operation().hasExplicitTargets()) {
      out.objects("targets", LockWriter.targets(acquire.targets()));
    }
    LockWriter.limits(
        out, acquire.leaseMs(), acquire.waitMs(), acquire.holding(), acquire.attributes());
  }

  private static void writeSettings(JsonMembers out, SettingsChange change) {
    out.optionalNumber("rules", change.rules())
        .optionalNumber("partitions", change.partitions())
        .optionalNumber("locksPerSubAccount", change.locksPerSubAccount())
        .optionalNumber("locksPerAccount", change.locksPerAccount())
        .optionalNumber("waitersPerAccount", change.waitersPerAccount())
        .optionalNumber("acquiresPerWindow", change.acquiresPerWindow())
        .optionalNumber("windowMs", change.windowMs())
        .optionalNumber("repeatMs", change.repeatMs())
        .optionalNumber("repeatEntries", change.repeatEntries());
  }
}
