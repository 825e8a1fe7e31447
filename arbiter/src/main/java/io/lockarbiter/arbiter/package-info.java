/**
 * The service: it reads commands from Kafka, decides them by atomic calls to the store, and
 * publishes events and offsets in one transaction.
 */
@NullMarked
package io.lockarbiter.arbiter;

import org.jspecify.annotations.NullMarked;
