package io.lockarbiter.arbiter.kafka;

/** What every partition needs of Kafka. */
public record KafkaServices(PublisherSource publishers, StartFactsReader facts, Topics topics) {}
