package io.lockarbiter.lua.history;

import static io.lockarbiter.lua.history.SmallHistory.release;
import static io.lockarbiter.lua.history.SmallHistory.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.LockCharge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Limits in bytes on both stores side by side: at the last byte, and with the setting that refuses.
 */
class ByteLimitsIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private final SmallHistory history = new SmallHistory(redis);

  @ParameterizedTest
  @EnumSource(names = {"BYTES_PER_SUB_ACCOUNT", "BYTES_PER_ACCOUNT", "BYTES_PER_PARTITION"})
  void lockThatJustFits_isGranted(Setting limit) {
    set(limit, 2 * charge(upload("b")).held());
    history.add(1, upload("a"));
    history.add(1, upload("b"));
    assertThat(answer().type()).isEqualTo(EventType.GRANTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"BYTES_PER_SUB_ACCOUNT", "BYTES_PER_ACCOUNT"})
  void lockOfOneByteTooMany_isRefusedByNameOfTheLimit(Setting limit) {
    set(limit, 2 * charge(upload("b")).held() - 1);
    history.add(1, upload("a"));
    history.add(1, upload("b"));
    assertRefused(RejectReason.LIMIT_EXCEEDED, limit);

    history.add(2, release("a", "u1"));
    history.add(2, upload("c"));
    assertThat(answer().type()).isEqualTo(EventType.GRANTED);
  }

  @Test
  void fullPartition_refusesForAWhileUntilEndingsAreForgotten() {
    set(Setting.BYTES_PER_PARTITION, charge(upload("a")).held() + charge(upload("a")).ended() - 1);
    history.add(1, upload("a"));
    history.add(2, release("a", "u1"));
    history.add(3, upload("b"));
    assertThat(assertRefused(RejectReason.RATE_LIMITED, Setting.BYTES_PER_PARTITION).retryAfterMs())
        .isEqualTo(7_500);

    history.add(60_000, upload("b"));
    assertThat(answer().type()).isEqualTo(EventType.GRANTED);
  }

  @ParameterizedTest
  @EnumSource(names = {"BYTES_PER_SUB_ACCOUNT", "BYTES_PER_ACCOUNT", "BYTES_PER_PARTITION"})
  void requestThatHasNoRoomToWait_isRefusedByNameOfTheLimit(Setting limit) {
    Acquire waiting = request("w", "u2", Operation.DELETE, "/d", 5_000);
    boolean isAlone = limit == Setting.BYTES_PER_SUB_ACCOUNT;
    int before = isAlone ? 0 : charge(upload("a")).held();
    set(limit, before + charge(waiting).waiting() - 1);
    history.add(1, upload("a"));
    history.add(1, waiting);
    assertRefused(RejectReason.QUEUE_FULL, limit);

    SettingsChange more =
        SettingsChange.NOTHING.with(
            limit, before + charge(waiting).waiting() + charge(waiting).ended());
    history.add(1, more);
    history.add(1, request("x", "u2", Operation.DELETE, "/d", 5_000));
    assertThat(answer().type()).isEqualTo(EventType.QUEUED);
  }

  private void set(Setting limit, int bytes) {
    history.add(0, SettingsChange.NOTHING.with(limit, bytes));
  }

  private static Acquire upload(String id) {
    return request(id, "u1", Operation.UPLOAD, "/d/" + id, 0);
  }

  private static LockCharge charge(Acquire acquire) {
    return LockCharge.of(acquire.account(), acquire.fields(), acquire.replyTo());
  }

  private Event answer() {
    List<Event> events = history.lastEvents(CallBounds.DEFAULT);
    redis.flush();
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  private Rejected assertRefused(RejectReason reason, Setting limit) {
    Rejected rejected = (Rejected) answer();
    assertThat(rejected.reason()).isEqualTo(reason);
    assertThat(rejected.limit()).isEqualTo(limit.text());
    return rejected;
  }
}
