package io.lockarbiter.arbiter.watch;

import java.util.Set;

/**
 * A member of the consumer group.
 *
 * @param isArbiter whether it is one of this deployment's arbiters
 * @param clientId as it calls itself
 * @param host from which it has connected
 * @param partitions of {@code lock.commands} that it has
 */
public record GroupMember(
    boolean isArbiter, String clientId, String host, Set<Integer> partitions) {}
