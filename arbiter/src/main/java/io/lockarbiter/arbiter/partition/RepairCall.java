package io.lockarbiter.arbiter.partition;

/**
 * The command line that repairs a partition of this deployment.
 *
 * @param deployment whose partitions these are
 * @param options that make it look where this arbiter does, led in by a space; no password
 */
public record RepairCall(String deployment, String options) {
  /** Names a standstill of a partition. */
  String of(int partition, String haltId) {
    return "lockarbiter repair --partition %d --halt %s%s".formatted(partition, haltId, options);
  }
}
