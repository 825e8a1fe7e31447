package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.redis.RedisRecount;
import io.lockarbiter.lua.store.Decision;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.PartitionState;
import io.lockarbiter.lua.store.StateRebuild;
import io.lockarbiter.lua.store.StateRestore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A random history, mostly of sessions and what is bound to them, on both stores side by side:
 * against a map of the sessions, and against the state that the events rebuild after each record.
 */
final class SessionStorm {
  private final RedisFixture redis;
  private final long seed;
  private final CallBounds bounds;
  private final Random random;
  private final SessionJudge judge = new SessionJudge();
  private final SessionCommands commands;
  private final List<EncodedEvent> events = new ArrayList<>();
  private SideBySideStore stores;
  private long offset = -1;
  private long seq;
  private long at = 1_000_000;

  SessionStorm(RedisFixture redis, long seed, CallBounds bounds) {
    this.redis = redis;
    this.seed = seed;
    this.bounds = bounds;
    this.random = new Random(seed);
    this.commands = new SessionCommands(random, judge);
    this.stores = new SideBySideStore(new ReferenceLockStore(), redis.store(bounds));
  }

  /**
   * Decides so many records.
   *
   * @return how often each verdict was given
   */
  Map<String, Integer> run(int records) {
    decide(
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.REPEAT_WINDOW_MS, 4_000)
            .with(Setting.WINDOW_MS, 1_000));
    for (int n = 0; n < records; n++) {
      at = Math.max(0, at + step());
      Command command = commands.next();
      try {
        decide(command);
        if (n % 70 == 69) {
          restore();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed=%d bounds=%s record %d at %d: %s%n%s".formatted(seed, bounds, n, at, command, e),
            e);
      }
    }
    return judge.seen();
  }

  private long step() {
    double draw = random.nextDouble();
    if (draw < 0.45) {
      return 0;
    } else if (draw < 0.8) {
      return 10L * random.nextInt(8);
    } else if (draw < 0.87) {
      return 500;
    } else if (draw < 0.92) {
      return 1_000;
    } else if (draw < 0.94) {
      return -10L * random.nextInt(300);
    } else if (draw < 0.95) {
      return 10_000L * random.nextInt(62);
    } else if (draw < 0.955) {
      return 300_000;
    } else if (draw < 0.957) {
      return -1_000L * random.nextInt(3_600);
    } else if (draw < 0.96) {
      return 600_000 - random.nextInt(3);
    }
    return random.nextInt(2_000);
  }

  private void decide(Command command) {
    long before = offset;
    offset = offset < 0 ? 1 : offset + 1;
    LogRecord record = new LogRecord(offset, at, 0, new Valid(command));
    Decision decision = stores.decide(0, new FeedPosition(before, seq), List.of(record));
    List<EncodedEvent> caused = decision.events();
    PartitionHeader header = decision.applied().header();
    seq = header.seq();
    PartitionState state = Objects.requireNonNull(stores.state(0));
    RedisRecount.check(redis, 0, state);
    events.addAll(caused);
    judge.judge(header.at(), caused, state);
    events.removeIf(
        event -> EventCodec.decode(event.value()).head().at() < StateRebuild.since(header));
    assertThat(rebuilt(header)).as("rebuilt").isEqualTo(state);
  }

  private PartitionState rebuilt(PartitionHeader header) {
    StateRebuild rebuild = new ModelRebuild(0, header);
    for (EncodedEvent encoded : events) {
      rebuild.follow(EventCodec.decode(encoded.value()), encoded.lockReplyTo());
    }
    return rebuild.state();
  }

  /** Redis loses all; both stores go on from what the events tell. */
  private void restore() {
    PartitionHeader header = Objects.requireNonNull(stores.header(0));
    PartitionState state = rebuilt(header);
    redis.flush();
    ReferenceLockStore model = new ReferenceLockStore();
    assertThat(SideBySideStore.restored(model.restore(0, state)))
        .isEqualTo(StateRestore.Progress.DONE);
    assertThat(SideBySideStore.restored(redis.store(bounds).restore(0, state)))
        .isEqualTo(StateRestore.Progress.DONE);
    stores = new SideBySideStore(model, redis.store(bounds));
    RedisRecount.check(redis, 0, Objects.requireNonNull(stores.state(0)));
  }
}
