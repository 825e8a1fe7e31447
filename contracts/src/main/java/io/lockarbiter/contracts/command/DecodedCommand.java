package io.lockarbiter.contracts.command;

import org.jspecify.annotations.Nullable;

/**
 * A decoded record of {@code lock.commands}; each of the three kinds takes its place in the log.
 */
public sealed interface DecodedCommand {
  /** The account that gets a direct answer; null for ticks, settings and what is dead. */
  default @Nullable String account() {
    return null;
  }

  /** The id of the command that gets a direct answer; null as {@link #account}. */
  default @Nullable String commandId() {
    return null;
  }

  /** The address that the direct answer's header carries; null if none was given or as above. */
  default @Nullable String replyTo() {
    return null;
  }

  /** What it is under a version of the rules. */
  default DecodedCommand under(int rules) {
    return this;
  }

  /** A command that can be decided. */
  record Valid(Command command) implements DecodedCommand {
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

  /** Answered {@code rejected INVALID}. */
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
   * Goes to the dead-letter topic, because nobody can be told.
   *
   * @param why what is wrong, fit for an operator; holds no payload
   */
  record Dead(String why) implements DecodedCommand {}

  /**
   * A command with a word that not all rules know. Which of the two it is, the version decides that
   * is in force at the record.
   *
   * @param sinceRules the first rules under which it is {@code newer}
   * @param newer answered to the same address as {@code older}
   */
  record ByRules(int sinceRules, DecodedCommand newer, DecodedCommand older)
      implements DecodedCommand {
    @Override
    public DecodedCommand under(int rules) {
      return rules < sinceRules ? older.under(rules) : newer;
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
