/** For tests without Kafka: an arbiter in memory whose time moves when told. */
@NullMarked
package io.lockarbiter.testing;

import org.jspecify.annotations.NullMarked;
