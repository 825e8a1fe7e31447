package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.KeptAlive;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.ReleaseReason;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.HeldLock;
import io.lockarbiter.lua.store.LiveSession;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.WaitingRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Knows which sessions are alive by a map, as RULES.md (Sessions) tells it. */
final class SessionJudge {
  /** A session by its name. */
  record Key(String account, Owner owner) {}

  private record Life(long beganAt, long expiresAt) {}

  private final Map<Key, Life> alive = new HashMap<>();
  private final Map<String, Integer> seen = new TreeMap<>();

  /** The sessions that are alive. */
  List<Key> alive() {
    return List.copyOf(alive.keySet());
  }

  /** How often each verdict was given. */
  Map<String, Integer> seen() {
    return seen;
  }

  /** Compares the events of one record, and the state after it, with the map. */
  void judge(long now, List<EncodedEvent> caused, PartitionState state) {
    Map<Key, Life> before = new HashMap<>(alive);
    alive.values().removeIf(life -> life.expiresAt() <= now);
    for (EncodedEvent encoded : caused) {
      Event event = EventCodec.decode(encoded.value());
      seen.merge(HistoryInvariants.verdict(event), 1, Integer::sum);
      if (event instanceof KeptAlive kept) {
        Key key = new Key(kept.head().account(), kept.owner());
        Life life = alive.get(key);
        long lease = kept.cutLeaseMs() == null ? kept.leaseMs() : kept.cutLeaseMs();
        Life wanted =
            life == null
                ? new Life(now, now + lease)
                : new Life(life.beganAt(), Math.max(life.expiresAt(), now + lease));
        assertThat(new Life(kept.beganAt(), kept.expiresAt())).as("kept").isEqualTo(wanted);
        alive.put(key, wanted);
      }
      if (event.subject() instanceof LockFields lock && !event.repeated()) {
        Key key = new Key(event.head().account(), lock.owner());
        if (event.reason() == ReleaseReason.SESSION_ENDED
            || event.reason() == RejectReason.NO_SESSION) {
          assertThat(lock.isBound()).isTrue();
          Life life =
              event.reason() == ReleaseReason.SESSION_ENDED ? before.get(key) : alive.get(key);
          if (event.reason() == ReleaseReason.SESSION_ENDED) {
            assertThat(Objects.requireNonNull(life).expiresAt()).isLessThanOrEqualTo(now);
          } else {
            assertThat(life).isNull();
          }
        }
        if (event instanceof Granted granted && lock.isBound()) {
          assertThat(granted.expiresAt())
              .isLessThanOrEqualTo(Objects.requireNonNull(alive.get(key)).expiresAt());
        }
      }
    }
    Map<Key, Life> stored = new HashMap<>();
    for (LiveSession session : state.sessions()) {
      stored.put(
          new Key(session.account(), session.owner()),
          new Life(session.beganAt(), session.expiresAt()));
    }
    assertThat(stored).as("sessions").isEqualTo(alive);
    for (HeldLock lock : state.held()) {
      bound(lock.account(), lock.fields());
    }
    for (WaitingRequest request : state.waiting()) {
      bound(request.account(), request.fields());
    }
  }

  private void bound(@Nullable String account, LockFields fields) {
    if (fields.isBound()) {
      assertThat(alive).containsKey(new Key(Objects.requireNonNull(account), fields.owner()));
    }
  }
}
