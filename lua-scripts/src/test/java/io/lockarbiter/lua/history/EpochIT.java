package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.lock.Epoch;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.Outcome;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import io.lockarbiter.lua.store.StateRestore;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Numbers of events in a deployment of a later epoch, alike on both stores. */
@Timeout(120) // A store that obeys such a record behind events never ends the call.
class EpochIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static final long LAST = Epoch.begin(Epoch.LAST);

  private final LockStore store =
      new SideBySideStore(new ReferenceLockStore(), redis.store(CallBounds.LEAST));

  @Test
  void firstSettings_tellTheEpoch_eventsAreNumberedFromItsBeginning() {
    assertThat(seqs(FeedPosition.START, first(0, Epoch.LAST))).isEmpty();
    assertThat(header().seq()).isEqualTo(LAST);
    assertThat(seqs(new FeedPosition(0, 0), checkOut(1))).containsExactly(LAST + 1);
    assertThat(seqs(new FeedPosition(1, 0), checkOut(2))).containsExactly(LAST + 1, LAST + 2);
    assertThat(seqs(new FeedPosition(2, LAST + 2), checkOut(3))).containsExactly(LAST + 3);
    assertThat(store.decide(0, new FeedPosition(3, LAST), List.of()).outcome())
        .isEqualTo(new Outcome.Stale(LAST, LAST + 3));
    assertThat(header().seq()).isLessThan(1L << 53);
  }

  @Test
  void token_isTheNumberOfTheGrant() {
    Decision decision =
        store.decide(0, FeedPosition.START, List.of(first(0, Epoch.LAST), checkOut(1)));
    Granted granted = (Granted) EventCodec.decode(decision.events().get(0).value());

    assertThat(granted.token()).isEqualTo(LAST + 1);
    assertThat(state().held().get(0).token()).isEqualTo(LAST + 1);
  }

  @Test
  void firstSettingsAndRequestsInOneBatch_areNumberedAlike() {
    assertThat(seqs(FeedPosition.START, first(0, 3), checkOut(1), checkOut(2)))
        .containsExactly(Epoch.begin(3) + 1, Epoch.begin(3) + 2);
  }

  @Test
  void anotherEpochLater_isNotObeyed() {
    seqs(FeedPosition.START, first(0, 3), first(1, 4), first(2, 2), first(3, 0));

    assertThat(header().seq()).isEqualTo(Epoch.begin(3));
    assertThat(header().settings().get(Setting.EPOCH)).isEqualTo(3);
  }

  /** Nothing of such a record is obeyed; one without an epoch is. */
  @Test
  void epochBehindAnEvent_isNotObeyed() {
    assertThat(seqs(FeedPosition.START, checkOut(0), first(1, 3))).containsExactly(1L);
    assertThat(header().settings().get(Setting.PARTITIONS)).isZero();

    assertThat(seqs(new FeedPosition(1, 1), first(2, 0), checkOut(3))).containsExactly(2L);
    assertThat(header().settings().get(Setting.PARTITIONS)).isEqualTo(1);
  }

  @Test
  void epochWithoutTheNumberOfPartitions_isNotObeyed() {
    seqs(FeedPosition.START, record(0, SettingsChange.NOTHING.with(Setting.EPOCH, 1)));

    assertThat(header().seq()).isZero();
  }

  /** A flush of Redis, and then the state from the events: numbers go on where they were. */
  @Test
  void rebuiltState_goesOnBehindTheLastEvent() {
    Decision decision =
        store.decide(0, FeedPosition.START, List.of(first(0, 7), checkOut(1), checkOut(2)));
    PartitionState before = state();
    StateRebuild rebuild = new ModelRebuild(0, before.header());
    decision
        .events()
        .forEach(each -> rebuild.follow(EventCodec.decode(each.value()), each.lockReplyTo()));
    assertThat(rebuild.state()).isEqualTo(before);

    LockStore emptied = redis.store(CallBounds.LEAST);
    emptied.setAside(0, "lost");
    LockStore restored = new SideBySideStore(new ReferenceLockStore(), emptied);
    assertThat(restored.restore(0, rebuild.state()).next()).isEqualTo(StateRestore.Progress.DONE);
    assertThat(
            restored
                .decide(0, new FeedPosition(2, before.header().seq()), List.of(checkOut(3)))
                .events())
        .extracting(EncodedEvent::seq)
        .containsExactly(Epoch.begin(7) + 3);
  }

  private static LogRecord first(int offset, int epoch) {
    return record(
        offset, SettingsChange.NOTHING.with(Setting.PARTITIONS, 1).with(Setting.EPOCH, epoch));
  }

  private static LogRecord checkOut(int offset) {
    return record(offset, SmallHistory.checkOut("a" + offset, "u", "/" + offset));
  }

  private static LogRecord record(int offset, Command command) {
    return new LogRecord(offset, 0, 0, new Valid(command));
  }

  private List<Long> seqs(FeedPosition position, LogRecord... records) {
    Decision decision = store.decide(0, position, List.of(records));
    decision.applied();
    return decision.events().stream().map(EncodedEvent::seq).toList();
  }

  private PartitionHeader header() {
    return Objects.requireNonNull(store.header(0));
  }

  private PartitionState state() {
    return Objects.requireNonNull(store.state(0));
  }
}
