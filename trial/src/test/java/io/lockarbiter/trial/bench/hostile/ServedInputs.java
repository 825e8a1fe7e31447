package io.lockarbiter.trial.bench.hostile;

import io.lockarbiter.contracts.command.Acquire;
import io.lockarbiter.trial.bench.hostile.ServedInput.Expected;
import io.lockarbiter.trial.bench.hostile.ServedInput.Part;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Floods, overload, leases that end together, a folder that is gone, a state that is lost. */
final class ServedInputs {
  private static final int FLOOD = 100_000;
  private static final int PAIRS = 300_000;
  private static final int ACCOUNTS = 100_000;
  private static final int WAITING = 1_000;
  private static final int MANY = 20_000;
  private static final int LARGE = 4_000;
  private static final int OWNERS = 10;

  /** 16 of these are 60 KB. */
  private static final int PATH_BYTES = 3_750;

  private static final String ATTRIBUTES =
      ",\"attributes\":{\"note\":\"%s\"}"
          .formatted("x".repeat(Acquire.MAX_ATTRIBUTE_BYTES - "note".length()));

  private ServedInputs() {}

  static List<ServedInput> all() {
    return List.of(
        flood("flood", "100,000 acquires of one sub-account at once", 1, n -> "/f/" + n),
        flood(
            "flood-wide",
            "as many of 1,000 sub-accounts with paths at depth 16",
            1_000,
            n -> "/f".repeat(15) + "/" + n),
        new ServedInput(
            "overload",
            "300,000 acquires and releases of 100,000 accounts at once",
            true,
            ServedInputs::nothing,
            ServedInputs::overload),
        expiries(
            "expire-many",
            "20,000 locks with 4 KB of attributes whose leases end together",
            MANY,
            "UPLOAD",
            n -> path("/a/b/c/d/" + n) + ATTRIBUTES),
        expiries(
            "expire-large",
            "4,000 locks of 60 KB whose leases end together",
            LARGE,
            "CUSTOM",
            ServedInputs::large),
        new ServedInput(
            "gone",
            "1,000 requests of 10 sub-accounts wait below a folder that is then gone",
            false,
            ServedInputs::waitBelowFolder,
            to -> {
              to.release("h", to.account(0), "holder", true);
              return Expected.of(to.of(WAITING) + 1L, "released RELEASED", "rejected PATH_GONE");
            }),
        loss(
            "lost",
            "the state of 100,000 locks is lost; the log is whole",
            HostileSender::loseState),
        loss(
            "lost-cut",
            "the state of 100,000 locks is lost; the commands are not retained",
            to -> {
              to.cutCommands();
              to.loseState();
            }));
  }

  private static String path(String path) {
    return "\"path\":\"" + path + "\"";
  }

  private static Expected nothing(HostileSender to) {
    return Expected.NOTHING;
  }

  /** More than anybody may ask for: the limits refuse the rest. */
  private static ServedInput flood(
      String name, String about, int owners, IntFunction<String> paths) {
    return new ServedInput(
        name,
        about,
        false,
        ServedInputs::nothing,
        to -> {
          for (int n = 0; n < to.of(FLOOD); n++) {
            to.acquire("l" + n, to.account(0), "u" + n % owners, path(paths.apply(n)));
          }
          return Expected.of(to.of(FLOOD), "granted", "rejected RATE_LIMITED");
        });
  }

  /** More than can be decided, of all partitions: a backlog, and what it costs. */
  private static Expected overload(HostileSender to) {
    SplittableRandom random = new SplittableRandom(1);
    for (int n = 0; n < to.of(PAIRS); n++) {
      String account = "of-all-" + random.nextInt(ACCOUNTS);
      to.acquire("o" + n, account, "u" + n % 1_000, path("/team-" + n % 100 + "/" + n));
      to.release("o" + n, account, "u" + n % 1_000, false);
    }
    return Expected.of(2L * to.of(PAIRS), "granted", "released RELEASED");
  }

  private static ServedInput expiries(
      String name, String about, int most, String operation, IntFunction<String> what) {
    return new ServedInput(
        name,
        about,
        false,
        to -> {
          for (int n = 0; n < to.of(most); n++) {
            String owner = "u" + n / 8 % OWNERS;
            to.acquireUntilMoment("l" + n, to.account(n), owner, operation, what.apply(n));
          }
          return Expected.of(to.of(most), "granted");
        },
        to -> Expected.of(to.of(most), "released EXPIRED"));
  }

  /** Paths of two segments, which no two locks have in common. */
  static String large(int n) {
    return IntStream.range(0, Acquire.MAX_TARGETS)
        .mapToObj(target -> "/p" + n + "-" + target + "/")
        .map(path -> path + "x".repeat(PATH_BYTES - path.length()))
        .map("{\"path\":\"%s\",\"mode\":\"PUT\"}"::formatted)
        .collect(Collectors.joining(",", "\"targets\":[", "]"));
  }

  private static Expected waitBelowFolder(HostileSender to) {
    to.await("h", to.account(0), "holder", "DELETE", path("/f"));
    for (int n = 0; n < to.of(WAITING); n++) {
      to.await("w" + n, to.account(0), "u" + n % OWNERS, "UPLOAD", path("/f/a/b/c/" + n));
    }
    return Expected.of(to.of(WAITING) + 1L, "granted", "queued");
  }

  /** Something that happens to the state. */
  private interface Accident {
    void on(HostileSender to) throws InterruptedException;
  }

  private static ServedInput loss(String name, String about, Accident accident) {
    Part fills =
        to -> {
          for (int n = 0; n < to.of(FLOOD); n++) {
            String path = path("/a/b/c/%d/%d".formatted(n / 100, n));
            to.acquire("l" + n, to.account(n), "u" + n / 8 % 20, path);
          }
          return Expected.of(to.of(FLOOD), "granted");
        };
    return new ServedInput(
        name,
        about,
        false,
        fills,
        to -> {
          accident.on(to);
          to.acquire("after", to.account(0), "after", path("/after"));
          return Expected.of(1, "granted");
        });
  }
}
