/** Locks over HTTP, for programs that do not speak Kafka. */
@NullMarked
package io.lockarbiter.gateway;

import org.jspecify.annotations.NullMarked;
