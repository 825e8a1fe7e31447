/** Histories in Kafka: committed records only, no group, nothing written. */
@NullMarked
package io.lockarbiter.audit.kafka;

import org.jspecify.annotations.NullMarked;
