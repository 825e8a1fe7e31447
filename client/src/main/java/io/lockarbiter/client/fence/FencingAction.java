package io.lockarbiter.client.fence;

import io.lockarbiter.client.Lease;
import io.lockarbiter.contracts.lock.Compatibility;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Relation;
import io.lockarbiter.contracts.lock.Target;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An action that a holder is about to perform in the storage, under one lock. Immutable. */
public final class FencingAction {
  private final Parts all;

  private record Parts(
      String account,
      long token,
      long run,
      @Nullable String holder,
      List<Target> targets,
      boolean last) {
    Parts {
      checkId("account", account);
      if (holder != null) {
        checkId("holder", holder);
      }
      if (token < 1 || run < 0 || targets.isEmpty()) {
        throw new IllegalArgumentException(
            "A fencing action has token=%d, run=%d and %d targets; expected a token from 1, a run from 0, and a target"
                .formatted(token, run, targets.size()));
      }
      if (!targets.stream().allMatch(target -> target.mode().acts())) {
        throw new IllegalArgumentException(
            "token=%d is that of %s (%s), which protects and never acts. Acquire a lock for what is to be done, an upload for example, and act by its token."
                .formatted(token, protection(targets), text(targets)));
      }
      targets = List.copyOf(targets);
    }

    private static String protection(List<Target> targets) {
      List<Mode> modes = targets.stream().map(Target::mode).toList();
      return modes.contains(Mode.CLOSE)
          ? "a closed account"
          : modes.contains(Mode.FREEZE) ? "a freeze" : "a check-out";
    }
  }

  private FencingAction(
      String account,
      long token,
      long run,
      @Nullable String holder,
      List<Target> targets,
      boolean last) {
    all = new Parts(account, token, run, holder, targets, last);
  }

  /**
   * An action on several targets; the guard admits all or none.
   *
   * @throws IllegalArgumentException if they are those of a check-out or a freeze, which never acts
   */
  public static FencingAction of(String account, long token, List<Target> targets) {
    return new FencingAction(account, token, 0, null, targets, false);
  }

  /**
   * An action on all targets of a lease, with its run.
   *
   * @throws IllegalArgumentException if it is that of a check-out or a freeze, which never acts
   */
  public static FencingAction of(Lease lease) {
    return of(lease.account(), lease.token(), lease.lock().targets()).run(lease.run());
  }

  /** An action on one path. */
  public static FencingAction of(String account, long token, Mode mode, String path) {
    return of(account, token, List.of(new Target(LockPath.of(path), mode)));
  }

  /** The account whose tree is locked. */
  public String account() {
    return all.account;
  }

  /** The lock's fencing token. */
  public long token() {
    return all.token;
  }

  /**
   * The run of the lock's job that acts, as {@link Lease#run()}; later runs have higher numbers.
   */
  public long run() {
    return all.run;
  }

  /**
   * The name that a holder gives to several locks which it uses at once; null: this lock stands
   * alone.
   */
  public @Nullable String holder() {
    return all.holder;
  }

  /**
   * The touched targets: those of the lock, or those really touched below them. A mode that only
   * newer arbiters know counts as EXCLUSIVE.
   */
  public List<Target> targets() {
    return all.targets;
  }

  /** Says whether it is the lock's last action: none is admitted after it, of any run. */
  public boolean last() {
    return all.last;
  }

  /**
   * The same action, on this path alone.
   *
   * @throws IllegalArgumentException if no target covers it: the lock does not protect a path
   *     elsewhere, or an action in a mode that excludes more others
   */
  public FencingAction on(Mode mode, String path) {
    LockPath touched = LockPath.of(path).comparedAs(all.targets.get(0).path());
    Target one = new Target(touched, mode);
    if (all.targets.stream().noneMatch(target -> covers(target, one))) {
      throw new IllegalArgumentException(
          "%s of path=%s is not covered by token=%d, which has %s. Others may act there at the same time, so it must not be done under this lock. Acquire one that has a target at or above the path, in a mode that excludes as much."
              .formatted(mode, path, all.token, text(all.targets)));
    }
    return new FencingAction(all.account, all.token, all.run, all.holder, List.of(one), all.last);
  }

  /**
   * The same action in a deployment that compares names without case. Say it of every action from
   * the start: one {@link #of(Lease)} is otherwise compared as the lock's events say, and with case
   * if the lock is from before the deployment's first settings.
   */
  public FencingAction withoutCase() {
    List<Target> targets =
        all.targets.stream().map(target -> target.at(target.path().withoutCase())).toList();
    return new FencingAction(all.account, all.token, all.run, all.holder, targets, all.last);
  }

  private static String text(List<Target> targets) {
    return targets.stream()
        .map(target -> target.modeWord() + " " + target.path())
        .collect(Collectors.joining(", "));
  }

  private static boolean covers(Target target, Target touched) {
    Relation above = touched.path().relationOf(target.path());
    return target.mode() != Mode.UNKNOWN
        && (above == Relation.SAME || above == Relation.ANCESTOR)
        && excludesAsMuch(target.mode(), touched.mode(), Relation.SAME)
        && excludesAsMuch(target.mode(), touched.mode(), Relation.ANCESTOR);
  }

  private static boolean excludesAsMuch(Mode mode, Mode other, Relation where) {
    return Compatibility.conflictingModes(mode, where)
        .containsAll(Compatibility.conflictingModes(other, where));
  }

  /** The same action, with the run of a job that may run more than once. */
  public FencingAction run(long number) {
    return new FencingAction(all.account, all.token, number, all.holder, all.targets, all.last);
  }

  /**
   * The same action, with one name for all locks of the account that the holder uses at once and
   * whose actions it orders itself: these never refuse each other. The name must be unique to a
   * unit of work (a random UUID, say). Two processes, or a job and its repetition, under one name
   * would not be kept apart.
   */
  public FencingAction holder(String name) {
    return new FencingAction(all.account, all.token, all.run, name, all.targets, all.last);
  }

  /** The same action, as the last one of its lock. */
  public FencingAction asLast() {
    return new FencingAction(
        all.account, all.token, all.run, all.holder, all.targets, /* last= */ true);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FencingAction action && all.equals(action.all);
  }

  @Override
  public int hashCode() {
    return all.hashCode();
  }

  @Override
  public String toString() {
    return "FencingAction" + all.toString().substring(Parts.class.getSimpleName().length());
  }

  private static void checkId(String name, String id) {
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw new IllegalArgumentException("The " + name + " of a fencing action " + problem);
    }
  }
}
