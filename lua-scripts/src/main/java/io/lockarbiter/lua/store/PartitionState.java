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
 * @param sessions the live sessions by name
 */
public record PartitionState(
    PartitionHeader header,
    List<HeldLock> held,
    List<WaitingRequest> waiting,
    List<EndedRequest> ended,
    List<StepWindow> windows,
    MovedMemory moved,
    List<LiveSession> sessions) {
  /** A state in which no session is alive. */
  public PartitionState(
      PartitionHeader header,
      List<HeldLock> held,
      List<WaitingRequest> waiting,
      List<EndedRequest> ended,
      List<StepWindow> windows,
      MovedMemory moved) {
    this(header, held, waiting, ended, windows, moved, List.of());
  }

  /** A state in which no moves are remembered and no session is alive. */
  public PartitionState(
      PartitionHeader header,
      List<HeldLock> held,
      List<WaitingRequest> waiting,
      List<EndedRequest> ended,
      List<StepWindow> windows) {
    this(header, held, waiting, ended, windows, MovedMemory.NONE);
  }
}
