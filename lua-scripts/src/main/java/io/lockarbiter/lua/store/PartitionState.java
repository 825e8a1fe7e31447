package io.lockarbiter.lua.store;

import java.util.List;

/**
 * All that a partition remembers between two records.
 *
 * @param held in the order of their tokens
 * @param waiting in the order of their arrival
 * @param ended ids still remembered, the first that ended first
 * @param windows by name; only those that are not over
 */
public record PartitionState(
    PartitionHeader header,
    List<HeldLock> held,
    List<WaitingRequest> waiting,
    List<EndedRequest> ended,
    List<StepWindow> windows) {}
