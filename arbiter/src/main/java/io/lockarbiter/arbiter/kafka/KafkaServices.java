package io.lockarbiter.arbiter.kafka;

/**
 * What every partition needs of Kafka.
 *
 * @param deployment with a partition's number behind it, the transactional id of its publishers
 */
public record KafkaServices(
    ProducerSource producers, String deployment, StartFactsReader facts, Topics topics) {}
