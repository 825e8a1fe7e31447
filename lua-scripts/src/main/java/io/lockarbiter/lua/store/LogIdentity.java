package io.lockarbiter.lua.store;

/**
 * The identity of the log whose records made a state; a state never goes on with another log.
 *
 * @param clusterId the id of the Kafka cluster
 * @param topicId the topic id of {@code lock.commands}
 * @param groupId the id of the arbiter's consumer group
 */
public record LogIdentity(String clusterId, String topicId, String groupId) {
  /** The identity as it is kept and shown: {@code cluster=… topic=… group=…}. */
  @Override
  public String toString() {
    return "cluster=" + clusterId + " topic=" + topicId + " group=" + groupId;
  }
}
