/** How Kafka is reached, and by which settings. */
@NullMarked
package io.lockarbiter.service.kafka;

import org.jspecify.annotations.NullMarked;
