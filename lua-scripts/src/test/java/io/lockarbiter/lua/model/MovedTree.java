package io.lockarbiter.lua.model;

import io.lockarbiter.contracts.codec.EventCodec;
import io.lockarbiter.contracts.command.Command;
import io.lockarbiter.contracts.command.DecodedCommand.Valid;
import io.lockarbiter.contracts.command.ForceRelease;
import io.lockarbiter.contracts.command.Release;
import io.lockarbiter.contracts.command.SettingsChange;
import io.lockarbiter.contracts.event.Event;
import io.lockarbiter.contracts.event.Granted;
import io.lockarbiter.contracts.event.LockFields;
import io.lockarbiter.contracts.event.Rejected;
import io.lockarbiter.contracts.lock.LockPath;
import io.lockarbiter.contracts.lock.Operation;
import io.lockarbiter.contracts.lock.Owner;
import io.lockarbiter.contracts.lock.Setting;
import io.lockarbiter.contracts.lock.WorkOutcome;
import io.lockarbiter.contracts.testing.MovedCommands;
import io.lockarbiter.lua.store.FeedPosition;
import io.lockarbiter.lua.store.LogRecord;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tree of folders whose members lock what they change, and end their locks in all ways. */
final class MovedTree {
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "g", "h");

  private final Random random;
  private final ReferenceLockStore store = new ReferenceLockStore();
  private final List<String> wrong = new ArrayList<>();
  private final NavigableMap<Long, At> history = new TreeMap<>();
  private Map<String, Integer> folders = new TreeMap<>();
  private int made;
  private long offset = -1;
  private long at = 1_000;
  private long seq;
  private int ids;
  private int told;

  /** The folders after an event. */
  private record At(long at, Map<String, Integer> folders) {}

  MovedTree(long seed) {
    random = new Random(seed);
    decide(
        SettingsChange.NOTHING
            .with(Setting.PARTITIONS, 1)
            .with(Setting.ACQUIRES_PER_WINDOW, 0)
            .with(Setting.ACCOUNT_ACQUIRES_PER_WINDOW, 0)
            .with(Setting.REPEAT_WINDOW_MS, 0)
            .with(Setting.REMEMBERS_MOVES, 1));
    for (String name : NAMES.subList(0, 4)) {
      make("/" + name + "/" + name);
    }
  }

  /** How many places were told. */
  int told() {
    return told;
  }

  List<String> wrong() {
    return wrong;
  }

  void step() {
    at += random.nextInt(random.nextInt(10) == 0 ? 120_000 : 3_000);
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> move();
      case 4 -> delete();
      case 5, 6 -> create();
      default -> ask();
    }
  }

  private @Nullable Event decide(Command command) {
    List<LogRecord> records = List.of(new LogRecord(offset + 1, at, 0, new Valid(command)));
    List<Event> events =
        store.decide(0, new FeedPosition(offset, seq), records).events().stream()
            .map(event -> EventCodec.decode(event.value()))
            .toList();
    offset++;
    seq = events.isEmpty() ? seq : events.get(events.size() - 1).head().seq();
    history.put(seq, new At(at, folders));
    return events.isEmpty() ? null : events.get(events.size() - 1);
  }

  private @Nullable Event acquire(
      String id, Operation operation, String path, @Nullable String to, @Nullable Long existing) {
    return decide(MovedCommands.acquire(id, operation, path, to, existing));
  }

  private boolean lock(String id, Operation operation, String path, @Nullable String to) {
    return acquire(id, operation, path, to, null) instanceof Granted;
  }

  private void end(String id, boolean worked, boolean mayFail) {
    int how = random.nextInt(10);
    Owner owner = new Owner(id, null);
    if (how == 0) {
      return;
    } else if (how == 1) {
      decide(new ForceRelease("f" + ids++, "acme", new Owner("op", null), null, id, null));
    } else {
      boolean failed = mayFail && (!worked || how == 2);
      WorkOutcome outcome = new WorkOutcome(worked && (!failed || how == 3), failed, null);
      decide(new Release("r" + ids++, "acme", owner, null, id, outcome));
    }
  }

  private String anyPath() {
    String path = "/" + NAMES.get(random.nextInt(NAMES.size()));
    return random.nextInt(3) == 0 ? path : path + "/" + NAMES.get(random.nextInt(NAMES.size()));
  }

  private String oneOf(Collection<String> paths) {
    return paths.isEmpty() ? anyPath() : List.copyOf(paths).get(random.nextInt(paths.size()));
  }

  private void move() {
    String from = random.nextInt(10) == 0 ? anyPath() : oneOf(folders.keySet());
    String to = anyPath();
    String id = "m" + ids++;
    if ((to + "/").startsWith(from + "/") || !lock(id, Operation.MOVE, from, to)) {
      return;
    }
    String parent = to.substring(0, to.lastIndexOf('/'));
    boolean can =
        folders.containsKey(from)
            && !folders.containsKey(to)
            && (parent.isEmpty() || folders.containsKey(parent))
            && !(from + "/").startsWith(to + "/");
    boolean works = can && random.nextInt(8) > 0;
    if (works) {
      Map<String, Integer> after = new TreeMap<>();
      folders.forEach(
          (path, folder) ->
              after.put(isBelow(path, from) ? to + path.substring(from.length()) : path, folder));
      folders = after;
    }
    end(id, works, true);
  }

  private void delete() {
    String path = random.nextInt(10) == 0 ? anyPath() : oneOf(folders.keySet());
    String id = "d" + ids++;
    if (!lock(id, Operation.DELETE, path, null)) {
      return;
    }
    boolean works = folders.containsKey(path) && random.nextInt(8) > 0;
    if (works) {
      Map<String, Integer> after = new TreeMap<>(folders);
      after.keySet().removeIf(each -> isBelow(each, path));
      folders = after;
    }
    end(id, works, true);
  }

  private static boolean isBelow(String path, String folder) {
    return (path + "/").startsWith(folder + "/");
  }

  private void create() {
    String path = anyPath();
    String id = "c" + ids++;
    if (!lock(id, Operation.CREATE_FOLDER, path, null)) {
      return;
    }
    if (random.nextInt(4) > 0) {
      make(path);
    }
    decide(new Release("r" + ids++, "acme", new Owner(id, null), null, id, WorkOutcome.DONE));
  }

  private void make(String path) {
    Map<String, Integer> after = new TreeMap<>(folders);
    for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
      after.computeIfAbsent(path.substring(0, end), absent -> made++);
    }
    after.computeIfAbsent(path, absent -> made++);
    folders = after;
  }

  /** Asks for a file in a folder that it saw some minutes ago, and follows where it is told to. */
  private void ask() {
    List<Long> recent = new ArrayList<>();
    history.forEach(
        (event, then) -> {
          if (then.at() > at - 500_000 && event > 0) {
            recent.add(event);
          }
        });
    if (recent.isEmpty()) {
      return;
    }
    long known = recent.get(random.nextInt(recent.size()));
    List<String> seen = List.copyOf(folders(known).keySet());
    if (seen.isEmpty()) {
      return;
    }
    String folder = seen.get(random.nextInt(seen.size()));
    Integer wanted = Objects.requireNonNull(folders(known).get(folder));
    boolean isNumbered = random.nextBoolean();
    for (int hop = 0; hop < 8; hop++) {
      String id = "q" + ids++;
      long existing = isNumbered || hop > 0 ? known : LockFields.EXISTING_NOW;
      Event answer = acquire(id, Operation.UPLOAD, folder + "/f", null, existing);
      if (answer instanceof Granted) {
        if (existing > 0 && !wanted.equals(folders.get(folder))) {
          wrong.add("granted in another folder: " + folder + " as of " + existing);
        }
        decide(new Release("r" + ids++, "acme", new Owner(id, null), null, id, WorkOutcome.DONE));
        return;
      }
      Rejected rejected = (Rejected) Objects.requireNonNull(answer);
      LockPath place = rejected.movedTo();
      if (place == null) {
        return;
      }
      told++;
      Long asOf = rejected.movedSeq();
      known = asOf == null ? rejected.head().seq() : asOf;
      folder = place.toString().substring(0, place.toString().lastIndexOf('/'));
      if (!wanted.equals(folders(known).get(folder))) {
        wrong.add("told a wrong place: " + place + " as of " + known + " by " + rejected.head());
      }
    }
  }

  private Map<String, Integer> folders(long event) {
    return Objects.requireNonNull(history.floorEntry(event)).getValue().folders();
  }
}
