/**
 * The history decided anew by the reference model: the state of any moment, what other settings
 * would have decided, histories that need no Kafka.
 */
@NullMarked
package io.lockarbiter.audit.model;

import org.jspecify.annotations.NullMarked;
