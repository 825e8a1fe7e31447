/**
 * The edge to Kafka: listener threads read commands, one transaction publishes events and the
 * position, and readers outside of the group look into the logs.
 */
@NullMarked
package io.lockarbiter.arbiter.kafka;

import org.jspecify.annotations.NullMarked;
