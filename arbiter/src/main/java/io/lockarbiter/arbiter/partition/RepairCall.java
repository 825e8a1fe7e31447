package io.lockarbiter.arbiter.partition;

/**
 * The command line that repairs a partition of this deployment.
 *
 * @param deployment the deployment of the partitions
 * @param options the options that lead it to this arbiter's servers, after a space; no password
 */
public record RepairCall(String deployment, String options) {
  /** The command line for a halt of a partition. */
  String of(int partition, String haltId) {
    return "lockarbiter repair --partition %d --halt %s%s".formatted(partition, haltId, options);
  }
}
