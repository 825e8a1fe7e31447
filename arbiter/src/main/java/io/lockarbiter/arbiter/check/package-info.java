/** Verifies Kafka, Redis and settings at start-up, and explains refusals. */
@NullMarked
package io.lockarbiter.arbiter.check;

import org.jspecify.annotations.NullMarked;
