package io.lockarbiter.arbiter.watch;

import java.util.List;

/**
 * The consumer group as the brokers describe it.
 *
 * @param isSettled false while partitions are handed out anew; members then show no partitions
 * @param state as the brokers call it
 */
public record GroupView(boolean isSettled, String state, List<GroupMember> members) {}
