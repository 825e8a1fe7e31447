package io.lockarbiter.lua.history;

import io.lockarbiter.contracts.codec.AccountHash;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.contracts.lock.Target;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Draws names, paths and times from small pools, so that they collide. The pools contain texts that
 * are easily encoded wrongly: quotes, backslashes, control characters, text beyond ASCII, names
 * that begin alike.
 */
final class HistoryWords {
  static final int PARTITIONS = 3;
  static final int PARTITION = 1;

  private static final List<String> ACCOUNTS =
      List.of("acme", "a\"b\\c", "konto-é", "文档", "globex", "initech", "umbrella", "𝄞", "a", "ab");
  private static final List<String> OWN_ACCOUNTS =
      ACCOUNTS.stream().filter(HistoryWords::isOwn).toList();
  private static final List<String> OTHER_ACCOUNTS =
      ACCOUNTS.stream().filter(account -> !isOwn(account)).toList();
  private static final List<String> SUB_ACCOUNTS = List.of("u1", "u2", "u3", "ü\"4\\");
  private static final List<String> SESSIONS = List.of("web", "app", "\"s\"");
  private static final List<String> TOP_SEGMENTS =
      List.of("a", "A", "a-b", "b", "Ab", "文档", "q\"\\t");
  private static final List<String> SEGMENTS =
      List.of("a", "b", "B", "a-b", "𝄞", "～", "a b", "ß", "SS");
  private static final List<String> REPLY_ADDRESSES = List.of("gw-1", "gw-2", "gw\"\\ü");
  private static final List<String> TEXTS =
      List.of("", "u-77", "zwei\nZeilen", "\"q\"", "\\", "\u0001\u001f\u007f", "文档𝄞");
  private static final List<Long> LEASES = List.of(1_000L, 1_000L, 2_000L, 3_000L);

  private final Random random;
  private int ids;
  private boolean saysThatPathsExist;

  HistoryWords(Random random) {
    this.random = random;
  }

