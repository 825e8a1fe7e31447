package io.lockarbiter.trial.bench.commit;

import java.util.List;
import java.util.stream.IntStream;

/** How many partitions a transaction has. */
enum CommitDesign {
  /** A producer per partition, each with a thread and transactions of its own. */
  PER_PARTITION("a transaction per partition"),
  /** One producer and one thread, each transaction over all partitions. */
  OVER_ALL("one transaction over all");

  private final String words;

  CommitDesign(String words) {
    this.words = words;
  }

  /** The partitions of each producer. */
  List<List<Integer>> producers(int partitions) {
    List<Integer> all = IntStream.range(0, partitions).boxed().toList();
    return this == OVER_ALL ? List.of(all) : all.stream().map(List::of).toList();
  }

  @Override
  public String toString() {
    return words;
  }
}
