package io.lockarbiter.client.fence;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.Told;
import io.lockarbiter.contracts.event.UnknownEvent;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests which tokens may still be alive according to the events of one partition. */
class PartitionTokensTest {
  private static final long LONGEST_LEASE_MS = Duration.ofMinutes(10).toMillis();
  private static final long TELL_MS = Duration.ofMinutes(5).toMillis();
  private static final long LEASE_MS = Duration.ofSeconds(30).toMillis();
  private static final long START_MS = 1_795_000_000_000L;

  private PartitionTokens tokens = new PartitionTokens();
  private long now = START_MS;
  private long seq;

  @Test
  void beginningOfTheLog_isKnownAtOnce() {
    assertThat(tokens.lowest("acme")).isEmpty();
    granted("acme");
    granted("acme");
    assertThat(tokens.lowest("acme")).hasValue(1);
    assertThat(tokens.lowest("other")).as("the next grant is number 3").hasValue(3);
  }

  @Test
  void beginningOfALaterEpoch_isKnownAtOnce() {
    seq = Epoch.begin(Epoch.LAST);
    granted("acme");
    assertThat(tokens.lowest("acme")).hasValue(Epoch.begin(Epoch.LAST) + 1);
  }

  /** A floor beyond all tokens of an earlier epoch would refuse all of its writers. */
  @Test
  void accountThatMayStillBeInAnEarlierEpoch_isNotKnown() {
    seq = Epoch.begin(1);
    granted("moved");
    assertThat(tokens.lowest("other")).isEmpty();
    assertThat(tokens.lowest("moved")).hasValue(Epoch.begin(1) + 1);

    pass(2 * LEASE_MS);
    granted("other");
    assertThat(tokens.lowest("moved")).as("nothing lives").isEmpty();
    assertThat(tokens.lowest("other")).hasValue(Epoch.begin(1) + 2);
  }

  @Test
  void middleOfTheLog_isKnownAfterTheLongestLease() {
    seq = 1000;
    granted("acme");
    pass(LONGEST_LEASE_MS - 1);
    released("acme", 1001);
    assertThat(tokens.isKnown()).isFalse();
    assertThat(tokens.lowest("acme")).isEmpty();
    pass(1);
    granted("acme");
    assertThat(tokens.lowest("acme")).hasValue(1003);
  }

  @Test
  void lockWhoseGrantWasNeverSeen_countsByItsRenewals() {
    seq = 1000;
    granted("other");
    pass(LONGEST_LEASE_MS);
    renewed("acme", 7, LEASE_MS);
    assertThat(tokens.lowest("acme")).hasValue(7);
    pass(LEASE_MS - 1);
    renewed("acme", 7, LEASE_MS);
    pass(LEASE_MS - 1);
    granted("acme");
    assertThat(tokens.lowest("acme")).hasValue(7);
  }

  @Test
  void lock_countsUntilItsLeaseIsOverAndNotMuchLonger() {
    granted("acme");
    released("acme", 1);
    pass(LEASE_MS - 1);
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(1);
    pass(LEASE_MS + 1);
    granted("other");
    assertThat(tokens.lowest("acme")).as("nothing lives").hasValue(5);
  }

  @Test
  void releaseOfALockNeverSeen_saysNothing() {
    granted("other");
    released("acme", 1);
    assertThat(tokens.lowest("acme")).hasValue(3);
  }

  @Test
  void repeatedGrant_bringsNoLockBack() {
    granted("acme");
    pass(2 * LEASE_MS);
    released("acme", 1);
    EventHead head = head("acme");
    tokens.read(new Granted(head, fields(), 1, now + LEASE_MS, 0, true));
    assertThat(tokens.lowest("acme")).hasValue(4);
  }

  @Test
  void missingEvents_areNoticedAndAllBeginsAnew() {
    granted("acme");
    seq++;
    EventHead head = head("acme");
    assertThat(tokens.read(new Granted(head, fields(), head.seq(), now + LEASE_MS, 0, false)))
        .isFalse();
    assertThat(tokens.lowest("acme")).isEmpty();
    pass(LONGEST_LEASE_MS);
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(5);
  }

  @Test
  void skippedEvents_areCounted() {
    granted("acme");
    seq++;
    tokens.skip();
    granted("acme");
    assertThat(tokens.lowest("other")).hasValue(4);
  }

  @Test
  void unreadableEvent_holdsItsAccountBackForTheLongestLease() {
    granted("other");
    unreadable("acme"); // may be a grant, then with token 2
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(2);
    assertThat(tokens.lowest("third")).hasValue(4);
    pass(LONGEST_LEASE_MS);
    granted("other");
    assertThat(tokens.lowest("acme")).as("it may have been appended just now").hasValue(2);
    pass(LEASE_MS);
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(6);
  }

