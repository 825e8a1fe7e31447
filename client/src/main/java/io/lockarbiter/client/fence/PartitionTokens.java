package io.lockarbiter.client.fence;

import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that can still be alive, learnt from the events of one partition in their order.
 *
 * <p>A live lock was granted or renewed within its lease, or told again, so the events of ten
 * minutes tell the token of every live lock. A lock counts until the end of its last known lease,
 * even if it is released earlier, and for ten minutes at most: by then a kept lock is told again. A
 * lock that is bound to a session counts for ten minutes: its session may be kept alive without any
 * event of the lock, which is told again within them, too. So no single lock is remembered, only
 * the lowest token of an account for each 30 s in which locks cease to count. A check-out or a
 * freeze never acts, so its token does not count. For an account without one, the number of the
 * next event is the lowest: a token is the number of its grant.
 *
 * <p>Only log time counts. The numbers show missing events; then everything begins anew. An
 * unreadable event may have granted or renewed any lock of its account, so the account's lowest
 * token stays for the longest lease.
 *
 * <p>Internal, no API. Keeps 100,000 numbers at most, some 25 MB if the accounts have the longest
 * names. Beyond that, one number stands for several accounts, which keeps more traces for them,
 * never fewer. Safe for use by many threads.
 */
public final class PartitionTokens {
  private static final int MOST_NUMBERS = 100_000;
  private static final long STEP_MS = 30_000;

  /** Stands for several accounts; no account has this name. */
  private static final String OTHERS = "";

  private final int mostNumbers;
  private final SortedMap<Long, Map<String, Long>> lowestByEnd = new TreeMap<>();
  private Map<String, Long> unread = new HashMap<>();
  private int numbers;
  private long nextSeq;
  private long knownAt;
  private long lastOffset;
  private long lastAt;

  /** The time of the last record for which all that time brings about was read. */
  private long passedAt;

  /** Tokens of which nothing is known. */
  public PartitionTokens() {
    this(MOST_NUMBERS);
  }

  PartitionTokens(int mostNumbers) {
    this.mostNumbers = mostNumbers;
    startAnew();
  }

  /** Forgets everything; the next event counts as the first. */
  public synchronized void startAnew() {
    lowestByEnd.clear();
    unread = new HashMap<>();
    numbers = 0;
    nextSeq = 0;
    lastOffset = -1;
    lastAt = 0;
    passedAt = 0;
    knownAt = Long.MAX_VALUE;
  }

  /**
   * Says whether an event was read; unreadable events before the first readable one do not count.
   */
  public synchronized boolean hasBegun() {
    return nextSeq > 0;
  }

  /** Says whether the events read reach back far enough. */
  public synchronized boolean isKnown() {
    return knownAt == Long.MIN_VALUE;
  }

  /**
   * The lower bound of {@link LiveTokens#lowest}, for an account of this partition. In a deployment
   * of a later epoch it is told only while the account has had a lock here lately: otherwise its
   * locks may still be in the deployment from which it is moved, with lower tokens.
   */
  public synchronized OptionalLong lowest(String account) {
    boolean mayBeElsewhere = Epoch.of(nextSeq) > 0 && !isNamed(account);
    return isKnown() && !mayBeElsewhere
        ? OptionalLong.of(lowestNow(account))
        : OptionalLong.empty();
  }

  private boolean isNamed(String account) {
    return Stream.concat(Stream.of(unread), lowestByEnd.values().stream())
        .anyMatch(among -> among.containsKey(account));
  }

  private long lowestNow(String account) {
    long lowest = lowest(unread, account, nextSeq);
    for (Map<String, Long> ending : lowestByEnd.values()) {
      lowest = lowest(ending, account, lowest);
    }
    return lowest;
  }

  private static long lowest(Map<String, Long> among, String account, long before) {
    long own = among.getOrDefault(account, before);
    return Math.min(before, Math.min(own, among.getOrDefault(OTHERS, before)));
  }

  /**
   * Reads the next event.
   *
   * @return false if events before it are missing
   */
  public synchronized boolean read(Event event) {
    EventHead head = event.head();
    boolean missing = hasBegun() && head.seq() != nextSeq;
    if (missing) {
      startAnew();
    }
    if (knownAt == Long.MAX_VALUE) {
      knownAt = Epoch.isFirst(head.seq()) ? Long.MIN_VALUE : head.at() + Settings.MAX_LEASE_MS;
    }
    pass(event);
    if (passedAt >= knownAt) {
      knownAt = Long.MIN_VALUE;
    }
    nextSeq = head.seq() + 1;
    forgetEnded();
    dateUnread(head.at() + Settings.MAX_LEASE_MS);
    if (event.type() == EventType.UNKNOWN) {
      mayBeLease(head);
    } else if (isLease(event)) {
      hold(event);
    }
    return !missing;
  }

