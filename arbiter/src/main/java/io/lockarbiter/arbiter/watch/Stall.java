package io.lockarbiter.arbiter.watch;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A partition in which nothing goes on.
 *
 * @param why the fact, its consequence and the remedy, for an operator; without the partition
 */
public record Stall(StallCause cause, String why) {
  /** The same stall in each of these partitions. */
  Map<Integer, Stall> in(Stream<Integer> partitions) {
    return partitions.collect(Collectors.toUnmodifiableMap(Function.identity(), partition -> this));
  }
}
