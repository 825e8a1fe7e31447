/** The client on Kafka: a producer out, an assigned reader in. */
@NullMarked
package io.lockarbiter.client.kafka;

import org.jspecify.annotations.NullMarked;
