package io.lockarbiter.arbiter.partition;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the halts of a partition, each once, and knows the facts behind the last one. */
final class ToldHalts {
  private static final Logger LOG = LoggerFactory.getLogger(ToldHalts.class);

  private final int partition;
  private final PartitionServices services;
  private final PartitionStatuses.Entry entry;
  private String standing = "";
  private String toldOn = "";

  ToldHalts(int partition, PartitionServices services, PartitionStatuses.Entry entry) {
    this.partition = partition;
    this.services = services;
    this.entry = entry;
  }

  /** Notes the facts of a look: {@link StartFacts#standing}, or the mark of a foreign state. */
  void see(String facts) {
    standing = facts;
  }

  /** Says whether the partition is halted, and the facts are still those of its halt. */
  boolean isOnTheSameFacts() {
    return entry.status().state() == PartitionState.HALTED && standing.equals(toldOn);
  }

  /**
   * Shows a halt, and logs it unless it is the one that is shown already.
   *
   * @param isNews whether the partition was not halted for this reason before
   */
  void tell(Halt halt, boolean isNews) {
    RepairCall repair = services.repair();
    String id = HaltId.of(repair.deployment(), partition, halt.reason(), standing);
    Halt told = HaltText.withRepair(halt, repair.of(partition, id));
    if (isNews) {
      services.meters().halted(halt.reason());
    }
    if (isNews || !id.equals(entry.status().haltId())) {
      LOG.error("{}: {}", told.reason(), told.message());
    }
    toldOn = standing;
    entry.post(entry.status().halted(told, id));
  }
}
