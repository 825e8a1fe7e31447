package io.lockarbiter.lua.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.command.Tick;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.LockRef;
import io.lockarbiter.contracts.event.RejectReason;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Mode;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.Target;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.lua.model.ModelRebuild;
import io.lockarbiter.lua.model.ReferenceLockStore;
import io.lockarbiter.lua.redis.CallBounds;
import io.lockarbiter.lua.redis.RedisFixture;
import io.lockarbiter.lua.store.EncodedEvent;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LockStore;
import io.lockarbiter.lua.store.LogRecord;
import io.lockarbiter.lua.store.PartitionHeader;
import io.lockarbiter.lua.store.StateRebuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories at the bounds of the memory: accounts with a thousand paths or a mebibyte, locks
 * of many targets, deepest paths, names without case, settings that change, a clock that goes back.
 */
class ForgettingHistoryIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static final CallBounds SMALL = new CallBounds(40, 3, 20_000, 4, 3_000);
  private static final List<String> ACCOUNTS = List.of("acme", "b");

  private final List<EncodedEvent> events = new ArrayList<>();
  private final List<LogRecord> batch = new ArrayList<>();
  private final List<Acquire> held = new ArrayList<>();
  private Random random = new Random(0);
  private LockStore both = new ReferenceLockStore();
  private ReferenceLockStore model = new ReferenceLockStore();
  private long offset = -1;
  private long at = 1_000_000;
  private int ids;
  private int gone;
  private int places;
  private boolean withoutCase;

  static LongStream seeds() {
    return LongStream.range(0, Integer.getInteger("lockarbiter.seeds", 6));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void historyAtTheBounds_isDecidedAlike(long seed) {
    random = new Random(seed);
    model = new ReferenceLockStore();
    both = new SideBySideStore(model, redis.store(seed % 2 == 0 ? CallBounds.DEFAULT : SMALL));
    withoutCase = seed % 3 == 0;
    add(
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.NAMES_WITHOUT_CASE, withoutCase ? 1 : 0)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.REPEAT_WINDOW_MS, 1_000)
            .with(Setting.REMEMBERS_MOVES, 1));
    decide();
    boolean isLong = seed % 2 == 1;
    for (int n = 0; n < (isLong ? 84 : 985); n++) {
      Acquire move =
          isLong
              ? of("acme", "m" + n, Operation.MOVE, "/f" + n, "/" + "l".repeat(4_050) + n, null, 0)
              : of("acme", "m" + n, Operation.MOVE, "/f" + n, "/g" + n, null, 0);
      add(move);
      add(release(move, WorkOutcome.GONE));
      if (batch.size() >= 60) {
        at += 1_000;
        decide();
      }
    }
    decide();
    for (int n = 0; n < 160; n++) {
      for (int m = 0; m < 5; m++) {
        step();
      }
      decide();
      if (n % 20 == 0) {
        rebuild("seed=%d n=%d".formatted(seed, n));
      }
    }
    System.out.printf("seed=%d: %d gone, %d places%n", seed, gone, places);
  }

  private void add(Command command) {
    batch.add(new LogRecord(offset + 1 + batch.size(), at, 0, new Valid(command)));
  }

  private void decide() {
    PartitionHeader header = both.header(0);
    FeedPosition position =
        header == null
            ? FeedPosition.START
            : new FeedPosition(header.appliedOffset(), header.seq());
    for (EncodedEvent encoded : both.decide(0, position, List.copyOf(batch)).events()) {
      events.add(encoded);
      Event event = EventCodec.decode(encoded.value());
      if (event instanceof Rejected refused && refused.reason() == RejectReason.PATH_GONE) {
        gone++;
        places += refused.movedTo() == null ? 0 : 1;
      }
    }
    offset += batch.size();
    batch.clear();
  }

  private void rebuild(String when) {
    PartitionHeader header = Objects.requireNonNull(model.header(0));
    StateRebuild rebuilt = new ModelRebuild(0, header);
    long since = StateRebuild.since(header);
    int first = events.size();
    while (first > 0 && EventCodec.decode(events.get(first - 1).value()).head().at() >= since) {
      first--;
    }
    events
        .subList(first, events.size())
        .forEach(each -> rebuilt.follow(EventCodec.decode(each.value()), each.lockReplyTo()));
    assertThat(rebuilt.state()).as(when).isEqualTo(model.state(0));
  }

  private Acquire of(
      String account,
      String id,
      Operation operation,
      String path,
      @Nullable String to,
      @Nullable Long existing,
      long waitMs) {
    LockPath from = path(path);
    LockPath destination = to == null ? null : path(to);
    return of(
        account,
        id,
        operation,
        from,
        destination,
        operation.targets(from, destination),
        existing,
        waitMs,
        null);
  }

  private Acquire of(
      String account,
      String id,
      Operation operation,
      @Nullable LockPath from,
      @Nullable LockPath to,
      List<Target> targets,
      @Nullable Long existing,
      long waitMs,
      @Nullable LockRef replaces) {
    return new Acquire(
        account,
        null,
        new LockFields(
                id,
                new Owner("o" + random.nextInt(4), null),
                operation,
                from,
                to,
                targets,
                5_000 + random.nextInt(20_000),
                waitMs,
                0,
                List.of(),
                replaces,
                new TreeMap<>())
            .existing(existing));
  }

  private static Release release(Acquire of, WorkOutcome outcome) {
    LockFields lock = of.fields();
    return new Release(
        "r" + lock.lockId(), of.account(), lock.owner(), null, lock.lockId(), outcome);
  }

  private LockPath path(String path) {
    return LockPath.of(path);
  }

  private String anyPath() {
    int draw = random.nextInt(12);
    if (draw < 3) {
      return "/f" + random.nextInt(1_000) + below();
    } else if (draw < 4) {
      return ("/" + "s".repeat(40)).repeat(1 + random.nextInt(64));
    } else if (draw < 5) {
      return "/" + "q".repeat(3_900) + random.nextInt(3) + below();
    }
    String path = "/" + "abAB".charAt(random.nextInt(4));
    while (random.nextInt(3) > 0) {
      path += "/" + "abAB".charAt(random.nextInt(4));
    }
    return path;
  }

  private String below() {
    return random.nextBoolean() ? "" : "/x";
  }

  private @Nullable Long existing() {
    PartitionHeader header = Objects.requireNonNull(model.header(0));
    return switch (random.nextInt(6)) {
      case 0, 1 -> null;
      case 2, 3 -> LockFields.EXISTING_NOW;
      case 4 -> Math.max(1L, header.seq() - random.nextInt(300));
      default -> 1L + random.nextInt((int) header.seq() + 1);
    };
  }

  private void step() {
    int draw = random.nextInt(100);
    if (draw < 2) {
      at += random.nextInt(700_000);
    } else if (draw < 4) {
      at = Math.max(0, at - random.nextInt(30_000));
    } else if (random.nextInt(3) == 0) {
      at += random.nextInt(4_000);
    }
    String account = ACCOUNTS.get(random.nextInt(8) == 0 ? 1 : 0);
    String id = "i" + ids++;
    long waitMs = random.nextInt(3) == 0 ? 30_000 : 0;
    if (draw < 6) {
      add(new Tick());
    } else if (draw < 8) {
      SettingsChange change = SettingsChange.NOTHING;
      add(
          switch (random.nextInt(4)) {
            case 0 -> change.with(Setting.WINDOW_MS, 9_000 + random.nextInt(3));
            case 1 -> change.with(Setting.REMEMBERS_MOVES, 0);
            default -> change.with(Setting.REMEMBERS_MOVES, 1);
          });
      if (random.nextInt(2) == 0) {
        add(change.with(Setting.REMEMBERS_MOVES, 1));
      }
      decide();
    } else if (draw < 55 && !held.isEmpty()) {
      Acquire of = held.remove(random.nextInt(held.size()));
      boolean isGone = random.nextInt(4) > 0;
      add(release(of, new WorkOutcome(isGone, random.nextInt(5) == 0, null)));
    } else if (draw < 62) {
      List<Target> targets = new ArrayList<>();
      Mode[] modes = {Mode.READ, Mode.ADD, Mode.PUT, Mode.DELETE, Mode.EXCLUSIVE};
      String base = anyPath();
      for (int n = random.nextInt(16); n >= 0; n--) {
        String path = random.nextInt(3) == 0 ? anyPath() : base + (n % 2 == 0 ? "" : "/" + n);
        Target target = null;
        try {
          target = new Target(LockPath.of(path), modes[random.nextInt(modes.length)]);
        } catch (RuntimeException e) {
          continue;
        }
        if (!targets.contains(target)
            && Acquire.segments(targets) + target.path().depth() < 250) {
          targets.add(target);
        }
      }
      if (targets.isEmpty()) {
        return;
      }
      keep(of(account, id, Operation.CUSTOM, null, null, targets, existing(), waitMs, null));
    } else if (draw < 66 && !held.isEmpty()) {
      Acquire old = held.get(random.nextInt(held.size()));
      LockPath path = path(anyPath());
      LockRef ref = new LockRef(old.fields().lockId(), old.fields().owner());
      keep(
          of(
              old.account(),
              id,
              Operation.UPLOAD,
              path,
              null,
              Operation.UPLOAD.targets(path, null),
              existing(),
              0,
              ref));
    } else {
      Operation operation =
          List.of(
                  Operation.MOVE,
                  Operation.RENAME,
                  Operation.MOVE,
                  Operation.DELETE,
                  Operation.UPLOAD,
                  Operation.UPLOAD,
                  Operation.COPY,
                  Operation.UPLOAD_FOLDER,
                  Operation.DOWNLOAD,
                  Operation.CHECK_OUT)
              .get(random.nextInt(10));
      LockPath from = path(anyPath());
      LockPath to = operation.hasDestination() ? path(anyPath()) : null;
      LockPath readFrom = withoutCase ? from.withoutCase() : from;
      LockPath readTo = to == null ? null : withoutCase ? to.withoutCase() : to;
      if (readTo != null && operation.problem(readFrom, readTo) != null) {
        return;
      }
      keep(
          of(
              account,
              id,
              operation,
              from,
              to,
              operation.targets(from, to),
              existing(),
              waitMs,
              null));
    }
  }

  private void keep(Acquire acquire) {
    add(acquire);
    held.add(acquire);
    if (held.size() > 12) {
      held.remove(0);
    }
  }
}
