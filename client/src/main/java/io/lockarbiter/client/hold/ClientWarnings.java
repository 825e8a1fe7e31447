package io.lockarbiter.client.hold;

import io.lockarbiter.client.LockClient;
import io.lockarbiter.client.LostReason;
import io.lockarbiter.client.ask.EventLoop;
import io.lockarbiter.client.ask.WarningLog;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.lock.LockKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The warnings of a client for its operators: leases lost, grants that came late, commands without
 * an answer. Refusals are answers, so they cause no warning; nor does anything that ends with the
 * client's own closing. Used in the loop's turns only.
 */
final class ClientWarnings {
  private static final Logger LOG = LoggerFactory.getLogger(LockClient.class);
  private static final int MOST_NEWER_WORDS = 20;

  private final WarningLog lost;
  private final WarningLog late;
  private final WarningLog unanswered;
  private final WarningLog silent;
  private final WarningLog newer;
  private final WarningLog resumed;
  private final ClientCounters counters;
  private final Set<String> newerWords = new HashSet<>();
  private boolean isClosing;

  ClientWarnings(EventLoop loop, ClientCounters counters) {
    this.counters = counters;
    lost = new WarningLog(loop, LOG::warn, "more leases were lost");
    late = new WarningLog(loop, LOG::warn, "more grants came after their safe end");
    unanswered = new WarningLog(loop, LOG::warn, "more commands stayed unanswered");
    resumed = new WarningLog(loop, LOG::warn, "more sessions were alive already");
    newer = new WarningLog(loop, LOG::warn, "more words of newer arbiters were read");
    silent = new WarningLog(loop, LOG::warn, "more leases had no answer to a renewal");
  }

  void lost(HeldLease lease, LostReason reason) {
    lost.tell(
        () ->
            "the lease of %s was lost: %s. Others may be granted its paths, and work under it has to stop. %s"
                .formatted(ids(lease), reason.message(), remedy(lease, reason)));
  }

  private static String remedy(HeldLease lease, LostReason reason) {
    if (reason instanceof LostReason.Expired && lease.isLast()) {
      return "It reached the longest time of its request: maxHold="
          + lease.lock().maxHold()
          + "; ask for more, or for less work";
    }
    if (reason instanceof LostReason.Forced forced) {
      return lease.lock().owner().subAccount().equals(forced.by())
          ? "A request of the same sub-account took its place, or its owner ended it; look there before the work is tried again"
          : "An operator, or a request that waits for its paths, ended it; ask there before the work is tried again";
    }
    if (reason instanceof LostReason.Replaced) {
      return "Its place was taken by a request that named it; whoever asked so knows why";
    }
    if (reason instanceof LostReason.SessionEnded) {
      return "Nobody kept its session alive in time. Look whether this process stood still, and whether arbiter and brokers answer; a longer lease of the session bridges more";
    }
    return reason instanceof LostReason.ReleasedElsewhere
        ? "Find who else acts in this owner's session, or leave the session to the client"
        : "Look whether arbiter and brokers answer in time and whether this process stood still; a longer lease bridges more";
  }

  /** Warns of a grant that came too late to be used. */
  void late(LockKey lock, Duration by) {
    if (!isClosing) {
      late.tell(
          () ->
              "the grant of lockId=%s account=%s came %d ms after its safe end; the lock is given back and asked for anew as long as the request waits. Look whether arbiter and brokers are behind; a longer lease leaves more room"
                  .formatted(lock.lockId(), lock.account(), by.toMillis()));
    }
  }

  /** A grant whose short lease was over before this client could lengthen it. */
  void notTakenUp(LockKey lock, Duration lease) {
    if (!isClosing) {
      late.tell(
          () ->
              "the grant of lockId=%s account=%s was not taken up within %d ms of log time; its turn in the queue is over, and it is asked for anew with its whole lease as long as the request waits. Look whether arbiter and brokers are behind and whether this process stood still"
                  .formatted(lock.lockId(), lock.account(), lease.toMillis()));
    }
  }

  /**
   * Counts a command that is given up, and warns of it.
   *
   * @param why the reason, with the request and its ids
   */
  void unanswered(String why, String consequence) {
    counters.unanswered.increment();
    if (!isClosing) {
      unanswered.tell(() -> why + " " + consequence);
    }
  }

  /** Warns of a lease of which two thirds have passed without an answer to a renewal. */
  void silent(HeldLease lease, Duration left) {
    if (!isClosing) {
      silent.tell(
          () ->
              "no renewal of %s was answered for two thirds of its lease; it is lost in %d ms unless one is. Look whether arbiter and brokers answer"
                  .formatted(ids(lease), left.toMillis()));
    }
  }

  /** Warns of a session that was alive already, and may have locks that nobody holds. */
  void resumed(KeptSession session) {
    resumed.tell(
        () ->
            "account=%s subAccount=%s session=%s was alive already, beganAt=%s; locks that a process left in it which died live on with it, and nobody holds them. After a restart begin with releaseAll(account, owner), or with another name"
                .formatted(
                    session.account(),
                    session.owner().subAccount(),
                    session.session(),
                    session.beganAt()));
  }

  /** Counts an event with a word that only newer arbiters know; warns once per word. */
  void newer(Event event, String word) {
    counters.newer.increment();
    if (newerWords.size() < MOST_NEWER_WORDS && newerWords.add(word)) {
      newer.tell(
          () ->
              "the event seq=%d commandId=%s account=%s says %s, which only newer arbiters know; %s. This is told once of each word. Update this client"
                  .formatted(
                      event.head().seq(),
                      event.head().commandId(),
                      event.head().account(),
                      word,
                      event instanceof UnknownEvent
                          ? "the event is ignored"
                          : "the word is read as UNKNOWN"));
    }
  }

  /** From now on warns only of lost leases, and in {@link #closed}. */
  void closing() {
    isClosing = true;
  }

  /** Warns of the commands left unanswered; nothing is sent from now on. */
  void closed(int unanswered) {
    lost.flush();
    late.flush();
    this.unanswered.flush();
    silent.flush();
    newer.flush();
    resumed.flush();
    if (unanswered > 0) {
      LOG.warn(
          "the client was closed with {} releases unanswered; locks that are held still end with their leases or sessions. A longer closeTimeout waits for more",
          unanswered);
    }
  }

  private static String ids(HeldLease lease) {
    return "lockId=%s account=%s subAccount=%s operation=%s"
        .formatted(
            lease.lockId(),
            lease.account(),
            lease.lock().owner().subAccount(),
            lease.lock().operationWord());
  }
}
