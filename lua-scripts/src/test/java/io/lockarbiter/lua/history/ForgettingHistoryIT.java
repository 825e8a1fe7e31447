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
 * Random histories at the bounds of the memory of moved paths: accounts with a thousand paths or a
 * mebibyte, locks of many targets, deepest paths, names without case, settings that change, a clock
 * that goes back.
 */
class ForgettingHistoryIT {
  @RegisterExtension private static final RedisFixture redis = RedisFixture.start();

  private static final CallBounds SMALL = new CallBounds(40, 3, 20_000, 4, 3_000);
  private static final List<String> ACCOUNTS = List.of("acme", "b");
  private static final List<Mode> MODES =
      List.of(Mode.READ, Mode.ADD, Mode.PUT, Mode.DELETE, Mode.EXCLUSIVE);
  private static final List<Operation> OPERATIONS =
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
          Operation.CHECK_OUT);

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
      LockPath from = LockPath.of("/f" + n);
      LockPath to = LockPath.of((isLong ? "/" + "l".repeat(4_050) : "/g") + n);
      Acquire move =
          of("acme", "m" + n, Operation.MOVE, from, to, Operation.MOVE.targets(from, to), null);
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
      @Nullable LockPath from,
      @Nullable LockPath to,
      List<Target> targets,
      @Nullable LockRef replaces) {
    LockFields fields =
        new LockFields(
            id,
            new Owner("o" + random.nextInt(4), null),
            operation,
            from,
            to,
            targets,
            5_000 + random.nextInt(20_000),
            replaces == null && random.nextInt(3) == 0 ? 30_000 : 0,
            0,
            List.of(),
            replaces,
            new TreeMap<>());
    return new Acquire(account, null, fields.existing(id.startsWith("m") ? null : existing()));
  }

  private static Release release(Acquire of, WorkOutcome outcome) {
    LockFields lock = of.fields();
    return new Release(
        "r" + lock.lockId(), of.account(), lock.owner(), null, lock.lockId(), outcome);
  }

  private LockPath anyPath() {
    int draw = random.nextInt(12);
    if (draw < 3) {
      return LockPath.of("/f" + random.nextInt(1_000) + below());
    } else if (draw < 4) {
      return LockPath.of(("/" + "s".repeat(40)).repeat(1 + random.nextInt(64)));
    } else if (draw < 5) {
      return LockPath.of("/" + "q".repeat(3_900) + random.nextInt(3) + below());
    }
    String path = letter();
    while (random.nextInt(3) > 0) {
      path += letter();
    }
    return LockPath.of(path);
  }

  private String letter() {
    return "/" + "abAB".charAt(random.nextInt(4));
  }

  private String below() {
    return random.nextBoolean() ? "" : "/x";
  }

  private @Nullable Long existing() {
    long seq = Objects.requireNonNull(model.header(0)).seq();
    return switch (random.nextInt(6)) {
      case 0, 1 -> null;
      case 2, 3 -> LockFields.EXISTING_NOW;
      case 4 -> Math.max(1L, seq - random.nextInt(300));
      default -> 1L + random.nextInt((int) seq + 9);
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
    if (draw < 6) {
      add(new Tick());
    } else if (draw < 8) {
      changeSettings();
    } else if (draw < 55 && !held.isEmpty()) {
      Acquire of = held.remove(random.nextInt(held.size()));
      boolean isGone = random.nextInt(4) > 0;
      add(release(of, new WorkOutcome(isGone, random.nextInt(5) == 0, null)));
    } else if (draw < 62) {
      List<Target> targets = someTargets();
      if (!targets.isEmpty()) {
        keep(of(account, id, Operation.CUSTOM, null, null, targets, null));
      }
    } else if (draw < 66 && !held.isEmpty()) {
      Acquire old = held.get(random.nextInt(held.size()));
      LockPath path = anyPath();
      LockRef ref = new LockRef(old.fields().lockId(), old.fields().owner());
      List<Target> targets = Operation.UPLOAD.targets(path, null);
      keep(of(old.account(), id, Operation.UPLOAD, path, null, targets, ref));
    } else {
      askForOne(account, id);
    }
  }

  private void changeSettings() {
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
  }

  private List<Target> someTargets() {
    List<Target> targets = new ArrayList<>();
    LockPath any = anyPath();
    boolean hasRoom = any.depth() < LockPath.MAX_SEGMENTS && any.toString().length() < 4_000;
    for (int n = random.nextInt(16); n >= 0; n--) {
      LockPath near = hasRoom && n % 2 == 1 ? LockPath.of(any + "/" + n) : any;
      LockPath each = random.nextInt(3) == 0 ? anyPath() : near;
      Target target = new Target(each, MODES.get(random.nextInt(MODES.size())));
      if (!targets.contains(target) && Acquire.segments(targets) + each.depth() < 250) {
        targets.add(target);
      }
    }
    return targets;
  }

  private void askForOne(String account, String id) {
    Operation operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
    LockPath from = anyPath();
    LockPath to = operation.hasDestination() ? anyPath() : null;
    LockPath readFrom = withoutCase ? from.withoutCase() : from;
    LockPath readTo = to == null ? null : withoutCase ? to.withoutCase() : to;
    if (readTo == null || operation.problem(readFrom, readTo) == null) {
      keep(of(account, id, operation, from, to, operation.targets(from, to), null));
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
