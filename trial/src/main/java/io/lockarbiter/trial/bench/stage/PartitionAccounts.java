package io.lockarbiter.trial.bench.stage;

import io.lockarbiter.contracts.codec.AccountHash;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Accounts that leave no partition out. */
public final class PartitionAccounts {
  private PartitionAccounts() {}

  /** So many accounts of each partition, those of partition 0 first. */
  public static List<String> of(int partitions, int each) {
    return IntStream.range(0, partitions)
        .mapToObj(partition -> in(partition, partitions).limit(each))
        .flatMap(accounts -> accounts)
        .toList();
  }

  private static Stream<String> in(int partition, int partitions) {
    return Stream.iterate(0, i -> i + 1)
        .map(i -> "account-" + i)
        .filter(account -> AccountHash.partition(account, partitions) == partition);
  }
}
