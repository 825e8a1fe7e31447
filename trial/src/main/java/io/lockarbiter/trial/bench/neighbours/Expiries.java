package io.lockarbiter.trial.bench.neighbours;

import io.lockarbiter.contracts.command.Acquire;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Locks whose leases end together. */
final class Expiries {
  private static final int MANY = 20_000;
  private static final int LARGE = 4_000;

  /** Of an account: what each of them has is far below its limits. */
  static final int OWNERS = 10;

  /** 16 of these are 60 KB. */
  private static final int PATH_BYTES = 3_750;

  private static final String ATTRIBUTES =
      ",\"attributes\":{\"note\":\"%s\"}"
          .formatted("x".repeat(Acquire.MAX_ATTRIBUTE_BYTES - "note".length()));

  private Expiries() {}

  static List<HostileInput> all() {
    return List.of(
        input(
            "expire-many",
            "20,000 locks with 4 KB of attributes whose leases end together",
            MANY,
            "UPLOAD",
            Expiries::small),
        input(
            "expire-large",
            "4,000 locks of 60 KB whose leases end together",
            LARGE,
            "CUSTOM",
            Expiries::large));
  }

  /** Path or targets of a lock. */
  private interface What {
    String of(int n);
  }

  private static HostileInput input(
      String name, String about, int most, String operation, What what) {
    return new HostileInput(
        name,
        about,
        Bars.HARM_TOO,
        true,
        run -> {
          int count = run.of(most);
          for (int n = 0; n < count; n++) {
            String account = run.accounts().get(n % HostileRun.ACCOUNTS);
            String owner = "u" + n / HostileRun.ACCOUNTS % OWNERS;
            run.acquireUntilMoment("l" + n, account, owner, operation, what.of(n));
          }
          return Expected.all("granted", count);
        },
        run -> Expected.all("released EXPIRED", run.of(most)));
  }

  static String small(int n) {
    return "\"path\":\"/a/b/c/d/" + n + "\"" + ATTRIBUTES;
  }

  /** Paths of two segments, which no two locks have in common. */
  static String large(int n) {
    return IntStream.range(0, Acquire.MAX_TARGETS)
        .mapToObj(target -> "/p" + n + "-" + target + "/")
        .map(path -> path + "x".repeat(PATH_BYTES - path.length()))
        .map("{\"path\":\"%s\",\"mode\":\"PUT\"}"::formatted)
        .collect(Collectors.joining(",", "\"targets\":[", "]"));
  }
}
