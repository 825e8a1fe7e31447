/**
 * The history decided again by the reference model: the state at any moment, decisions under other
 * settings, and histories without Kafka.
 */
@NullMarked
package io.lockarbiter.audit.model;

import org.jspecify.annotations.NullMarked;
