package io.lockarbiter.embedded.demo;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts the damage found on the file system, with the first example of each kind. */
final class FileChecks {
  private final Map<Violation, LongAdder> counts = new EnumMap<>(Violation.class);
  private final Map<Violation, String> examples = new ConcurrentHashMap<>();

  FileChecks() {
    for (Violation violation : Violation.values()) {
      counts.put(violation, new LongAdder());
    }
  }

  /** Counts one case. */
  void found(Violation violation, String example) {
    counts.getOrDefault(violation, new LongAdder()).increment();
    examples.putIfAbsent(violation, example);
  }

  long count(Violation violation) {
    return counts.getOrDefault(violation, new LongAdder()).sum();
  }

  /** Returns the number of cases of all kinds. */
  long total() {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns the first case of a kind; null if there was none. */
  @Nullable String example(Violation violation) {
    return examples.get(violation);
  }

  /**
   * Returns a line for each kind that was found, with the number of cases and the first of them.
   */
  List<String> lines() {
    return Arrays.stream(Violation.values())
        .filter(violation -> count(violation) > 0)
        .map(
            violation ->
                "%,d %s, such as %s"
                    .formatted(count(violation), violation.text(), example(violation)))
        .toList();
  }
}
