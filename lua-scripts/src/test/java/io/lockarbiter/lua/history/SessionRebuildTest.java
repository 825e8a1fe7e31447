package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.Renew;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.command.Yield;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.EventType;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Settings;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sessions, and the locks bound to them, are rebuilt from the last ten minutes of events. */
class SessionRebuildTest {
  private static final int PARTITION = SmallHistory.PARTITION;
  private static final long LONGEST = Settings.MAX_LEASE_MS;
  private static final Owner WEB = new Owner("ann", "web");

  private final ReferenceLockStore store = new ReferenceLockStore();
  private final List<EncodedEvent> events = new ArrayList<>();
  private long offset;

  private static KeepAlive keepAlive(long leaseMs) {
    return new KeepAlive("k", "acme", WEB, null, leaseMs);
  }

  private static Acquire bound(String id, String path, long maxHoldMs, long waitMs) {
    LockPath at = LockPath.of(path);
    return new Acquire(
        "acme",
        "gw",
        new LockFields(
            id,
            WEB,
            Operation.UPLOAD,
            at,
            null,
            Operation.UPLOAD.targets(at, null),
            LockFields.BOUND_LEASE_MS,
            waitMs,
            maxHoldMs,
            List.of(),
            new TreeMap<>()));
  }

  /** Decides a record; the state that the youngest events tell is the same then. */
  private PartitionState decide(long at, Command command) {
    offset++;
    LogRecord record = new LogRecord(offset, at, 0, new Valid(command));
    FeedPosition position = new FeedPosition(offset == 1 ? -1 : offset - 1, events.size());
    events.addAll(store.decide(PARTITION, position, List.of(record)).events());
    PartitionState state = Objects.requireNonNull(store.state(PARTITION));
    assertThat(rebuilt(event -> true)).as("at %d after %s", at, command).isEqualTo(state);
    return state;
  }

  private PartitionState rebuilt(Predicate<Event> isThere) {
    PartitionHeader header = Objects.requireNonNull(store.header(PARTITION));
    StateRebuild rebuild = new ModelRebuild(PARTITION, header);
    for (EncodedEvent encoded : events) {
      Event event = EventCodec.decode(encoded.value());
      if (event.head().at() >= StateRebuild.since(header) && isThere.test(event)) {
        rebuild.follow(event, encoded.lockReplyTo());
      }
    }
    return rebuild.state();
  }

  private static @Nullable Long sessionEnd(PartitionState state) {
    return state.sessions().stream().map(LiveSession::expiresAt).findAny().orElse(null);
  }

  private void unremembered() {
    decide(0, SettingsChange.NOTHING.with(Setting.REPEAT_WINDOW_MS, 0).with(Setting.WINDOW_MS, 1));
  }

  /** A session of ten minutes that was kept alive once, until the moment of its end. */
  @Test
  void longestLease_isRebuiltUntilItsEnd() {
    unremembered();
    decide(1, keepAlive(LONGEST));
    decide(1, bound("a", "/a", 0, 0));
    for (long at : new long[] {300_000, 310_000, LONGEST - 1, LONGEST}) {
      assertThat(decide(at, new Tick()).held()).hasSize(1);
    }
    assertThat(sessionEnd(decide(LONGEST, new Tick()))).isEqualTo(LONGEST + 1);
    PartitionState over = decide(LONGEST + 1, new Tick());
    assertThat(over.held()).isEmpty();
    assertThat(over.sessions()).isEmpty();
  }

  /** The grant is long ago, and so is the begin of the session. */
  @Test
  void lockOfALongSession_isRebuiltFromWhatIsToldAgain() {
    unremembered();
    decide(1, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 7_000_000));
    decide(1, keepAlive(LONGEST));
    decide(1, bound("cut", "/cut", 0, 0));
    decide(1, bound("renewed", "/renewed", 0, 0));
    decide(2, SettingsChange.NOTHING.with(Setting.LONGEST_HOLD_MS, 0));
    decide(2, bound("asked", "/asked", 8_000_000, 0));
    decide(2, bound("free", "/free", 0, 0));
    long at = 2;
    while (at < 6_900_000) {
      at += 200_000;
      decide(at, keepAlive(LONGEST));
      decide(at + 1, new Renew("r", "acme", WEB, null, "renewed", null));
    }
    assertThat(decide(7_000_001, new Tick()).held()).hasSize(2);
    decide(7_000_002, keepAlive(LONGEST));
    decide(7_100_000, new Yield("y", "acme", WEB, null, "free", 600_000L, null));
    decide(7_400_000, keepAlive(LONGEST));
    assertThat(decide(7_700_000, new Tick()).held()).hasSize(1);
    decide(7_900_000, keepAlive(LONGEST));
    assertThat(decide(8_000_002, new Tick()).held()).isEmpty();
    assertThat(decide(8_000_003, new Tick()).sessions()).hasSize(1);
  }

  @Test
  void sessionThatEndedAndBeganAnew_isRebuiltAsTheNewOne() {
    unremembered();
    decide(1, keepAlive(LONGEST));
    decide(2, bound("a", "/a", 0, 0));
    decide(3, keepAlive(1_000));
    PartitionState anew = decide(LONGEST + 1, keepAlive(2_000));
    assertThat(anew.sessions())
        .containsExactly(new LiveSession("acme", WEB, LONGEST + 1, LONGEST + 2_001));
    assertThat(anew.held()).isEmpty();
    decide(LONGEST + 2, bound("a", "/a", 0, 0));
    decide(LONGEST + 2, bound("b", "/a/b", 0, 9_000));
    assertThat(decide(LONGEST + 2_001, new Tick()).held()).isEmpty();
    assertThat(sessionEnd(decide(LONGEST + 2_002, keepAlive(LONGEST))))
        .isEqualTo(2 * LONGEST + 2_002);
  }

  /**
   * A begin counts as an acquire, also in a state that is rebuilt; a command that keeps does not.
   */
  @Test
  void beginsOfSessions_areCountedAnew() {
    decide(0, SettingsChange.NOTHING.with(Setting.ACQUIRES_PER_WINDOW, 2));
    decide(1, keepAlive(1_000));
    decide(1, keepAlive(1_000));
    decide(2, bound("a", "/a", 0, 0));
    PartitionState state =
        decide(3, new KeepAlive("k2", "acme", new Owner("ann", "x"), null, 9_000));
    assertThat(state.sessions()).hasSize(1);
    assertThat(decide(2_000, keepAlive(1_000)).sessions()).isEmpty();
    assertThat(decide(20_000, keepAlive(1_000)).sessions()).hasSize(1);
  }

  /** Whether the session is alive is not guessed. */
  @Test
  void boundLockWithoutSession_isNoState() {
    decide(1, keepAlive(LONGEST));
    decide(2, bound("a", "/a", 0, 0));

    assertThatThrownBy(() -> rebuilt(event -> event.type() == EventType.GRANTED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no event since at=")
        .hasMessageContaining("events are missing");
  }
}
