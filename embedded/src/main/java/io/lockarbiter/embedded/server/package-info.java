/** Kafka and Redis for tests and demos: started here, and removed when closed. */
@NullMarked
package io.lockarbiter.embedded.server;

import org.jspecify.annotations.NullMarked;
