package io.lockarbiter.embedded.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lockarbiter.contracts.lock.Settings;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Random commands of the clients of one account: all kinds, on few paths, by few sub-accounts, so
 * that many conflict; and now and then a record that is no command.
 */
public final class RandomCommands {
  private static final String[] OPERATIONS = {
    "UPLOAD", "UPLOAD", "DOWNLOAD", "DELETE", "CREATE_FOLDER"
  };
  private static final int FOLDERS = 4;
  private static final int FILES = 6;
  private static final int SUB_ACCOUNTS = 4;
  private static final int RECENT = 12;

  /** One acquire of so many asks for a lock that is kept, in a folder of its own. */
  private static final int KEPT_ONE_IN = 20;

  /** One acquire of so many replaces a lock, if that is held yet. */
  private static final int REPLACING_ONE_IN = 10;

  /** One acquire of so many is a freeze. */
  private static final int FREEZING_ONE_IN = 30;

  /** One request that waits of so many asks the holders in its way. */
  private static final int ASKING_ONE_IN = 6;

  /** One operator's end of so many ends all that an owner has. */
  private static final int RELEASING_ALL_ONE_IN = 10;

  /** One lock of so many has the session of its member, and is bound to it mostly. */
  private static final int SESSION_ONE_IN = 7;

  /** One renewal of so many keeps a session alive in its place. */
  private static final int KEEPING_ALIVE_ONE_IN = 3;

  /** One acquire of so many moves a folder, if folders are moved. */
  private static final int MOVING_ONE_IN = 6;

  private static final int TWO_HOURS_MS = 7_200_000;

  private final String account;
  private final IntUnaryOperator below;
  private final int longest;
  private final boolean withMoves;

  /**
   * Creates commands of an account, with leases of a minute at most, but for locks that are kept.
   *
   * @param below returns a number from 0 to before the given one
   */
  public RandomCommands(String account, IntUnaryOperator below) {
    this(account, below, 0);
  }

  /**
   * Creates commands of an account.
   *
   * @param below returns a number from 0 to before the given one
   * @param longest so many of a thousand leases are as long as is allowed, and so many of a
   *     thousand waits
   */
  public RandomCommands(String account, IntUnaryOperator below, int longest) {
    this(account, below, longest, /* withMoves= */ false);
  }

  /**
   * Creates commands of an account.
   *
   * @param below returns a number from 0 to before the given one
   * @param longest so many of a thousand leases are as long as is allowed, and so many of a
   *     thousand waits
   * @param withMoves whether folders are moved, and requests say that their paths exist
   */
  public RandomCommands(String account, IntUnaryOperator below, int longest, boolean withMoves) {
    this.account = account;
    this.below = below;
    this.longest = longest;
    this.withMoves = withMoves;
  }

  /** A record; key and value may be null. */
  public record Bytes(byte @Nullable [] key, byte @Nullable [] value) {}

  /**
   * Returns the next command.
   *
   * @param number rises; names the lock, to which later commands refer
   */
  public Bytes next(long number) {
    byte[] key = account.getBytes(UTF_8);
    int kind = below(20);
    if (kind < 11) {
      return new Bytes(key, acquire(number));
    }
    if (kind < 15) {
      boolean isGone = withMoves && below(3) != 0;
      return new Bytes(key, about(number, "release", isGone ? ",\"gone\":true" : ""));
    }
    if (kind < 17) {
      boolean keepsAlive = below(KEEPING_ALIVE_ONE_IN) == 0;
      return new Bytes(
          key,
          keepsAlive ? keepAlive(number) : about(number, "renew", ",\"leaseMs\":" + leaseMs()));
    }
    if (kind < 18) {
      boolean endsAll = below(RELEASING_ALL_ONE_IN) == 0;
      return new Bytes(
          key,
          endsAll ? releaseAll(number) : about(number, "forceRelease", ",\"reason\":\"cleanup\""));
    }
    if (kind < 19) {
      return new Bytes(null, "{\"type\":\"acquire\"}".getBytes(UTF_8));
    }
    return new Bytes(null, "no JSON".getBytes(UTF_8));
  }

  private int below(int bound) {
    return below.applyAsInt(bound);
  }

  private long leaseMs() {
    return isLongest() ? Settings.MAX_LEASE_MS : 1_000 + below(60_000);
  }

  private long waitMs() {
    return isLongest() ? Settings.MAX_WAIT_MS : 1_000 + below(30_000);
  }

