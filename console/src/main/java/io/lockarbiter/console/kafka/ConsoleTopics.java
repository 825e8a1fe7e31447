package io.lockarbiter.console.kafka;

/**
 * The topics of a deployment, by their names.
 *
 * @param partitions of each of them
 */
public record ConsoleTopics(String commands, String events, int partitions) {}
