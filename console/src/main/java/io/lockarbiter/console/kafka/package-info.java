/** The edge to Kafka: events in without a group, forced releases out. */
@NullMarked
package io.lockarbiter.console.kafka;

import org.jspecify.annotations.NullMarked;
