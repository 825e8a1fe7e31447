/** The connection to Redis, and its settings. */
@NullMarked
package io.lockarbiter.service.redis;

import org.jspecify.annotations.NullMarked;