  @Test
  void unreadableEventOfALiveLock_mayHaveRenewedIt() {
    granted("acme");
    unreadable("acme");
    pass(LEASE_MS * 2);
    granted("other");
    pass(LEASE_MS * 2);
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(1);
  }

  @Test
  void unreadableEventOfNobodyKnown_holdsAllBack() {
    granted("acme");
    unreadable("acme");
    unreadable(null);
    granted("other");
    pass(LONGEST_LEASE_MS - 1);
    granted("other");
    assertThat(tokens.lowest("third")).hasValue(1);
  }

  /** The unreadable event may have renewed a lock that is older than all events read. */
  @Test
  void unreadableEventBeforeAllIsKnown_putsThatOff() {
    seq = 1000;
    granted("acme");
    pass(LONGEST_LEASE_MS - 1);
    unreadable("acme");
    pass(1);
    granted("acme");
    assertThat(tokens.lowest("acme")).isEmpty();
    pass(LONGEST_LEASE_MS);
    granted("acme");
    assertThat(tokens.lowest("acme")).hasValue(1004);
  }

  @Test
  void moreAccountsThanThereIsRoomFor_areHeldBackTogether() {
    tokens = new PartitionTokens(2);
    granted("a");
    granted("b");
    pass(LEASE_MS - 1);
    granted("c");
    granted("d");
    assertThat(tokens.lowest("a")).hasValue(1);
    assertThat(tokens.lowest("b")).hasValue(2);
    assertThat(tokens.lowest("c")).hasValue(3);
    assertThat(tokens.lowest("d")).hasValue(3);
    assertThat(tokens.lowest("e")).as("might be one of the others").hasValue(3);
    pass(3 * LEASE_MS);
    granted("e");
    granted("f");
    assertThat(tokens.lowest("f")).as("there is room again").hasValue(6);
  }

  /** The unknown event may have granted a lock, or renewed any. */
  @Test
  void eventThatOnlyNewerArbitersKnow_keepsTheLowestForTheLongestLease() {
    granted("acme");
    newer("acme");
    newer("other");
    pass(LONGEST_LEASE_MS - 1);
    granted("third");
    assertThat(tokens.lowest("acme")).hasValue(1);
    assertThat(tokens.lowest("other")).hasValue(3);
    pass(2 * LEASE_MS);
    granted("third");
    assertThat(tokens.lowest("acme")).hasValue(6);
  }

  @Test
  void eventThatOnlyNewerArbitersKnow_whileNothingIsKnown_isWaitedFor() {
    seq = 1000;
    granted("acme");
    pass(1);
    newer("acme");
    pass(LONGEST_LEASE_MS - 1);
    granted("acme");
    assertThat(tokens.isKnown()).isFalse();
    pass(1);
    granted("acme");
    assertThat(tokens.isKnown()).isTrue();
  }

  /** A guard need not keep traces for as long as the lock may be kept. */
  @Test
  void keptLock_countsAsLongAsItIsTold() {
    kept("acme");
    for (int n = 0; n < 10; n++) {
      pass(TELL_MS);
      told("acme", 1);
      granted("other");
      assertThat(tokens.lowest("acme")).hasValue(1);
    }
    pass(LONGEST_LEASE_MS - 1);
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(1);
    pass(2 * LEASE_MS);
    granted("other");
    assertThat(tokens.lowest("acme")).as("not told any more").hasValue(24);
  }

  /** The first record after a week ends what is over before it tells the lock again. */
  @Test
  void keptLockThatIsToldLate_countsAllTheTime() {
    kept("acme");
    granted("other");
    pass(Duration.ofDays(7).toMillis());
    EventHead head = head("other");
    long offset = head.cause().offset();
    tokens.read(
        new Released(
            head, fields(), ReleaseReason.EXPIRED, 2L, 5L, null, null, WorkOutcome.DONE, false));
    assertThat(tokens.lowest("acme")).as("the same record may tell it").hasValue(1);
    EventHead next = new EventHead(++seq, now, "acme", "c1", new Cause(0, offset));
    tokens.read(new Told(next, fields(), 1, now + 5 * LONGEST_LEASE_MS, START_MS, 0));
    granted("other");
    assertThat(tokens.lowest("acme")).hasValue(1);
  }

