/**
 * The service: commands from Kafka, one atomic call to the store, events and offsets in one
 * transaction.
 */
@NullMarked
package io.lockarbiter.arbiter;

import org.jspecify.annotations.NullMarked;
