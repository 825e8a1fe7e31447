/** The settings for the connection to Kafka. */
@NullMarked
package io.lockarbiter.service.kafka;

import org.jspecify.annotations.NullMarked;