  /** The bounds, or a little more than any lease: such a lock is told again. */
  private long keepMs() {
    return switch (below(3)) {
      case 0 -> Settings.MIN_KEEP_MS;
      case 1 -> Settings.MAX_KEEP_MS;
      default -> Settings.MAX_LEASE_MS + 1 + below(TWO_HOURS_MS);
    };
  }

  private boolean isLongest() {
    return longest > 0 && below(1_000) < longest;
  }

  private String path() {
    String folder = (withMoves && below(3) == 0 ? "/moved-f" : "/f") + below(FOLDERS);
    return below(4) == 0 ? folder : folder + "/x" + below(FILES) + ".bin";
  }

  /** Returns the owner of a lock, so that most commands about it come from its holder. */
  private int subAccount(long number) {
    return below(8) == 0 ? below(SUB_ACCOUNTS) : (int) (number % SUB_ACCOUNTS);
  }

  private byte[] acquire(long number) {
    boolean replaces = below(REPLACING_ONE_IN) == 0;
    String more = replaces ? replaces(number) : below(2) == 0 ? "" : waiting();
    boolean isKept = below(KEPT_ONE_IN) == 0;
    long lock = below(10) == 0 ? earlier(number) : number;
    boolean isBound = hasSession(lock) && !isKept && below(4) != 0;
    if (withMoves && below(MOVING_ONE_IN) == 0) {
      return move(number);
    }
    if (withMoves && below(2) == 0) {
      more += ",\"existing\":" + (below(2) == 0 ? "true" : 1 + below((int) number + 1));
    }
    return """
        {"type":"acquire","commandId":"c%d","account":"%s","subAccount":"u%d","replyTo":"r","operation":"%s","path":"%s",%s%s%s}"""
        .formatted(
            lock,
            account,
            subAccount(number),
            below(FREEZING_ONE_IN) == 0 ? "FREEZE" : OPERATIONS[below(OPERATIONS.length)],
            isKept ? "/kept/x" + below(FILES) : path(),
            isBound
                ? "\"bound\":true"
                : (isKept ? "\"keepMs\":" + keepMs() : "\"leaseMs\":" + leaseMs()),
            session(lock),
            more)
        .getBytes(UTF_8);
  }

  /** The move of a folder to where it was not, or back. */
  private byte[] move(long number) {
    String folder = "f" + below(FOLDERS);
    boolean isBack = below(3) == 0;
    return """
        {"type":"acquire","commandId":"c%d","account":"%s","subAccount":"u%d","replyTo":"r","operation":"MOVE","path":"/%s","destination":"/%s","leaseMs":%d%s}"""
        .formatted(
            number,
            account,
            subAccount(number),
            isBack ? "moved-" + folder : folder,
            isBack ? folder : "moved-" + folder,
            leaseMs(),
            session(number))
        .getBytes(UTF_8);
  }

  /** A wait limit, now and then with a grace for the holders in the way. */
  private String waiting() {
    long waitMs = waitMs();
    return ",\"waitMs\":"
        + waitMs
        + (below(ASKING_ONE_IN) == 0 ? ",\"graceMs\":" + below((int) waitMs) : "");
  }

  private String replaces(long number) {
    long lock = earlier(number);
    return ",\"replaces\":{\"lockId\":\"c%d\",\"subAccount\":\"u%d\"%s}"
        .formatted(lock, subAccount(lock), session(lock));
  }

  private long earlier(long number) {
    return Math.max(0, number - below(RECENT));
  }

  private byte[] releaseAll(long number) {
    return """
        {"type":"releaseAll","commandId":"x%d","account":"%s","subAccount":"u%d","replyTo":"r"}"""
        .formatted(number, account, subAccount(number))
        .getBytes(UTF_8);
  }

  private static boolean hasSession(long lock) {
    return lock % SESSION_ONE_IN == 0;
  }

  /** The session of a lock's owner, if it has one; each member has one. */
  private static String session(long lock) {
    return hasSession(lock) ? ",\"session\":\"s\"" : "";
  }

  private byte[] keepAlive(long number) {
    return """
        {"type":"keepAlive","commandId":"x%d","account":"%s","subAccount":"u%d","session":"s","replyTo":"r","leaseMs":%d}"""
        .formatted(number, account, below(SUB_ACCOUNTS), leaseMs())
        .getBytes(UTF_8);
  }

  private byte[] about(long number, String type, String more) {
    long lock = earlier(number);
    return """
        {"type":"%s","commandId":"x%d","account":"%s","subAccount":"u%d","replyTo":"r","lockId":"c%d"%s%s}"""
        .formatted(type, number, account, subAccount(lock), lock, session(lock), more)
        .getBytes(UTF_8);
  }
}