  @Test
  void middleOfTheLog_isKnownOnlyAfterWhatARecordTells() {
    seq = 1000;
    granted("other");
    pass(Duration.ofDays(7).toMillis());
    told("third", 900);
    assertThat(tokens.isKnown()).as("the same record may tell others").isFalse();
    granted("other");
    assertThat(tokens.isKnown()).isTrue();
    assertThat(tokens.lowest("third")).hasValue(900);
  }

  /** Its session may be kept alive for as long as it is not told again. */
  @Test
  void boundLock_countsUntilItWouldHaveBeenToldAgain() {
    EventHead head = head("acme");
    tokens.read(new Granted(head, bound(), head.seq(), now + LEASE_MS, 0, false));
    keptAlive("acme");
    pass(LONGEST_LEASE_MS - 1);
    keptAlive("acme");
    assertThat(tokens.lowest("acme")).hasValue(1);
    tokens.read(new Told(head("acme"), bound(), 1, now + LEASE_MS, START_MS, 0));
    pass(LONGEST_LEASE_MS);
    keptAlive("acme");
    assertThat(tokens.lowest("acme")).as("told again").hasValue(1);
    pass(LEASE_MS);
    keptAlive("acme");
    assertThat(tokens.lowest("acme")).as("not told any more").hasValue(7);
  }

  private void keptAlive(String account) {
    tokens.read(
        new KeptAlive(
            head(account), new Owner("u1", "s"), LEASE_MS, START_MS, now + LEASE_MS, null));
  }

  private static LockFields bound() {
    return RequestCommands.acquire(
            LockRequest.upload("acme", "u1", "/a").session("s").bound(),
            new Owner("u1", "s"),
            "c",
            null)
        .fields();
  }

  /** Nobody acts by it, so a guard may forget what is older. */
  @Test
  void checkOut_keepsNoTokensAlive() {
    LockFields checkOut =
        RequestCommands.acquire(
                LockRequest.checkOut("acme", "u1", "/a").keptFor(Duration.ofDays(7)),
                new Owner("u1", null),
                "c",
                null)
            .fields();
    EventHead head = head("acme");
    tokens.read(new Granted(head, checkOut, head.seq(), now + 100 * LONGEST_LEASE_MS, 0, false));
    tokens.read(new Told(head("acme"), checkOut, head.seq(), now + 100 * LONGEST_LEASE_MS, now, 0));

    granted("other");

    assertThat(tokens.lowest("acme")).as("the next grant").hasValue(4);
  }

  /** Nobody acts by it either. */
  @Test
  void freeze_keepsNoTokensAlive() {
    LockFields freeze =
        RequestCommands.acquire(
                LockRequest.freeze("acme", "ops", "/a").keptFor(Duration.ofDays(30)),
                new Owner("ops", null),
                "f",
                null)
            .fields();
    EventHead head = head("acme");
    tokens.read(new Granted(head, freeze, head.seq(), now + 100 * LONGEST_LEASE_MS, 0, false));
    tokens.read(new Told(head("acme"), freeze, head.seq(), now + 100 * LONGEST_LEASE_MS, now, 0));

    granted("other");

    assertThat(tokens.lowest("acme")).as("the next grant").hasValue(4);
  }

  private void kept(String account) {
    EventHead head = head(account);
    tokens.read(new Granted(head, fields(), head.seq(), now + 100 * LONGEST_LEASE_MS, 0, false));
  }

  private void told(String account, long token) {
    tokens.read(new Told(head(account), fields(), token, now + 100 * LONGEST_LEASE_MS, now, 0));
  }

  private void newer(String account) {
    tokens.read(new UnknownEvent(head(account), fields(), "opened", "{}", false));
  }

  private void pass(long ms) {
    now += ms;
  }

  private EventHead head(String account) {
    return new EventHead(++seq, now, account, "c" + seq, new Cause(0, seq));
  }

  private void granted(String account) {
    EventHead head = head(account);
    tokens.read(new Granted(head, fields(), head.seq(), now + LEASE_MS, 0, false));
  }

  private void renewed(String account, long token, long leaseMs) {
    tokens.read(new Renewed(head(account), fields(), token, now + leaseMs, now, 0, null));
  }

  private void released(String account, long token) {
    tokens.read(
        new Released(
            head(account),
            fields(),
            ReleaseReason.RELEASED,
            token,
            1L,
            null,
            null,
            WorkOutcome.DONE,
            false));
  }

  private void unreadable(@Nullable String account) {
    seq++;
    tokens.skipUnreadable(account);
  }

  private static LockFields fields() {
    return RequestCommands.acquire(
            LockRequest.upload("acme", "u1", "/a"), new Owner("u1", null), "c", null)
        .fields();
  }
}
