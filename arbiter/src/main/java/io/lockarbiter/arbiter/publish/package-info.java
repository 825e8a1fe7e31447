/**
 * The edge towards {@code lock.events}: events, dead letters and position in one Kafka transaction.
 */
@NullMarked
package io.lockarbiter.arbiter.publish;

import org.jspecify.annotations.NullMarked;
