package io.lockarbiter.contracts.command;

import org.jspecify.annotations.Nullable;

/** A decoded record of {@code lock.commands}; each kind takes its place in the log. */
public sealed interface DecodedCommand {
  /** The account that gets a direct answer; null for ticks, settings and dead records. */
  default @Nullable String account() {
    return null;
  }

  /** The id of the command that gets a direct answer; null where {@link #account} is null. */
  default @Nullable String commandId() {
    return null;
  }

  /**
   * The address for the header of the direct answer; null if none was given, or where {@link
   * #account} is null.
   */
  default @Nullable String replyTo() {
    return null;
  }

  /** The meaning of the record where it is read in that way. */
  default DecodedCommand under(Reading reading) {
    return this;
  }

  /** A command that can be decided. */
  record Valid(Command command) implements DecodedCommand {
    @Override
    public DecodedCommand under(Reading reading) {
      return command instanceof Acquire asked ? reading.of(asked, this) : this;
    }

    @Override
    public @Nullable String account() {
      return command instanceof AccountCommand asked ? asked.account() : null;
    }

    @Override
    public @Nullable String commandId() {
      return command instanceof AccountCommand asked ? asked.commandId() : null;
    }

    @Override
    public @Nullable String replyTo() {
      return command instanceof AccountCommand asked ? asked.replyTo() : null;
    }
  }

  /** A command that is answered {@code rejected INVALID}. */
  record Refused(Refusal refusal) implements DecodedCommand {
    @Override
    public String account() {
      return refusal.account();
    }

    @Override
    public String commandId() {
      return refusal.commandId();
    }

    @Override
    public @Nullable String replyTo() {
      return refusal.replyTo();
    }
  }

  /**
   * A record that goes to the dead-letter topic, because its sender cannot be answered.
   *
   * @param why what is wrong, fit for an operator; holds no payload
   */
  record Dead(String why) implements DecodedCommand {}

  /**
   * A command with a word that not all rules know. The version in force at the record decides
   * between the two meanings.
   *
   * @param sinceRules the first rules under which {@code newer} holds
   * @param newer the meaning under those rules; answered to the same address as {@code older}
   */
  record ByRules(int sinceRules, DecodedCommand newer, DecodedCommand older)
      implements DecodedCommand {
    @Override
    public DecodedCommand under(Reading reading) {
      return (reading.rules() < sinceRules ? older : newer).under(reading);
    }

    @Override
    public @Nullable String account() {
      return newer.account();
    }

    @Override
    public @Nullable String commandId() {
      return newer.commandId();
    }

    @Override
    public @Nullable String replyTo() {
      return newer.replyTo();
    }
  }
}