  private static boolean isOwn(String account) {
    return AccountHash.partition(account, PARTITIONS) == PARTITION;
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** Mostly one of the last few choices. */
  <T> T recent(List<T> choices) {
    int first = chance(0.7) ? Math.max(0, choices.size() - 25) : 0;
    return choices.get(first + below(choices.size() - first));
  }

  /** Mostly an account of the partition; sometimes one of another partition. */
  String account() {
    return oneOf(chance(0.97) ? OWN_ACCOUNTS : OTHER_ACCOUNTS);
  }

  /** An account of the partition. */
  String ownAccount() {
    return oneOf(OWN_ACCOUNTS);
  }

  /** An id that was not used before. */
  String newId() {
    ids++;
    return chance(0.9) ? "c" + ids : "ü\"" + ids + "\\";
  }

  /** An owner for each number below four. */
  Owner owner(int number) {
    return new Owner(SUB_ACCOUNTS.get(number % SUB_ACCOUNTS.size()), null);
  }

  Owner owner() {
    return new Owner(oneOf(SUB_ACCOUNTS), chance(0.6) ? null : oneOf(SESSIONS));
  }

  Owner ownerWithSession() {
    return new Owner(oneOf(SUB_ACCOUNTS), oneOf(SESSIONS));
  }

  @Nullable String replyTo() {
    return chance(0.5) ? null : oneOf(REPLY_ADDRESSES);
  }

  String text() {
    return oneOf(TEXTS);
  }

  SortedMap<String, String> attributes() {
    SortedMap<String, String> attributes = new TreeMap<>();
    int size = chance(0.7) ? 0 : below(3);
    for (int i = 0; i < size; i++) {
      attributes.put(text(), text());
    }
    if (chance(0.15)) {
      attributes.put(LockFields.NOTE, (text() + "𝄞").repeat(1 + below(40)));
    }
    return attributes;
  }

  /** A path from the root to five segments deep. */
  LockPath path() {
    int depth = chance(0.03) ? 0 : 1 + below(5);
    StringBuilder path = new StringBuilder(depth == 0 ? "/" : "");
    for (int i = 0; i < depth; i++) {
      path.append('/').append(oneOf(i == 0 ? TOP_SEGMENTS : SEGMENTS));
    }
    return LockPath.of(path.toString());
  }

  /** A path one or two segments further down. */
  LockPath below(LockPath path) {
    String text = path.equals(LockPath.ROOT) ? "" : path.toString();
    for (int i = chance(0.7) ? 1 : 2; i > 0; i--) {
      text += "/" + oneOf(SEGMENTS);
    }
    return LockPath.of(text);
  }

  LockPath pathBelowRoot() {
    LockPath path = path();
    return path.equals(LockPath.ROOT) ? pathBelowRoot() : path;
  }

  /** A destination that the operation may have. */
  LockPath destinationOf(Operation operation, LockPath path) {
    LockPath destination = path();
    while (operation.problem(path, destination) != null) {
      destination = path();
    }
    return destination;
  }

  /** A version of the rules that is known. */
  int rules() {
    return oneOf(
        IntStream.rangeClosed(Settings.FIRST_RULES, Settings.NEWEST_RULES).boxed().toList());
  }

  /** Seldom one that closes the account, as nobody gets anything there until it ends. */
  Operation operation() {
    Operation operation = oneOf(Operation.known());
    return operation == Operation.CLOSE && chance(0.85) ? operation() : operation;
  }

  /** Targets for the operation that names them itself. */
  List<Target> targets() {
    Set<Target> targets = new LinkedHashSet<>();
    int size = chance(0.05) ? 16 : 1 + below(4);
    Mode only = chance(0.15) ? oneOf(List.of(Mode.GUARD, Mode.FREEZE)) : null;
    for (int i = 0; i < size; i++) {
      LockPath path = targets.isEmpty() || chance(0.7) ? path() : targets.iterator().next().path();
      targets.add(new Target(path, only == null ? oneOf(Mode.acting()) : only));
    }
    return List.copyOf(targets);
  }

  /** Often one of few lengths, so that leases end together. */
  long leaseMs() {
    return chance(0.8) ? oneOf(LEASES) : 1_000 + below(20_000);
  }

  /** Sometimes as long as it may be, so that what is bound is told again. */
  long sessionLeaseMs() {
    return chance(0.9) ? leaseMs() : Settings.MAX_LEASE_MS - (chance(0.7) ? 0 : below(300_000));
  }

  /** The lease of a lock: sometimes so long that it is told again, up to some hours. */
  long lockLeaseMs() {
    return chance(0.96) ? leaseMs() : Settings.MAX_LEASE_MS + 1 + 1_000L * below(20_000);
  }

  /** Often 0; otherwise often one or a few leases, so that it ends together with a lease. */
  long maxHoldMs() {
    return chance(0.8) ? 0 : Math.max(1_000, leaseMs() * (1 + below(3)) - (chance(0.5) ? 0 : 700));
  }

  /** Often 0; otherwise short, or as long as a lease. */
  @Nullable Long graceMs() {
    double draw = random.nextDouble();
    if (draw < 0.4) {
      return null;
    }
    return draw < 0.7 ? Long.valueOf(below(3_000)) : Long.valueOf(leaseMs());
  }

  /** The grace of a request that waits so long; often null. */
  @Nullable Long graceMs(long waitMs) {
    return waitMs == 0 || chance(0.6) ? null : Long.valueOf(below((int) Math.min(waitMs, 5_000)));
  }

  /** Often 0; otherwise often as long as a lease, so that both end together. */
  long waitMs() {
    double draw = random.nextDouble();
    if (draw < 0.5) {
      return 0;
    } else if (draw < 0.85) {
      return leaseMs();
    }
    return draw < 0.995 ? 1 + below(600) : 600_000;
  }

  /**
   * Time from the last append to the next: often 0, sometimes negative; mostly a multiple of ten,
   * so that leases and windows often end exactly at the record.
   */
  long timeStep() {
    double draw = random.nextDouble();
    if (draw < 0.5) {
      return 0;
    } else if (draw < 0.92) {
      return 10L * below(6);
    } else if (draw < 0.94) {
      return below(10);
    } else if (draw < 0.97) {
      return 500;
    } else if (draw < 0.99) {
      return -10L * below(200);
    } else if (draw < 0.9902) {
      return 3_600_000L * (1 + below(3));
    } else if (draw < 0.9905) {
      return -1_000L * below(2 * 3_600);
    } else if (draw < 0.992) {
      return 10_000L * below(60);
    }
    return below(5_000);
  }

  /** Says whether requests may say that their paths exist. */
  boolean maySayThatPathsExist() {
    return saysThatPathsExist;
  }

  /** One of few folders in which nothing else is asked for. */
  LockPath movingFolder() {
    return LockPath.of("/moving" + below(4) + (chance(0.6) ? "" : "/inner"));
  }

  /** Whether requests may say that their paths exist. */
  void sayThatPathsExist(boolean may) {
    saysThatPathsExist = may;
  }

  /** Mostly null; otherwise that the paths exist now, or as of an event. */
  @Nullable Long existing() {
    if (!saysThatPathsExist || chance(0.5)) {
      return null;
    }
    return chance(0.5) ? Long.valueOf(LockFields.EXISTING_NOW) : Long.valueOf(1 + below(2_000));
  }
}
