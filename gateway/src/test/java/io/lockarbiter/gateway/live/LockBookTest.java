package io.lockarbiter.gateway.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.client.LockRequest;
import io.lockarbiter.client.hold.RequestCommands;
import io.lockarbiter.contracts.event.Cause;
import io.lockarbiter.contracts.event.EventHead;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.event.Released;
import io.lockarbiter.contracts.event.Renewed;
import io.lockarbiter.contracts.event.YieldRequested;
import io.lockarbiter.contracts.lock.LockKey;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.WorkOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockBookTest {
  private final LockBook book = new LockBook(1 << 20);

  @Test
  void endOfALock_isToldToWhoeverWatches_andStaysForAWhile() {
    List<LiveLock.State> told = new ArrayList<>();
    book.see(granted("l1"));
    Runnable unwatch = book.watch(key("l1"), lock -> told.add(lock.state()));
    book.see(released("l1"));
    unwatch.run();
    book.see(released("l1"));

    assertThat(told).containsExactly(LiveLock.State.RELEASED);
    assertThat(state("l1")).isEqualTo(LiveLock.State.RELEASED);
    assertThat(book.ofMember("acme", "u1", null, "", 10)).isEmpty();
    assertThat(book.size()).isZero();
  }

  @Test
  void refusalOfAnotherRequestUnderItsId_changesNoLock() {
    book.see(granted("l1"));
    book.see(
        Rejected.plain(
            head("l1"), fields("l1"), RejectReason.ID_CONFLICT, "used for another", null));
    assertThat(state("l1")).isEqualTo(LiveLock.State.GRANTED);
  }

  @Test
  void holderThatDeclines_isAskedNoMore_unlessAnEndWasSet() {
    book.see(granted("l1"));
    book.see(asked("l1", null));
    book.see(declined("l1"));
    assertThat(lock("l1").asked()).isNull();

    book.see(asked("l1", 9_000L));
    book.see(declined("l1"));
    assertThat(lock("l1").asked())
        .isNotNull()
        .satisfies(wish -> assertThat(wish.endsAt()).isEqualTo(9_000L));
  }

  @Test
  void fullBook_dropsEndsFirst_thenLocks_andSaysSo() {
    for (int n = 0; n < 10_000; n++) {
      book.see(granted("ended-" + n));
      book.see(released("ended-" + n));
    }
    assertThat(book.isWhole()).isTrue();
    assertThat(book.find(key("ended-0"))).isNull();
    assertThat(book.find(key("ended-9999"))).isNotNull();
    for (int n = 0; n < 10_000; n++) {
      book.see(granted("live-" + n));
    }
    assertThat(book.isWhole()).isFalse();
    assertThat(book.size()).isBetween(100, 700);
    assertThat(book.ofMember("acme", "u1", "s", "", 20_000)).hasSize(book.size());
    assertThat(book.ofMember("acme", "u1", "other", "", 20_000)).isEmpty();
    long toldAgain = 1_000 + Duration.ofMinutes(11).toMillis();
    book.see(releasedAt("live-9999", toldAgain - 1));
    assertThat(book.isWhole()).isFalse();
    book.see(releasedAt("live-9998", toldAgain));
    assertThat(book.isWhole()).as("what was dropped is told again by now").isTrue();
    book.clear();
    assertThat(book.isWhole()).isTrue();
    assertThat(book.find(key("live-9999"))).isNull();
  }

  @Test
  void ownersLocks_areOfOneSubject_asLongAsNobodyElseAskedForOneOfThem() {
    Owner owner = new Owner("u1", "s");
    assertThat(book.isAllOf("acme", owner, "web")).as("it has none").isFalse();
    book.see(grantedBy("l1", "web"));
    book.see(grantedBy("l2", "web"));
    book.see(grantedBy("l2", "web"));
    assertThat(book.isAllOf("acme", owner, "web")).isTrue();
    assertThat(book.isAllOf("acme", owner, "sync")).isFalse();
    assertThat(book.isAllOf("beta", owner, "web")).isFalse();
    assertThat(book.isAllOf("acme", new Owner("u1", "t"), "web")).isFalse();
    assertThat(book.isAllOf("acme", new Owner("u1", null), "web")).isFalse();
    book.see(grantedBy("l3", "sync"));
    assertThat(book.isAllOf("acme", owner, "web")).isFalse();
    book.see(released("l3"));
    assertThat(book.isAllOf("acme", owner, "web")).isTrue();
    book.see(granted("l4"));
    assertThat(book.isAllOf("acme", owner, "web")).as("one that no gateway sent").isFalse();
    book.clear();
    assertThat(book.isAllOf("acme", owner, "web")).isFalse();
  }

  private static Granted grantedBy(String lockId, String subject) {
    return new Granted(
        head(lockId),
        RequestCommands.acquire(
                LockRequest.upload("acme", "u1", "/" + lockId).attribute("subject", subject),
                new Owner("u1", "s"),
                lockId,
                null)
            .fields(),
        1,
        31_000,
        0,
        false);
  }

  private LiveLock.State state(String lockId) {
    return lock(lockId).state();
  }

  private LiveLock lock(String lockId) {
    return Objects.requireNonNull(book.find(key(lockId)));
  }

  private static YieldRequested asked(String lockId, @Nullable Long endsAt) {
    return new YieldRequested(
        head(lockId), fields(lockId), 1, 31_000, 1_000, 0, "web", "s", "please", null, endsAt);
  }

  private static Renewed declined(String lockId) {
    return new Renewed(head(lockId), fields(lockId), 1, 31_000, 1_000, 0, "two minutes more");
  }

  private static LockKey key(String lockId) {
    return new LockKey("acme", lockId);
  }

  private static EventHead head(String lockId) {
    return new EventHead(1, 1_000, "acme", lockId, new Cause(0, 0));
  }

  private static LockFields fields(String lockId) {
    return RequestCommands.acquire(
            LockRequest.upload("acme", "u1", "/" + lockId), new Owner("u1", "s"), lockId, null)
        .fields();
  }

  private static Granted granted(String lockId) {
    return new Granted(head(lockId), fields(lockId), 1, 31_000, 0, false);
  }

  private static Released released(String lockId) {
    return releasedAt(lockId, 1_000);
  }

  private static Released releasedAt(String lockId, long at) {
    return new Released(
        new EventHead(1, at, "acme", lockId, new Cause(0, 0)),
        fields(lockId),
        ReleaseReason.RELEASED,
        1L,
        5L,
        null,
        null,
        WorkOutcome.DONE,
        false);
  }
}
