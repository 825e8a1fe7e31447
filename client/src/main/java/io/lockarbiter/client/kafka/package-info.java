/** The client on Kafka: a producer of commands and a reader of events with assigned partitions. */
@NullMarked
package io.lockarbiter.client.kafka;

import org.jspecify.annotations.NullMarked;
