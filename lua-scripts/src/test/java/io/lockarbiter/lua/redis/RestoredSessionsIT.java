package io.lockarbiter.lua.redis;

import static io.lockarbiter.lua.redis.Commands.onePartition;
import static io.lockarbiter.lua.redis.Commands.record;
import static io.lockarbiter.lua.redis.Commands.target;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.KeepAlive;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sessions with the longest names, each with a lock: no call of a restore brings too much. */
class RestoredSessionsIT {
  private static final int SESSIONS = 1_000;
  private static final String LONG = "n".repeat(122);

  /** The fixed arguments of a call, and its last entry, which may exceed the bound. */
  private static final int MORE_BYTES = 4_096;

  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static String name(int n) {
    return LONG + String.format(Locale.ROOT, "%06d", n);
  }

  private static PartitionState state() {
    List<LogRecord> records = new ArrayList<>(List.of(onePartition(0)));
    records.add(
        record(
            1,
            1_000,
            SettingsChange.NOTHING
                .with(Setting.ACQUIRES_PER_WINDOW, 0)
                .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)));
    for (int n = 0; n < SESSIONS; n++) {
      Owner owner = new Owner(name(0), name(n));
      KeepAlive keep = new KeepAlive("k", name(0), owner, null, 600_000);
      records.add(record(records.size(), 1_000, keep));
      records.add(record(records.size(), 1_000, bound(owner, n)));
    }
    ReferenceLockStore model = new ReferenceLockStore();
    model.decide(0, FeedPosition.START, records);
    return Objects.requireNonNull(model.state(0));
  }

  private static Acquire bound(Owner owner, int n) {
    return new Acquire(
        name(0),
        null,
        new LockFields(
            name(n),
            owner,
            Operation.CUSTOM,
            null,
            null,
            List.of(target("/p/" + n, Mode.PUT)),
            LockFields.BOUND_LEASE_MS,
            0,
            List.of(),
            new TreeMap<>()));
  }

  @Test
  void restoreOfSessionsWithLongNames_bringsFewBytesACall() {
    PartitionState state = state();
    assertThat(state.sessions()).hasSize(SESSIONS);
    assertThat(state.held()).hasSize(SESSIONS);
    List<Integer> calls = new ArrayList<>();
    ScriptSeam seam =
        new ScriptSeam() {
          @Override
          public void after(Object[] arguments, List<Object> reply) {
            int bytes = 0;
            for (Object argument : arguments) {
              bytes += ((byte[]) argument).length;
            }
            calls.add(bytes);
          }
        };
    StateRestore restore =
        redis.store(seam.around(redis.redisson()), CallBounds.DEFAULT).restore(0, state);
    StateRestore.Progress progress = restore.next();
    while (progress == StateRestore.Progress.MORE) {
      progress = restore.next();
    }
    assertThat(redis.store().state(0)).isEqualTo(state);
    assertThat(Collections.max(calls)).isLessThan(RestoreCalls.MOST_BYTES + MORE_BYTES);
  }
}
