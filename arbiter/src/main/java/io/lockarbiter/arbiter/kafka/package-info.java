/**
 * The edge to Kafka: listener threads, bytes in, events and position out in one transaction, looks
 * into the logs beside the group.
 */
@NullMarked
package io.lockarbiter.arbiter.kafka;

import org.jspecify.annotations.NullMarked;
