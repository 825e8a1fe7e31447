/** Histories in Kafka: committed records only, no group, nothing written. */
@NullMarked
package io.lockarbiter.arbiter.audit.kafka;

import org.jspecify.annotations.NullMarked;
