/** An arbiter in memory for tests without Kafka; its time moves when the test says so. */
@NullMarked
package io.lockarbiter.testing;

import org.jspecify.annotations.NullMarked;
