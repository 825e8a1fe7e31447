package io.lockarbiter.lua.store;

import java.util.List;

/**
 * Everything that a partition remembers between two records.
 *
 * @param held the held locks in the order of their tokens
 * @param waiting the waiting requests in the order of their arrival
 * @param ended the ids still remembered, in the order of their ends
 * @param windows the windows that are not over, by name
 * @param moved the paths that were moved or removed lately
 */
public record PartitionState(
    PartitionHeader header,
    List<HeldLock> held,
    List<WaitingRequest> waiting,
    List<EndedRequest> ended,
    List<StepWindow> windows,
    MovedMemory moved) {
  /** A state in which no moves are remembered. */
  public PartitionState(
      PartitionHeader header,
      List<HeldLock> held,
      List<WaitingRequest> waiting,
      List<EndedRequest> ended,
      List<StepWindow> windows) {
    this(header, held, waiting, ended, windows, MovedMemory.NONE);
  }
}
