/** Where a partition goes on: what Kafka and Redis say about it, and what follows from that. */
@NullMarked
package io.lockarbiter.arbiter.recover;

import org.jspecify.annotations.NullMarked;