  /**
   * Notes how far time has passed. A record first brings about what is due, such as tellings;
   * grants and its own answer come after that.
   */
  private void pass(Event event) {
    EventHead head = event.head();
    switch (event.type()) {
      case GRANTED, QUEUED, RENEWED, YIELD_REQUESTED, RELEASED_ALL, KEPT_ALIVE ->
          passedAt = head.at();
      case RELEASED, REJECTED, TOLD, UNKNOWN ->
          passedAt = head.cause().offset() == lastOffset ? passedAt : lastAt;
    }
    lastOffset = head.cause().offset();
    lastAt = head.at();
  }

  /** Skips the next event, which is neither a grant nor a renewal, so it need not be parsed. */
  public synchronized void skip() {
    if (hasBegun()) {
      nextSeq++;
    }
  }

  /**
   * Skips the next event, which cannot be read.
   *
   * @param account null if that cannot be told either
   */
  public synchronized void skipUnreadable(@Nullable String account) {
    if (isKnown()) {
      // The event may itself be a grant, but its number is no lower than the tokens before it.
      keep(
          unread,
          account == null ? OTHERS : account,
          account == null ? lowestOfAll() : lowestNow(account));
    } else {
      knownAt = Long.MAX_VALUE;
    }
    skip();
  }

  private long lowestOfAll() {
    return Stream.concat(Stream.of(unread), lowestByEnd.values().stream())
        .flatMap(among -> among.values().stream())
        .reduce(nextSeq, Math::min);
  }

  private static boolean isLease(Event event) {
    return switch (event.type()) {
      case GRANTED -> !event.repeated();
      case RENEWED, TOLD -> true;
      case QUEUED, RELEASED, RELEASED_ALL, KEPT_ALIVE, REJECTED, YIELD_REQUESTED, UNKNOWN -> false;
    };
  }

  /**
   * Handles an event of an unknown type: it may have granted or renewed any lock of the account.
   */
  private void mayBeLease(EventHead head) {
    long longestLease = head.at() + Settings.MAX_LEASE_MS;
    if (isKnown()) {
      hold(head.account(), Math.min(lowestNow(head.account()), head.seq()), longestLease);
    } else {
      knownAt = longestLease;
    }
  }

  private void hold(Event event) {
    if (event.subject() instanceof LockFields lock && !lock.targets().get(0).mode().acts()) {
      return;
    }
    if (event instanceof Granted granted) {
      hold(event, granted.token(), granted.expiresAt());
    } else if (event instanceof Renewed renewed) {
      hold(event, renewed.token(), renewed.expiresAt());
    } else if (event instanceof Told told) {
      hold(event, told.token(), told.expiresAt());
    }
  }

  private void hold(Event event, long token, long expiresAt) {
    EventHead head = event.head();
    long toldAgain = head.at() + Settings.MAX_LEASE_MS;
    boolean isBound = event.subject() instanceof LockFields lock && lock.isBound();
    hold(head.account(), token, isBound ? toldAgain : Math.min(expiresAt, toldAgain));
  }

  private void hold(String account, long token, long until) {
    keep(lowestByEnd.computeIfAbsent(until / STEP_MS, none -> new HashMap<>()), account, token);
  }

  private void keep(Map<String, Long> among, String account, long token) {
    boolean isKept = among.containsKey(account) || numbers < mostNumbers;
    String as = isKept ? account : OTHERS;
    numbers += among.containsKey(as) ? 0 : 1;
    among.merge(as, token, Math::min);
  }

  private void forgetEnded() {
    SortedMap<Long, Map<String, Long>> ended = lowestByEnd.headMap(passedAt / STEP_MS);
    ended.values().forEach(ending -> numbers -= ending.size());
    ended.clear();
  }

  /** Dates unreadable events: none is younger than the next readable one. */
  private void dateUnread(long expiresAt) {
    Map<String, Long> all = unread;
    unread = new HashMap<>();
    numbers -= all.size();
    all.forEach((account, token) -> hold(account, token, expiresAt));
  }
}
