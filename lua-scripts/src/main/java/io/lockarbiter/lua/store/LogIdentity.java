package io.lockarbiter.lua.store;

/**
 * Which log a state is the fold of; a state never goes on with another.
 *
 * @param clusterId of the Kafka cluster
 * @param topicId of {@code lock.commands}
 * @param groupId of the arbiter's consumer group
 */
public record LogIdentity(String clusterId, String topicId, String groupId) {
  /** As it is kept and shown: {@code cluster=… topic=… group=…}. */
  @Override
  public String toString() {
    return "cluster=" + clusterId + " topic=" + topicId + " group=" + groupId;
  }
}
