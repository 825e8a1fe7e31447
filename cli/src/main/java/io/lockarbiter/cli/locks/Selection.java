package io.lockarbiter.cli.locks;

import io.lockarbiter.cli.connect.ArbiterHttp;
import io.lockarbiter.cli.text.DurationConverter;
import io.lockarbiter.contracts.lock.BadPathException;
import io.lockarbiter.contracts.lock.IdRule;
import io.lockarbiter.contracts.lock.LockPath;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say which check-outs or freezes a command is about. */
final class Selection {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(names = "--account", paramLabel = "ID", required = true, description = "The account.")
  private String account = "";

  @Option(
      names = "--sub-account",
      paramLabel = "ID",
      description = "Those of this member only, in whatever session.")
  private @Nullable String subAccount;

  @Option(
      names = "--under",
      paramLabel = "PATH",
      description = "Those of this path and of everything below it only.")
  private @Nullable String under;

  @Option(
      names = "--older-than",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description =
          "Those granted longer ago than this only, by log time, which may be minutes late in a quiet partition: 90m, 36h, 30d.")
  private @Nullable Duration olderThan;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description =
          "Most of them, the oldest first: 1 to " + LocksView.MOST + ". Default: ${DEFAULT-VALUE}.")
  private int limit = 1_000;

  @Option(
      names = "--arbiter",
      paramLabel = "URL",
      description =
          "Address of the HTTP side of any arbiter of the deployment. Default: ${DEFAULT-VALUE}.")
  private String arbiter = ArbiterHttp.BY_DEFAULT;

  private final Protection kind;

  Selection(Protection kind) {
    this.kind = kind;
  }

  /** The kind of lock. */
  Protection kind() {
    return kind;
  }

  /** The address of the arbiter that is asked. */
  String arbiter() {
    return arbiter;
  }

  /** Says whether an option narrows the locks of the account. */
  boolean isNarrowed() {
    return subAccount != null || under != null || olderThan != null;
  }

  /**
   * Asks an arbiter.
   *
   * @param lockIds those with these ids only; empty = with any
   * @throws ParameterException if an option is wrong
   */
  ListedLocks read(List<String> lockIds) throws InterruptedException {
    ArbiterHttp.requireUrl(Objects.requireNonNull(spec), arbiter);
    requireId("--account", account);
    if (subAccount != null) {
      requireId("--sub-account", subAccount);
    }
    if (limit < 1 || limit > LocksView.MOST) {
      throw wrong("--limit=%d, expected 1 to %d".formatted(limit, LocksView.MOST));
    }
    LocksView view = LocksView.of(kind, arbiter, account, path().toString());
    return ListedLocks.of(view, each -> isWanted(each, view.at()) && isNamed(each, lockIds), limit);
  }

  private static boolean isNamed(ListedLock lock, List<String> lockIds) {
    return lockIds.isEmpty() || lockIds.contains(lock.lockId());
  }

  private boolean isWanted(ListedLock lock, long now) {
    return (subAccount == null || subAccount.equals(lock.subAccount()))
        && (olderThan == null || now - lock.grantedAt() > olderThan.toMillis());
  }

  private LockPath path() {
    try {
      return under == null ? LockPath.ROOT : LockPath.of(withoutLastSlash(under));
    } catch (BadPathException e) {
      throw wrong("--under=%s %s".formatted(under, e.problem()));
    }
  }

  /** The path, as tab completion may write that of a folder. */
  private static String withoutLastSlash(String path) {
    return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
  }

  void requireId(String option, String id) {
    String problem = IdRule.problem(id);
    if (problem != null) {
      throw wrong("%s=%s %s".formatted(option, id, problem));
    }
  }

  /** A failure for a wrong option. */
  ParameterException wrong(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
