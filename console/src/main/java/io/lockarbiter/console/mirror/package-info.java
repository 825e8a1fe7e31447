/**
 * Accounts that somebody looks at, in memory: read from Redis once, then kept up by the events. No
 * rule is decided here; what would follow is asked of the model.
 */
@NullMarked
package io.lockarbiter.console.mirror;

import org.jspecify.annotations.NullMarked;
