package io.lockarbiter.contracts.command;

import io.lockarbiter.contracts.command.DecodedCommand.Refused;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How records are read: the part of the settings on which the meaning of a command depends, and not
 * only its decision.
 *
 * @param rules the version of the rules
 * @param withoutCase whether names that differ in case alone are one name
 * @param withoutBackslash whether paths with a backslash are invalid
 * @param withoutExisting whether an acquire that says that its paths exist is invalid
 */
public record Reading(
    int rules, boolean withoutCase, boolean withoutBackslash, boolean withoutExisting) {
  /** The reading in a log that has told no settings. */
  public static final Reading INITIAL = of(Settings.INITIAL);

  /** Added to the {@link #number} of a reading without case. */
  public static final int WITHOUT_CASE = 1 << 30;

  /** Added to the {@link #number} of a reading without backslashes. */
  public static final int WITHOUT_BACKSLASH = 1 << 29;

  /** Added to the {@link #number} of a reading without {@code existing}. */
  public static final int WITHOUT_EXISTING = 1 << 28;

  private static final String NO_EXISTING =
      "existing is given, but no moves are remembered here. Fix: lockarbiter.moves.remembered=true on all instances, or leave it out";

  /** The reading where these settings are in force. */
  public static Reading of(Settings settings) {
    return new Reading(
        settings.get(Setting.RULES),
        settings.areNamesWithoutCase(),
        settings.get(Setting.NAMES_WITHOUT_BACKSLASH) != 0,
        settings.get(Setting.REMEMBERS_MOVES) == 0);
  }

  /** The reading in which nothing is invalid that some settings allow. */
  public static Reading allowingAll(int rules) {
    return new Reading(rules, false, false, false);
  }

  /** The reading with this {@link #number}. */
  public static Reading ofNumber(int number) {
    return new Reading(
        number & ~(WITHOUT_CASE | WITHOUT_BACKSLASH | WITHOUT_EXISTING),
        (number & WITHOUT_CASE) != 0,
        (number & WITHOUT_BACKSLASH) != 0,
        (number & WITHOUT_EXISTING) != 0);
  }

  /** This reading as a number; no other has the same. */
  public int number() {
    return rules
        + (withoutCase ? WITHOUT_CASE : 0)
        + (withoutBackslash ? WITHOUT_BACKSLASH : 0)
        + (withoutExisting ? WITHOUT_EXISTING : 0);
  }

  /** The same reading under another version of the rules. */
  public Reading withRules(int otherRules) {
    return new Reading(otherRules, withoutCase, withoutBackslash, withoutExisting);
  }

  /**
   * The meaning of an acquire.
   *
   * @param plain the acquire as it is with case and backslashes
   */
  DecodedCommand of(Acquire asked, Valid plain) {
    LockFields lock = asked.fields();
    if (withoutExisting && lock.existing() != null) {
      return new Refused(
          new Refusal(
              asked.account(), asked.commandId(), asked.replyTo(), "existing", NO_EXISTING));
    }
    if (!withoutCase && !withoutBackslash) {
      return plain;
    }
    try {
      LockPath path = read("path", lock.path());
      LockPath destination = read("destination", lock.destination());
      if (path == null) {
        return asked(asked, lock.withPaths(null, null, targets(lock.targets())));
      }
      String problem = destination == null ? null : lock.operation().problem(path, destination);
      if (problem != null) {
        throw new BadPath("destination", "destination " + problem);
      }
      List<Target> targets = lock.operation().targets(path, destination);
      return asked(asked, lock.withPaths(path, destination, targets));
    } catch (BadPath bad) {
      return new Refused(
          new Refusal(asked.account(), asked.commandId(), asked.replyTo(), bad.field, bad.problem));
    }
  }

  /**
   * A path of a question, as it is compared with those of locks.
   *
   * @throws BadPathException if it cannot be
   */
  public LockPath of(LockPath path) {
    return withoutCase ? path.withoutCase() : path;
  }

  /**
   * A path of a request, as it is compared.
   *
   * @throws BadPathException if requests for it are refused
   */
  public LockPath ofRequest(LockPath path) {
    return of(withoutBackslash ? path.withoutBackslash() : path);
  }

  /** The targets of a question, likewise. */
  public List<Target> of(List<Target> targets) {
    return targets.stream().map(target -> target.at(of(target.path()))).toList();
  }

  private static Valid asked(Acquire asked, LockFields lock) {
    return new Valid(
        new Acquire(asked.account(), asked.replyTo(), lock, asked.graceMs(), asked.comment()));
  }

  private @Nullable LockPath read(String field, @Nullable LockPath path) throws BadPath {
    return path == null ? null : read(field, field, path);
  }

  private LockPath read(String field, String name, LockPath path) throws BadPath {
    try {
      return ofRequest(path);
    } catch (BadPathException e) {
      throw new BadPath(field, name + " " + e.problem());
    }
  }

  /** The targets; those that are equal now count once. */
  private List<Target> targets(List<Target> targets) throws BadPath {
    Set<Target> read = new LinkedHashSet<>();
    int index = 0;
    for (Target target : targets) {
      String name = "targets[" + index++ + "].path";
      read.add(target.at(read("targets", name, target.path())));
    }
    return List.copyOf(read);
  }

  private static final class BadPath extends Exception {
    private final String field;
    private final String problem;

    BadPath(String field, String problem) {
      super(problem, null, false, false);
      this.field = field;
      this.problem = problem;
    }
  }
}
