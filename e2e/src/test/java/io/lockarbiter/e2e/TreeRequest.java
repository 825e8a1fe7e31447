package io.lockarbiter.e2e;

import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.e2e.GatewayCaller.Answer;
import io.lockarbiter.e2e.LockView.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One request of a {@link TreeClient} for a lock in a hot tree: what it asks for and intends, and
 * what it was told so far. Each is an owner of its own, unless it is bound to a {@link
 * TreeSession}. Used by one callback at a time.
 */
final class TreeRequest implements CallOwner {
  static final long LEASE_MS = 6_000;
  private static final int FOLDERS = 4;
  private static final int FILES = 5;
  private static final long FIRST_MAX_AGE_MS = 30_000;

  /** How its client lets go of it. */
  enum Fate {
    RELEASED,

    /** Says nothing more, once it has held the lock for as long as intended. */
    SILENT,

    /** Says nothing more, once it was told that it waits. */
    SILENT_IN_THE_QUEUE
  }

  private final String name;
  private final String account;
  private final String member;
  private final Operation operation;
  private final LockPath path;
  private final @Nullable LockPath destination;
  private final long waitMs;
  private final long holdMs;
  private final Fate fate;
  private final @Nullable TreeSession session;
  private final List<Told> told = new ArrayList<>();
  private String key;
  private int keys = 1;
  private long firstSent;
  private long maxAgeMs = FIRST_MAX_AGE_MS;
  private long from;
  private long until;
  private long lastWord;
  private boolean mayWait = true;
  private boolean hasStopped;

  private TreeRequest(
      String name,
      String account,
      String member,
      @Nullable TreeSession session,
      Operation operation,
      Random random) {
    this.name = name;
    this.account = account;
    this.member = member;
    this.session = session;
    this.operation = operation;
    this.key = name;
    String folder = "/hot/" + random.nextInt(FOLDERS);
    boolean isOfFile = operation == Operation.UPLOAD || operation == Operation.DOWNLOAD;
    path = LockPath.of(isOfFile ? folder + "/" + random.nextInt(FILES) : folder);
    destination = operation.hasDestination() ? LockPath.of("/hot/new-" + random.nextInt(2)) : null;
    waitMs = random.nextInt(5) == 0 ? 0 : 3_000 + random.nextInt(17_000);
    holdMs = random.nextInt(4) == 0 ? 2_500 + random.nextInt(6_500) : 50 + random.nextInt(1_000);
    int chance = random.nextInt(100);
    fate = chance < 10 ? Fate.SILENT : chance < 12 ? Fate.SILENT_IN_THE_QUEUE : Fate.RELEASED;
  }

  /**
   * Draws one.
   *
   * @param session the session to which it is bound; null = it has a lease of its own
   */
  static TreeRequest random(
      String name, String account, String member, @Nullable TreeSession session, Random random) {
    int chance = random.nextInt(100);
    Operation operation =
        chance < 60
            ? Operation.UPLOAD
            : chance < 75
                ? Operation.DOWNLOAD
                : chance < 85
                    ? Operation.DELETE
                    : chance < 92 ? Operation.RENAME : Operation.UPLOAD_FOLDER;
    return new TreeRequest(name, account, member, session, operation, random);
  }

  /** The body of its {@code POST}, the same each time. */
  String body() {
    String to = destination == null ? "" : ",\"destination\":\"" + destination + "\"";
    String lease = session == null ? "\"leaseMs\":" + LEASE_MS : "\"bound\":true";
    return "{\"operation\":\"%s\",\"path\":\"%s\"%s,%s,\"waitMs\":%d}"
        .formatted(operation, path, to, lease, waitMs);
  }

  String name() {
    return name;
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public String member() {
    return member;
  }

  @Override
  public String session() {
    return session == null ? name : session.session();
  }

  /** The session to which it is bound; null if it has a lease of its own. */
  @Nullable TreeSession boundTo() {
    return session;
  }

  /** Says whether it is bound to a session that its client keeps alive no more. */
  boolean isForsaken() {
    return session != null && session.isOver();
  }

  String key() {
    return key;
  }

  Fate fate() {
    return fate;
  }

  long holdMs() {
    return holdMs;
  }

  /** Takes a key that nobody has used; a client must not do that for a request that was sent. */
  void takeNewKey() {
    key = name + "." + ++keys;
    firstSent = 0;
  }

  /** Ms since the first send, to be told when it is sent at that time; 0 if that is the first. */
  long ageMs(long now) {
    if (firstSent == 0) {
      firstSent = now;
      return 0;
    }
    return Math.max(1, (now - firstSent + 999_999) / 1_000_000);
  }

  boolean wasSent() {
    return firstSent != 0;
  }

  /** Says whether a copy that is sent at that time might be taken for a new request. */
  boolean isTooOld(long now) {
    return firstSent != 0 && ageMs(now) > maxAgeMs;
  }

  @Override
  public void heard(long now) {
    lastWord = now;
  }

  @Override
  public void told(Answer answer) {
    told.add(new Told(answer.text("state"), answer.number("at"), answer.number("token")));
    if (answer.number("maxRequestAgeMs") >= 0) {
      maxAgeMs = answer.number("maxRequestAgeMs") - 1_000;
    }
  }

  /** Notes that the lock is held, safe until then. */
  void holds(long now, long safeEnd) {
    mayWait = false;
    if (from == 0) {
      from = now;
    }
    until = safeEnd;
  }

  /** Notes that the session was kept alive, so that its lock, if it is held, is safe until then. */
  void lastsUntil(long safeEnd) {
    if (isHeld() && !hasStopped) {
      until = Math.max(until, safeEnd);
    }
  }

  boolean isHeld() {
    return from != 0;
  }

  long from() {
    return from;
  }

  /** The safe end; 0 = the lock was not granted yet. */
  long until() {
    return until;
  }

  /** Acts no longer under the lock, at that time. */
  void stops(long now) {
    hasStopped = true;
    until = Math.min(until, now);
  }

  /** The view of its client, who is done with it. */
  LockView view() {
    return new LockView(
        name,
        account,
        operation.targets(path, destination),
        from / 1e6,
        Math.max(from, until) / 1e6,
        lastWord / 1e6,
        mayWait ? waitMs : 0,
        LEASE_MS,
        List.copyOf(told),
        session == null ? null : session.view());
  }
}
