/**
 * For tests without Kafka: an arbiter in memory whose time moves when told, and a behaviour kit.
 */
@NullMarked
package io.lockarbiter.client.testing;

import org.jspecify.annotations.NullMarked;
