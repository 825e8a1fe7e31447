package io.lockarbiter.lua.store;

import java.util.List;

/**
 * All that a partition remembers between two records.
 *
 * @param held in the order of their tokens
 * @param waiting in the order of their arrival
 * @param ended ids still remembered, the first that ended first
 * @param rates by account, then sub-account (UTF-16 order); only those with an acquire in the
 *     window
 */
public record PartitionState(
    PartitionHeader header,
    List<HeldLock> held,
    List<WaitingRequest> waiting,
    List<EndedRequest> ended,
    List<RateWindow> rates) {}
